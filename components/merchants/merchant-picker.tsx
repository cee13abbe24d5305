'use client'

import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { afterPress } from '@/components/forms/after-press'
import { useSearch } from '@/components/shell/use-search'
import { classNames } from '@/components/ui/class-names'
import { soleMerchant } from '@/lib/domain/merchants/named-merchant'
import { routes } from '@/lib/routes'
import type { MerchantChoice, MerchantsToPick } from '@/lib/server/merchants/views'
import { MerchantChoices, PAYABLE_LABELS } from './merchant-choices'

const MAX_SEARCH = 120
const KEPT_MS = 20_000

type InputProps = Pick<
  ComponentProps<'input'>,
  'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid' | 'aria-required' | 'placeholder' | 'className'
>

/**
 * A merchant id that is typed, or picked by name or id. Says whose it is, and what keeps money from it; any text is
 * taken, and checked by whoever takes it. `self`: the merchant that is being entered, and no directory knows yet.
 */
export function MerchantPicker({
  value,
  onChange,
  self,
  ...input
}: InputProps & { value: string; onChange: (merchantId: string) => void; self?: string }) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [isHere, setIsHere] = useState(false)
  const [pointedAt, setPointedAt] = useState<string | null>(null)
  const isSelf = self !== undefined && value !== '' && value === self
  const asked = isHere || (value !== '' && !isSelf) ? value.trim().slice(0, MAX_SEARCH) : null
  const { answer, searching } = useSearch<MerchantsToPick>(routes.api.merchantChoices, asked, KEPT_MS)
  // Where the desk does not answer there is no list: picking is a help, and the server checks what is typed.
  const choices = answer?.ok ? answer.found.choices : []
  // By its id: what stands in its place in the next answer was not pointed at.
  const active = choices.findIndex(({ merchantId }) => merchantId === pointedAt)
  const pointAt = (index: number) => setPointedAt(choices[index]?.merchantId ?? null)
  // Undefined while it is not known; null where the directory has none with this id.
  const exact = answer?.ok && !searching ? soleMerchant(value, choices) : undefined
  // As in a file: who is named otherwise gets the id, once nobody types there any more.
  const meant = isHere || isSelf || !exact || exact.merchantId === value ? null : exact.merchantId
  useEffect(() => {
    if (meant !== null) onChange(meant)
  }, [meant, onChange])
  // What is typed in full needs no list over the fields below.
  const isShown = isOpen && choices.length > 0 && !(choices.length === 1 && choices[0]?.merchantId === value)
  const areNear = answer?.ok === true && answer.found.areNear
  // What Enter takes: a part of a name is no id, and goes nowhere as one. Of an empty field nothing is meant, and of a
  // near name not before it is chosen.
  const firstMeant = value.trim() === '' || searching || areNear ? -1 : exact ? choices.indexOf(exact) : 0
  const marked = pointedAt === null ? firstMeant : active
  const words = isSelf ? 'This merchant' : statusWords(value, exact, isHere && choices.length > 0)
  const optionId = (index: number) => `${id}-option-${index}`

  function choose(choice: MerchantChoice) {
    onChange(choice.merchantId)
    setIsOpen(false)
    setPointedAt(null)
  }

  function press(event: KeyboardEvent) {
    // A key of an input method is a part of what is typed.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isShown) {
        setIsOpen(true)
        pointAt(event.key === 'ArrowDown' ? 0 : choices.length - 1)
      } else if (event.key === 'ArrowDown') {
        pointAt((active + 1) % choices.length)
      } else {
        pointAt(active <= 0 ? choices.length - 1 : active - 1)
      }
    } else if (
      event.key === 'Enter' &&
      isOpen &&
      active < 0 &&
      (searching || pointedAt !== null) &&
      value.trim() !== ''
    ) {
      // What was found before is not what is typed now, which may be a part of a name; and what was pointed at is gone.
      event.preventDefault()
    } else if (event.key === 'Enter' && isShown) {
      const choice = choices[marked]
      if (!choice || choice.merchantId === value) return
      event.preventDefault()
      choose(choice)
    } else if (event.key === 'Escape' && isShown) {
      // The dialog around it stays open.
      event.preventDefault()
      event.stopPropagation()
      setIsOpen(false)
    }
  }

  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <input
        {...input}
        ref={field}
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={isShown ? `${id}-list` : undefined}
        aria-activedescendant={isShown && marked >= 0 ? optionId(marked) : undefined}
        aria-describedby={
          [input['aria-describedby'], words && `${id}-status`].filter(Boolean).join(' ') || undefined
        }
        value={value}
        maxLength={60}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={({ target }) => {
          // A name that is looked for has spaces inside; an id has none, and loses those at its end below.
          onChange(target.value.trimStart())
          setIsOpen(true)
          setPointedAt(null)
        }}
        onFocus={() => setIsHere(true)}
        onClick={() => setIsOpen(true)}
        onBlur={() => {
          setIsOpen(false)
          if (value !== value.trim()) onChange(value.trim())
          // What is said of an id moves what stands below.
          afterPress(() => setIsHere(document.activeElement === field.current))
        }}
        onKeyDown={press}
        className={classNames('control font-mono text-xs', input.className)}
      />
      {isShown && (
        <MerchantChoices
          id={`${id}-list`}
          field={field}
          choices={choices}
          active={marked}
          optionId={optionId}
          onChoose={choose}
        />
      )}
      {words && (
        <p
          id={`${id}-status`}
          className={classNames(
            'text-xs wrap-anywhere',
            isSelf || exact?.payable === 'yes' ? 'text-muted' : 'text-warn-ink',
          )}
        >
          <bdi>{words}</bdi>
        </p>
      )}
    </div>
  )
}

function statusWords(
  value: string,
  exact: MerchantChoice | null | undefined,
  isTyping: boolean,
): string | null {
  if (value === '' || exact === undefined) return null
  // Of an id that is still being typed, and may become one that is known, nothing is said.
  if (exact === null) return isTyping ? null : 'Not in the merchant directory'
  const problem = PAYABLE_LABELS[exact.payable]
  return problem ? `${exact.name}: ${problem}, cannot be funded` : exact.name
}
