'use client'

import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { MerchantChoices } from '@/components/merchants/merchant-choices'
import { useSearch } from '@/components/shell/use-search'
import { routes } from '@/lib/routes'
import type { MerchantsToPick } from '@/lib/server/merchants/views'

const KEPT_MS = 20_000

/** The ids of the list that is shown and of its option that is meant; null where no list is shown. */
export type ShownList = { id: string; option: string | undefined } | null

/**
 * What a key does to the list: `null` where the key is not for it, `moved` where it went on in the list, else the id
 * that it chose.
 */
export type SuggestionKeys = (event: KeyboardEvent) => null | 'moved' | { chosen: string }

/**
 * Merchants of the directory that fit what is typed into a cell, by id or name, or are near. Enter takes the only one
 * that fits, and of several, or of what is only near, goes to the first. An id that is typed in full needs no list, and no key of the grid means another thing then.
 */
export default function MerchantSuggestions({
  field,
  text,
  keys,
  onShown,
  onChoose,
}: {
  field: RefObject<HTMLInputElement | null>
  text: string
  /** Set here, for the field to ask. */
  keys: RefObject<SuggestionKeys | null>
  onShown: (list: ShownList) => void
  onChoose: (merchantId: string) => void
}) {
  const id = useId()
  const asked = text.trim()
  const [meant, setMeant] = useState({ asked, at: -1 })
  const { answer, searching } = useSearch<MerchantsToPick>(
    routes.api.merchantChoices,
    asked === '' ? null : asked,
    KEPT_MS,
  )
  // Those of what was typed before stay in sight until the next are there.
  const found = answer?.ok && asked !== '' ? answer.found.choices : []
  const choices = found.some(({ merchantId }) => merchantId === asked) ? [] : found
  // What was meant among other merchants is not meant among these; the only one of what is typed is meant.
  const isSole = choices.length === 1 && !searching && answer?.ok === true && !answer.found.areNear
  const active = meant.asked === asked && meant.at >= 0 ? meant.at : isSole ? 0 : -1
  const isShown = choices.length > 0
  const optionId = (index: number) => `${id}-${index}`
  const option = active >= 0 ? optionId(active) : undefined

  useEffect(() => onShown(isShown ? { id, option } : null), [isShown, id, option, onShown])
  useEffect(() => {
    keys.current = (event) => {
      // Whoever types on and goes on by an arrow means the next cell, and not what was found before.
      if (!isShown || searching) return null
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        const step = event.key === 'ArrowDown' ? 1 : -1
        const at =
          active < 0 && step < 0 ? choices.length - 1 : (active + step + choices.length) % choices.length
        setMeant({ asked, at })
        return 'moved'
      }
      const choice = choices[active]
      if (choice && (event.key === 'Enter' || event.key === 'Tab')) return { chosen: choice.merchantId }
      // A part of a name is no id: Enter asks which of them is meant, and does not leave the cell with it.
      if (event.key !== 'Enter') return null
      setMeant({ asked, at: 0 })
      return 'moved'
    }
    return () => {
      keys.current = null
    }
  })

  return (
    isShown && (
      <MerchantChoices
        id={id}
        field={field}
        choices={choices}
        active={active}
        optionId={optionId}
        onChoose={({ merchantId }) => onChoose(merchantId)}
      />
    )
  )
}
