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
 * A field for a merchant id, typed or picked by name or id. Shows whose id it is and what keeps money from the
 * merchant. Accepts any text; the form that uses it validates. `self`: the merchant being entered, which is not in the
 * directory yet.
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
  // If the desk does not answer, there is no list. Picking only helps; the server checks the text.
  const choices = answer?.ok ? answer.found.choices : []
  // By id, because the next answer may put another merchant in the same position.
  const active = choices.findIndex(({ merchantId }) => merchantId === pointedAt)
  const pointAt = (index: number) => setPointedAt(choices[index]?.merchantId ?? null)
  // Undefined while unknown; null if the directory has no merchant with this id.
  const exact = answer?.ok && !searching ? soleMerchant(value, choices) : undefined
  // As in a file: a merchant typed by name becomes its id once the field loses the focus.
  const meant = isHere || isSelf || !exact || exact.merchantId === value ? null : exact.merchantId
  useEffect(() => {
    if (meant !== null) onChange(meant)
  }, [meant, onChange])
  // Hide the list if the id is typed in full, because it would cover the fields below.
  const isShown = isOpen && choices.length > 0 && !(choices.length === 1 && choices[0]?.merchantId === value)
  const areNear = answer?.ok === true && answer.found.areNear
  // What Enter picks, because part of a name must not be submitted as an id. Nothing for an empty field, and no
  // merchant with a merely similar name until the person picks it.
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
    // The key belongs to an input method (IME).
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
      // The list still answers earlier text, and the current text may be part of a name; or the highlighted merchant is
      // no longer listed.
      event.preventDefault()
    } else if (event.key === 'Enter' && isShown) {
      const choice = choices[marked]
      if (!choice || choice.merchantId === value) return
      event.preventDefault()
      choose(choice)
    } else if (event.key === 'Escape' && isShown) {
      // Closes only the list, not the dialog around it.
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
          // A name can have spaces inside. An id has none; `onBlur` trims the end.
          onChange(target.value.trimStart())
          setIsOpen(true)
          setPointedAt(null)
        }}
        onFocus={() => setIsHere(true)}
        onClick={() => setIsOpen(true)}
        onBlur={() => {
          setIsOpen(false)
          if (value !== value.trim()) onChange(value.trim())
          // The status line moves what is below it, so wait until the click that took the focus is over.
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
  // An unknown id may still be incomplete while it is typed, so show nothing yet.
  if (exact === null) return isTyping ? null : 'Not in the merchant directory'
  const problem = PAYABLE_LABELS[exact.payable]
  return problem ? `${exact.name}: ${problem}, cannot be funded` : exact.name
}
