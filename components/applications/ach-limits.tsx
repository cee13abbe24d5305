'use client'

import { AmountField, CountField } from '@/components/forms/number-fields'
import { type FullDraft, fullOptionsSchema } from '@/lib/domain/application/full-sections'
import { fieldMetas } from './field-metas'

type FullOptionsDraft = FullDraft['options']

const meta = fieldMetas(fullOptionsSchema.shape)

/** Interface, "Opp fields and rules (alias)": ACH_Debit_<measure> and ACH_Credit_<measure>. */
const MEASURES = [
  { words: 'Average amount', debit: 'achDebitAverage', credit: 'achCreditAverage', Field: AmountField },
  { words: 'Highest amount', debit: 'achDebitHighest', credit: 'achCreditHighest', Field: AmountField },
  {
    words: 'Highest daily volume',
    debit: 'achDebitDailyVolume',
    credit: 'achCreditDailyVolume',
    Field: AmountField,
  },
  { words: 'Most in a day', debit: 'achDebitDailyCount', credit: 'achCreditDailyCount', Field: CountField },
  {
    words: 'Highest monthly volume',
    debit: 'achDebitMonthlyVolume',
    credit: 'achCreditMonthlyVolume',
    Field: AmountField,
  },
  {
    words: 'Most in a month',
    debit: 'achDebitMonthlyCount',
    credit: 'achCreditMonthlyCount',
    Field: CountField,
  },
] as const

/**
 * Measures in rows, debits and credits in columns. Each field has its full label for screen readers; the headings
 * show it. The gap between rows leaves room for the partner's names.
 */
export function AchLimits() {
  return (
    <div className="grid max-w-xl grid-cols-2 items-start gap-x-4 gap-y-1 sm:grid-cols-[minmax(0,1fr)_10rem_10rem] sm:gap-y-3">
      <span className="max-sm:hidden" />
      {['Debits', 'Credits'].map((words) => (
        <span key={words} aria-hidden="true" className="text-end text-sm font-medium">
          {words}
        </span>
      ))}
      {MEASURES.map(({ words, debit, credit, Field }) => (
        <div key={words} className="contents">
          <span
            aria-hidden="true"
            className="col-span-2 mt-3 text-sm text-muted sm:col-span-1 sm:mt-2 sm:text-ink"
          >
            {words}
          </span>
          <Field<FullOptionsDraft> name={debit} meta={meta[debit]} labelHidden />
          <Field<FullOptionsDraft> name={credit} meta={meta[credit]} labelHidden />
        </div>
      ))}
    </div>
  )
}
