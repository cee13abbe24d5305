'use client'

import type { FieldValues } from 'react-hook-form'
import { classNames } from '@/components/ui/class-names'
import { moneyText } from '@/components/ui/money'
import { decimalText, parseDecimal } from '@/lib/domain/values/decimal'
import { cleanOnLeave } from './clean-on-leave'
import { FieldFrame } from './field-frame'
import { type FieldProps, WIDTHS } from './field-props'
import { useFieldFindings } from './findings'
import { useTextRegistration } from './text-registration'

type NumberFieldProps<T extends FieldValues> = FieldProps<T> & { labelHidden?: boolean }

/** US dollars. Leaving it writes `12500` as `12,500.00`; what is no amount stays as typed. */
export function AmountField<T extends FieldValues = FieldValues>(props: NumberFieldProps<T>) {
  return <NumberField<T> {...props} before="$" clean={cleanAmount} />
}

/** How many: no money and no percentage. */
export function CountField<T extends FieldValues = FieldValues>(props: NumberFieldProps<T>) {
  return <NumberField<T> {...props} clean={cleanNumber} />
}

/** A percentage. Leaving it drops a typed `%`. */
export function PercentField<T extends FieldValues = FieldValues>({
  width = 'short',
  ...props
}: FieldProps<T>) {
  return <NumberField<T> {...props} width={width} after="%" clean={cleanNumber} />
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
  clean,
}: NumberFieldProps<T> & { before?: string; after?: string; clean: (typed: string) => string }) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const registration = useTextRegistration(name)
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
            onBlur={cleanOnLeave(registration, clean)}
            className={classNames('control text-end', before && 'ps-6', after && 'pe-7')}
          />
          {before && <Affix className="start-2.5">{before}</Affix>}
          {after && <Affix className="end-2.5">{after}</Affix>}
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

/** Finer than cents is left alone: the schema says what is wrong with it. */
function cleanAmount(typed: string): string {
  const units = parseDecimal(typed)
  return units === null || units % 10_000n !== 0n ? typed : moneyText(decimalText(units)).replace('$', '')
}

function cleanNumber(typed: string): string {
  const units = parseDecimal(typed)
  return units === null ? typed : decimalText(units)
}
