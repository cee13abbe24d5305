'use client'

import { type FieldValues, useWatch } from 'react-hook-form'
import { FieldFrame } from './field-frame'
import type { FieldProps } from './field-props'
import { useFieldFindings } from './findings'
import { useTextRegistration } from './text-registration'

/** Long text. The box grows with it if the browser can, and a count appears near the limit. */
export function TextAreaField<T extends FieldValues = FieldValues>({
  name,
  meta,
  required,
  rows = 3,
  className,
}: Omit<FieldProps<T>, 'width'> & { rows?: number }) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const registration = useTextRegistration(name, meta)
  return (
    <FieldFrame {...{ path, meta, required, findings, className, onFocus, onBlur }}>
      {(control) => (
        <>
          <textarea
            rows={rows}
            {...control}
            {...registration}
            className="control field-sizing-content max-h-96 min-h-20 resize-y"
          />
          {meta.maxLength !== undefined && <CharactersLeft name={name} limit={meta.maxLength} />}
        </>
      )}
    </FieldFrame>
  )
}

/**
 * Separate from the box because it rerenders with every keystroke. Shows nothing below nine tenths of the limit.
 */
function CharactersLeft({ name, limit }: { name: string; limit: number }) {
  const typed: unknown = useWatch({ name, exact: true })
  const length = typeof typed === 'string' ? typed.trim().length : 0
  const left = limit - length
  return (
    <p
      role="status"
      className={left < 0 ? 'text-end text-xs text-bad-ink' : 'text-end text-xs text-muted empty:hidden'}
    >
      {length >= limit * 0.9 &&
        (left < 0
          ? `${count(-left)} too many (limit ${limit.toLocaleString('en-US')})`
          : `${count(left)} left`)}
    </p>
  )
}

const count = (characters: number) =>
  `${characters.toLocaleString('en-US')} character${characters === 1 ? '' : 's'}`
