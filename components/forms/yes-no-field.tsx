'use client'

import { type FieldValues, useController } from 'react-hook-form'
import { GroupFrame } from './field-frame'
import type { FieldProps } from './field-props'
import { useFieldFindings } from './findings'
import { Option } from './option'

const ANSWERS = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

/** `yes`, `no` or `''`. The answer to an optional question can be cleared. */
export function YesNoField<T extends FieldValues = FieldValues>({
  name,
  meta,
  required = meta.required,
  className,
}: Omit<FieldProps<T>, 'width'>) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const { field } = useController<FieldValues>({ name })
  return (
    <GroupFrame {...{ path, meta, required, findings, className, onFocus, onBlur }} role="radiogroup">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        {ANSWERS.map(({ value, label }) => (
          <Option
            key={value}
            type="radio"
            label={label}
            ref={value === 'yes' ? field.ref : undefined}
            name={name}
            value={value}
            checked={field.value === value}
            onChange={() => field.onChange(value)}
            onBlur={field.onBlur}
          />
        ))}
        {!required && (field.value === 'yes' || field.value === 'no') && (
          <button
            type="button"
            className="text-xs text-muted underline hover:text-ink"
            onClick={() => field.onChange('')}
          >
            Clear
          </button>
        )}
      </div>
    </GroupFrame>
  )
}
