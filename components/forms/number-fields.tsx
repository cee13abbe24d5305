'use client'

import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { classNames } from '@/components/ui/class-names'
import { FieldFrame } from './field-frame'
import { type FieldProps, WIDTHS } from './field-props'
import { useFieldFindings } from './findings'
import { useTextRegistration } from './text-registration'

type NumberFieldProps<T extends FieldValues> = FieldProps<T> & { labelHidden?: boolean }

/** US dollars. */
export function AmountField<T extends FieldValues = FieldValues>(props: NumberFieldProps<T>) {
  return <NumberField<T> {...props} before="$" />
}

/** A count, which is neither money nor a percentage. */
export function CountField<T extends FieldValues = FieldValues>(props: NumberFieldProps<T>) {
  return <NumberField<T> {...props} />
}

/** A percentage. */
export function PercentField<T extends FieldValues = FieldValues>({
  width = 'short',
  ...props
}: FieldProps<T>) {
  return <NumberField<T> {...props} width={width} after="%" />
}

function NumberField<T extends FieldValues>({
  name,
  meta,
  required,
  width = 'medium',
  labelHidden,
  className,
  before,
  after,
}: NumberFieldProps<T> & { before?: string; after?: string }) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const { onChange, onBlur: onLeft, ...registration } = useTextRegistration(name, meta)
  // A typed sign is not shown twice.
  const [hasOwn, setHasOwn] = useState(after !== undefined && registration.defaultValue.includes(after))
  const look = ({ value }: HTMLInputElement) => setHasOwn(after !== undefined && value.includes(after))
  return (
    <FieldFrame {...{ path, meta, required, findings, labelHidden, className, onFocus, onBlur }}>
      {(control) => (
        <div className={classNames('relative', WIDTHS[width])}>
          <input
            type="text"
            inputMode="decimal"
            autoComplete="off"
            {...control}
            {...registration}
            onChange={(event) => {
              look(event.target)
              void onChange(event)
            }}
            onBlur={(event) => {
              const left = onLeft(event)
              look(event.target)
              void left
            }}
            className={classNames('control text-end', before && 'ps-6', after && 'pe-7')}
          />
          {before && <Affix className="start-2.5">{before}</Affix>}
          {after && !hasOwn && <Affix className="end-2.5">{after}</Affix>}
        </div>
      )}
    </FieldFrame>
  )
}

function Affix({ className, children }: { className: string; children: string }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('pointer-events-none absolute inset-y-0 flex items-center text-muted', className)}
    >
      {children}
    </span>
  )
}
