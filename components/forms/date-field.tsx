'use client'

import type { FieldValues } from 'react-hook-form'
import { classNames } from '@/components/ui/class-names'
import { parseDate } from '@/lib/domain/values/calendar'
import { cleanOnLeave } from './clean-on-leave'
import { FieldFrame } from './field-frame'
import { type FieldProps, WIDTHS } from './field-props'
import { useFieldFindings } from './findings'
import { useTextRegistration } from './text-registration'

/** A calendar day, typed: quicker than a calendar for a date that is known. Leaving it writes it as ISO. */
export function DateField<T extends FieldValues = FieldValues>({
  name,
  meta,
  required,
  width = 'short',
  className,
}: FieldProps<T>) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const registration = useTextRegistration(name)
  return (
    <FieldFrame
      {...{ path, required, findings, className, onFocus, onBlur }}
      meta={{ hint: DATE_HINT, ...meta }}
    >
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          {...control}
          {...registration}
          onBlur={cleanOnLeave(registration, cleanDate)}
          className={classNames('control', WIDTHS[width])}
        />
      )}
    </FieldFrame>
  )
}

export const DATE_HINT = 'Such as 2019-04-30 or 04/30/2019.'

export const cleanDate = (typed: string): string => parseDate(typed.trim()) ?? typed
