'use client'

import { LockKeyhole } from 'lucide-react'
import { useRef, useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { isSealed, type Sealed } from '@/lib/domain/values/sealed'
import { FieldFrame } from './field-frame'
import { type FieldProps, WIDTHS } from './field-props'
import { useFieldFindings } from './findings'

/**
 * A value that the server keeps sealed. Until it is replaced the browser has only its mask; "Keep the
 * stored value" puts the stand-in back. `clean` rewrites what was typed when the field is left.
 */
export function SensitiveField<T extends FieldValues = FieldValues>({
  name,
  meta,
  required,
  width = 'full',
  inputMode,
  clean,
  className,
}: FieldProps<T> & { inputMode?: 'numeric'; clean?: (typed: string) => string }) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const { field } = useController<FieldValues>({ name })
  const [stored, setStored] = useState<Sealed | null>(null)
  const movesFocus = useRef(false)
  const value: unknown = field.value

  const takeFocus = (element: HTMLElement | null) => {
    if (element && movesFocus.current) {
      movesFocus.current = false
      element.focus()
    }
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
                setStored(value)
                movesFocus.current = true
                field.onChange('')
              }}
            >
              Replace
            </Button>
          </div>
        ) : (
          <div className={classNames('flex flex-col items-start gap-1', WIDTHS[width])}>
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
              value={typeof value === 'string' ? value : ''}
              onChange={field.onChange}
              onBlur={(event) => {
                // The window lost the focus, and the field kept it.
                if (document.activeElement === event.target) return
                if (stored) {
                  setStored(null)
                  // Replaced by nothing: the stored value stays.
                  if (event.target.value.trim() === '') {
                    field.onChange(stored)
                    return
                  }
                }
                const cleaned = clean?.(event.target.value) ?? event.target.value
                if (cleaned !== event.target.value) field.onChange(cleaned)
                field.onBlur()
              }}
              className="control font-mono"
            />
            {stored && (
              <button
                type="button"
                className="text-xs text-muted underline hover:text-ink"
                onClick={() => {
                  movesFocus.current = true
                  field.onChange(stored)
                }}
              >
                Keep the stored value ({stored.mask})
              </button>
            )}
          </div>
        )
      }
    </FieldFrame>
  )
}
