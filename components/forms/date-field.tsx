'use client'

import { type FieldValues, useController } from 'react-hook-form'
import { classNames } from '@/components/ui/class-names'
import { parseDate } from '@/lib/domain/values/calendar'
import { FieldFrame } from './field-frame'
import { type FieldProps, WIDTHS } from './field-props'
import { useFieldFindings } from './findings'
import { useDateText } from './use-date-text'

/** A typed calendar day, which is quicker than a calendar for a known date. */
export function DateField<T extends FieldValues = FieldValues>({
  name,
  meta,
  required,
  width = 'short',
  className,
}: FieldProps<T>) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const { field } = useController<FieldValues>({ name })
  const value = typeof field.value === 'string' ? field.value : ''
  const { text, type } = useDateText(value)

  function change(typed: string) {
    type(typed)
    field.onChange(typed)
  }
  function leave() {
    const day = parseDate(value.trim())
    if (day !== null && day !== value) field.onChange(day)
    type(null)
    field.onBlur()
  }
  return (
    <FieldFrame
      {...{ path, required, findings, className, onFocus, onBlur }}
      meta={{ hint: 'Such as 04/30/2019.', ...meta }}
    >
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          {...control}
          name={name}
          ref={field.ref}
          value={text}
          onChange={({ target }) => change(target.value)}
          onBlur={leave}
          className={classNames('control', WIDTHS[width])}
        />
      )}
    </FieldFrame>
  )
}
