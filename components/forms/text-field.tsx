'use client'

import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { classNames } from '@/components/ui/class-names'
import { FieldFrame } from './field-frame'
import { type FieldProps, WIDTHS } from './field-props'
import { useFieldFindings } from './findings'
import { useTextRegistration } from './text-registration'

type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoComplete' | 'autoCapitalize' | 'spellCheck' | 'placeholder'
>

/** A single-line, uncontrolled text field: typing rerenders nothing. */
export function TextField<T extends FieldValues = FieldValues>({
  name,
  meta,
  required,
  width = 'full',
  className,
  ...input
}: FieldProps<T> & InputProps) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const registration = useTextRegistration(name, meta)
  return (
    <FieldFrame {...{ path, meta, required, findings, className, onFocus, onBlur }}>
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          {...input}
          {...control}
          {...registration}
          className={classNames('control', WIDTHS[width])}
        />
      )}
    </FieldFrame>
  )
}
