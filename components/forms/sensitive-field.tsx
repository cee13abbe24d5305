'use client'

import { Eye, EyeOff, LockKeyhole } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FieldValues, useController, useWatch } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { type FieldMeta, readSensitive, type SensitiveMeta } from '@/lib/domain/application/field'
import { maskValue } from '@/lib/domain/application/sensitive'
import { shownValue } from '@/lib/domain/application/shown-value'
import { parseDate } from '@/lib/domain/values/calendar'
import { isSealed, type Sealed } from '@/lib/domain/values/sealed'
import { FieldFrame } from './field-frame'
import { type FieldProps, WIDTHS } from './field-props'
import { isCrossing, useFieldFindings, usePathFindings } from './findings'
import { useDateText } from './use-date-text'

type Props<T extends FieldValues> = Omit<FieldProps<T>, 'meta'> & {
  meta: FieldMeta
  inputMode?: 'numeric'
  /** The other entry of a number that is typed twice. Both stay readable until they agree. */
  twin?: FieldProps<T>['name']
  /** Both entries are replaced and kept together, by the component that shows them. */
  pair?: { replace: () => void; keep: () => void }
}

/**
 * A value that the server seals. A stored value is only known as its mask until it is replaced. A typed value stays
 * readable until the field is left and valid; then it is hidden, and readable again in the field or with the eye
 * button. Invalid values and dates of birth are never hidden.
 */
export function SensitiveField<T extends FieldValues = FieldValues>({
  name,
  meta,
  required,
  width = 'full',
  inputMode,
  twin,
  pair,
  className,
}: Props<T>) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const allFindings = usePathFindings(path)
  const { field } = useController<FieldValues>({ name })
  const value: unknown = field.value
  const typed = typeof value === 'string' ? value : ''
  const [stored, setStored] = useState<Sealed | null>(null)
  const [hasFocus, setHasFocus] = useState(false)
  const [hadEye, setHadEye] = useState(false)
  const [wasLeft, setWasLeft] = useState(typed.trim() !== '')
  const [isShown, setIsShown] = useState(false)
  const movesFocus = useRef(false)
  const agrees = useAgrees(typed, twin)
  const date = useDateText(typed)

  // A date of birth is often compared with papers again, so it stays readable to its author.
  const isDate = meta.sensitive === 'date-of-birth'
  const isFine = !isDate && isWellFormed(meta, typed) && allFindings.length === 0 && agrees
  const isHidden = wasLeft && isFine && !hasFocus && !isShown
  // It does not appear or disappear during typing: Tab moves to the next field.
  const hasEye = wasLeft && (hasFocus ? hadEye : isFine)

  const takeFocus = (element: HTMLElement | null) => {
    if (element && movesFocus.current) {
      movesFocus.current = false
      element.focus()
    }
  }

  function cancel() {
    movesFocus.current = true
    setStored(null)
    field.onChange(stored)
  }

  /** For the box with all its buttons. The window can also lose the focus, which the field then keeps. */
  function leave(event: FocusEvent) {
    if (!isCrossing(event) || document.activeElement === event.target) return
    setStored(null)
    if (stored && typed.trim() === '') {
      // Replaced by a blank: the stored value stays.
      field.onChange(stored)
      return
    }
    const cleaned = isDate ? (parseDate(typed.trim()) ?? typed) : shownValue(meta, typed)
    if (cleaned !== typed) field.onChange(cleaned)
    date.type(null)
    setWasLeft(typed.trim() !== '')
    field.onBlur()
  }

  function enter({ target }: FocusEvent<HTMLInputElement>) {
    const wasHidden = isHidden
    // Before the browser places the caret in the shown text.
    flushSync(() => {
      setHadEye(hasEye)
      setHasFocus(true)
    })
    if (wasHidden) target.select()
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !(stored || pair)) return
    event.preventDefault()
    if (pair) pair.keep()
    else cancel()
  }

  return (
    <FieldFrame {...{ path, meta, required, findings, className, onFocus, onBlur }}>
      {(control) =>
        isSealed(value) ? (
          <div className={classNames('flex items-center gap-2', WIDTHS[width])}>
            <span className="flex min-h-8.5 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-sunken px-2.5 text-muted">
              <LockKeyhole className="size-3.5 shrink-0" aria-hidden="true" />
              <span className="truncate">{value.mask}</span>
            </span>
            <Button
              ref={takeFocus}
              id={control.id}
              aria-label={`Replace ${meta.label}, stored as ${value.mask}`}
              aria-describedby={control['aria-describedby']}
              onClick={() => {
                setWasLeft(false)
                setIsShown(false)
                movesFocus.current = true
                if (pair) return pair.replace()
                setStored(value)
                field.onChange('')
              }}
            >
              Replace
            </Button>
          </div>
        ) : (
          // biome-ignore lint/a11y/noStaticElementInteractions: watches the focus of the controls inside
          <div className={classNames('flex items-center gap-1', WIDTHS[width])} onBlur={leave}>
            <div className="relative min-w-0 flex-1">
              <input
                type="text"
                autoComplete="off"
                spellCheck={false}
                inputMode={inputMode}
                {...control}
                name={name}
                ref={(element) => {
                  field.ref(element)
                  takeFocus(element)
                }}
                value={
                  isHidden && isSensitiveMeta(meta)
                    ? maskValue(meta.sensitive, typed)
                    : isDate
                      ? date.text
                      : typed
                }
                readOnly={isHidden}
                onChange={(event) => {
                  date.type(event.target.value)
                  field.onChange(event.target.value)
                }}
                onFocus={enter}
                onBlur={({ target }) => {
                  if (document.activeElement !== target) setHasFocus(false)
                }}
                onKeyDown={onKeyDown}
                className={classNames('control font-mono', hasEye && 'pe-9')}
              />
              {hasEye && (
                <button
                  type="button"
                  aria-pressed={isShown}
                  aria-label={`Show ${meta.label}`}
                  title={isShown ? 'Hide' : 'Show'}
                  className="absolute inset-y-0.5 end-0.5 grid w-8 place-items-center rounded-sm text-muted hover:text-ink"
                  onClick={() => setIsShown(!isShown)}
                >
                  {isShown ? (
                    <EyeOff className="size-4" aria-hidden="true" />
                  ) : (
                    <Eye className="size-4" aria-hidden="true" />
                  )}
                </button>
              )}
            </div>
            {stored && (
              // Not a tab stop, because Tab moves to the next field; Escape does the same as this button.
              <Button
                variant="ghost"
                tabIndex={-1}
                aria-label={`Cancel, and keep the stored ${meta.label}`}
                aria-keyshortcuts="Escape"
                title={`Keep ${stored.mask} (Esc)`}
                onClick={cancel}
              >
                Cancel
              </Button>
            )}
          </div>
        )
      }
    </FieldFrame>
  )
}

function useAgrees(typed: string, twin: string | undefined): boolean {
  const other: unknown = useWatch({ name: twin ?? '', disabled: twin === undefined })
  return twin === undefined || isSealed(other) || (typeof other === 'string' && other.trim() === typed.trim())
}

const isSensitiveMeta = (meta: FieldMeta): meta is SensitiveMeta => meta.sensitive !== undefined

const isWellFormed = (meta: FieldMeta, typed: string): boolean =>
  isSensitiveMeta(meta) && typeof readSensitive(meta, typed) === 'string'
