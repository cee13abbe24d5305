'use client'

import { type KeyboardEvent, type RefObject, useEffect, useId, useState } from 'react'
import { MerchantChoices } from '@/components/merchants/merchant-choices'
import { useSearch } from '@/components/shell/use-search'
import { routes } from '@/lib/routes'
import type { MerchantsToPick } from '@/lib/server/merchants/views'

const KEPT_MS = 20_000

/** The IDs of the open list and of its active option; null if no list is open. */
export type ShownList = { id: string; option: string | undefined } | null

/**
 * What a key does to the list: `null` if it is not for the list, `moved` if it moved within it, else the chosen ID.
 */
export type SuggestionKeys = (event: KeyboardEvent) => null | 'moved' | { chosen: string }

/**
 * Merchants of the directory that match the typed ID or name, or nearly do. Enter chooses the only match; with
 * several matches, or near ones, it moves to the first. A complete ID opens no list, so the grid's keys keep their
 * meaning.
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
  /** Set here for the cell's field to call. */
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
  // The previous suggestions stay visible until the next arrive.
  const found = answer?.ok && asked !== '' ? answer.found.choices : []
  const choices = found.some(({ merchantId }) => merchantId === asked) ? [] : found
  // An option chosen among earlier suggestions is not kept; a single match is active at once.
  const isSole = choices.length === 1 && !searching && answer?.ok === true && !answer.found.areNear
  const active = meant.asked === asked && meant.at >= 0 ? meant.at : isSole ? 0 : -1
  const isShown = choices.length > 0
  const optionId = (index: number) => `${id}-${index}`
  const option = active >= 0 ? optionId(active) : undefined

  useEffect(() => onShown(isShown ? { id, option } : null), [isShown, id, option, onShown])
  useEffect(() => {
    keys.current = (event) => {
      // Typing followed by an arrow means the next cell, not an outdated suggestion.
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
      // A part of a name is not an ID: Enter moves into the list and does not leave the cell.
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
