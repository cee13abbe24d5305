'use client'

import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useSearch } from '@/components/shell/use-search'
import { classNames } from '@/components/ui/class-names'
import { soleMerchant } from '@/lib/domain/merchants/named-merchant'
import { routes } from '@/lib/routes'
import type { MerchantChoice } from '@/lib/server/merchants/views'
import { MerchantChoices, PAYABLE_LABELS } from './merchant-choices'

/** What is said of an id moves what stands below: not before the press that left the field has reached its button. */
const LEAVE_MS = 300

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
  const [active, setActive] = useState(-1)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])
  const isSelf = self !== undefined && value !== '' && value === self
  const asked = isHere || (value !== '' && !isSelf) ? value.trim().slice(0, MAX_SEARCH) : null
  const { answer, searching } = useSearch<{ choices: readonly MerchantChoice[] }>(
    routes.api.merchantChoices,
    asked,
    KEPT_MS,
  )
  // Where the desk does not answer there is no list: picking is a help, and the server checks what is typed.
  const choices = answer?.ok ? answer.found.choices : []
  // Undefined while it is not known; null where the directory has none with this id.
  const exact = answer?.ok && !searching ? soleMerchant(value, choices) : undefined
  // As in a file: who is named otherwise gets the id, once nobody types there any more.
  const meant = isHere || isSelf || !exact || exact.merchantId === value ? null : exact.merchantId
  useEffect(() => {
    if (meant !== null) onChange(meant)
  }, [meant, onChange])
  // What is typed in full needs no list over the fields below.
  const isShown = isOpen && choices.length > 0 && !(choices.length === 1 && choices[0]?.merchantId === value)
  const words = isSelf ? 'This merchant' : statusWords(value, exact, isHere && choices.length > 0)
  const optionId = (index: number) => `${id}-option-${index}`

  function choose(choice: MerchantChoice) {
    onChange(choice.merchantId)
    setIsOpen(false)
    setActive(-1)
  }

  function press(event: KeyboardEvent) {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isShown) {
        setIsOpen(true)
        setActive(event.key === 'ArrowDown' ? 0 : choices.length - 1)
      } else {
        const step = event.key === 'ArrowDown' ? 1 : -1
        setActive((active + step + choices.length) % choices.length)
      }
    } else if (event.key === 'Enter' && isShown) {
      const choice = choices[active]
      if (!choice) return
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
        aria-activedescendant={isShown && active >= 0 ? optionId(active) : undefined}
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
          setActive(-1)
        }}
        onFocus={() => {
          clearTimeout(leaving.current)
          setIsHere(true)
        }}
        onClick={() => setIsOpen(true)}
        onBlur={() => {
          setIsOpen(false)
          if (value !== value.trim()) onChange(value.trim())
          leaving.current = setTimeout(() => setIsHere(false), LEAVE_MS)
        }}
        onKeyDown={press}
        className={classNames('control font-mono text-xs', input.className)}
      />
      {isShown && (
        <MerchantChoices
          id={`${id}-list`}
          field={field}
          choices={choices}
          active={active}
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
