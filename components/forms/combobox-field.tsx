'use client'

import { type ComponentProps, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { classNames } from '@/components/ui/class-names'
import { FieldFrame } from './field-frame'
import { type FieldProps, WIDTHS } from './field-props'
import { useFieldFindings } from './findings'
import { matchingOptions, type TypedOption } from './matching-options'
import { useTextRegistration } from './text-registration'

/** The options, or a function that loads them on first use. */
type OptionSource = readonly TypedOption[] | (() => Promise<readonly TypedOption[]>)

/**
 * A text field with suggestions by code or name. Tab or Enter takes the best match (type "or", Tab: Oregon). Text
 * that matches nothing stays as typed, and the rules judge it. Uncontrolled, like text fields.
 */
export function ComboboxField<T extends FieldValues = FieldValues>({
  name,
  meta,
  required,
  width = 'full',
  className,
  options,
  shown,
  inputMode,
}: FieldProps<T> & {
  options: OptionSource
  /** Formats the value, if it differs from the field's kind. */
  shown?: (typed: string) => string
} & Pick<ComponentProps<'input'>, 'inputMode'>) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const registration = useTextRegistration(name, meta, shown)
  const input = useRef<HTMLInputElement | null>(null)
  const listId = useId()
  const [all, setAll] = useState<readonly TypedOption[]>(typeof options === 'function' ? [] : options)
  /** The text that the list is for; null while it is closed. */
  const [asked, setAsked] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  /** The list would reach past the right edge of the window. */
  const [toEnd, setToEnd] = useState(false)

  const matches = asked === null ? [] : matchingOptions(all, asked)
  // The only match is already entered, so there is nothing to choose.
  const isOpen = matches.length > 0 && !(matches.length === 1 && matches[0]?.value === asked)
  const chosen = isOpen ? matches[active] : undefined
  const findsNothing = asked !== null && asked.trim() !== '' && all.length > 0 && matches.length === 0

  async function load() {
    if (typeof options === 'function' && all.length === 0) setAll(await options())
  }
  function open(text: string, at = 0) {
    const { left = 0 } = input.current?.getBoundingClientRect() ?? {}
    setToEnd(left + WIDEST > window.innerWidth)
    setAsked(text)
    setActive(at)
  }
  async function take(option: TypedOption) {
    setAsked(null)
    const box = input.current
    if (!box || box.value === option.value) return
    box.value = option.value
    await registration.onChange({ target: box, type: 'change' })
  }
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    // Keys of an input method belong to the text being typed.
    if (event.nativeEvent.isComposing) return
    const { key, currentTarget } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) return open(key === 'ArrowDown' ? '' : currentTarget.value)
      const next = (active + (key === 'ArrowDown' ? 1 : matches.length - 1)) % matches.length
      setActive(next)
      document.getElementById(`${listId}-${next}`)?.scrollIntoView({ block: 'nearest' })
    } else if (key === 'Escape' && isOpen) {
      event.preventDefault()
      setAsked(null)
    } else if (key === 'Enter' && chosen) {
      event.preventDefault()
      void take(chosen)
    } else if (key === 'Tab' && chosen && (active > 0 || isMeant(chosen, currentTarget.value))) {
      // Tab still leaves the field, with the match in it.
      void take(chosen)
    }
  }

  return (
    <FieldFrame {...{ path, meta, required, findings, className, onFocus, onBlur }}>
      {(control) => (
        <div className={classNames('relative', WIDTHS[width])}>
          <input
            type="text"
            role="combobox"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            inputMode={inputMode}
            aria-autocomplete="list"
            aria-expanded={isOpen}
            aria-controls={isOpen ? listId : undefined}
            aria-activedescendant={chosen && `${listId}-${active}`}
            {...control}
            {...registration}
            ref={(element) => {
              registration.ref(element)
              input.current = element
            }}
            onFocus={(event) => {
              registration.onFocus(event)
              void load()
            }}
            onChange={(event) => {
              void registration.onChange(event)
              if (event.target.value === '') setAsked(null)
              else open(event.target.value)
            }}
            onClick={({ currentTarget }) => {
              if (asked === null && currentTarget.value === '') open('')
            }}
            onKeyDown={onKeyDown}
            onBlur={(event) => {
              setAsked(null)
              void registration.onBlur(event)
            }}
            className="control"
          />
          <p
            role="status"
            className={
              findsNothing
                ? 'absolute start-0 top-full z-30 mt-1 w-max max-w-[min(20rem,80vw)] rounded-lg border border-line bg-raised px-3 py-2 text-sm text-muted shadow-raised'
                : 'sr-only'
            }
          >
            {findsNothing && (
              <>
                Nothing found for <bdi className="text-ink">{asked.trim()}</bdi>. Try another word.
              </>
            )}
          </p>
          {isOpen && (
            <div
              id={listId}
              role="listbox"
              aria-label="Suggestions"
              className={classNames(
                'absolute top-full z-30 mt-1 max-h-60 w-max min-w-full max-w-[min(20rem,80vw)] overflow-y-auto rounded-lg border border-line bg-raised p-1 text-sm text-ink shadow-raised',
                toEnd ? 'end-0' : 'start-0',
              )}
            >
              {matches.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
                <div
                  key={option.value}
                  id={`${listId}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === active}
                  className={classNames(
                    'flex cursor-default gap-2 rounded-md px-2 py-1.5 pointer-coarse:py-2.5',
                    index === active && 'bg-accent-soft',
                  )}
                  onPointerDown={(event) => event.preventDefault()}
                  onPointerMove={() => index !== active && setActive(index)}
                  onClick={() => void take(option)}
                >
                  <span className="min-w-7 font-medium">{option.value}</span>
                  <span className="min-w-0 text-muted">{option.label}</span>
                </div>
              ))}
            </div>
          )}
        </div>
      )}
    </FieldFrame>
  )
}

/** The beginning of a name is a match; a single letter or the first digits of a number are not. */
function isMeant({ value, label }: TypedOption, typed: string): boolean {
  const text = typed.trim().toLowerCase()
  const isPartOfCode = value.toLowerCase().startsWith(text) && value.length > text.length
  return text.length > 1 && (!isPartOfCode || label.toLowerCase().startsWith(text))
}

/** The list's maximum width, in px. */
const WIDEST = 330
