'use client'

import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { classNames } from '@/components/ui/class-names'
import { type CHANNEL_FIELDS, type CUSTOMER_FIELDS, sumOfPercents } from '@/lib/domain/application/check'
import type { FullDraft } from '@/lib/domain/application/full-sections'
import { decimalText } from '@/lib/domain/values/decimal'

type FullOptionsDraft = FullDraft['options']

const WHOLE = 100_000_000n
/** Delay after the last keystroke, so that screen readers announce the sum only once. */
const SAY_AFTER_MS = 1_000

type Shown = { percent: number; sum: string; rest: string; isWhole: boolean }

/**
 * The total of the shares as they are typed, and what is missing or too much. It takes the same space at all times.
 */
export function PercentSum({
  label,
  fields,
}: {
  label: string
  fields: typeof CHANNEL_FIELDS | typeof CUSTOMER_FIELDS
}) {
  const { percent, sum, rest, isWhole } = useWatch<FullOptionsDraft, FullOptionsDraft, Shown>({
    compute: (draft) => shownSum(draft, fields),
  })
  const said = useAfterPause(sum === '' ? '' : `${label}: ${sum}. ${rest}.`)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line pt-3 text-sm">
      <span className="font-medium max-sm:flex-1">{label}</span>
      <progress
        aria-hidden="true"
        max={100}
        value={Math.min(percent, 100)}
        className={classNames('bar max-w-28 max-sm:hidden', isWhole && '[--bar-color:var(--color-good-ink)]')}
      />
      <span className="min-w-16 text-end font-semibold">{sum || '–'}</span>
      <span
        className={classNames(
          'max-sm:basis-full max-sm:text-end',
          isWhole ? 'text-good-ink' : sum === '' ? 'text-muted' : 'text-warn-ink',
        )}
      >
        {rest}
      </span>
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  )
}

function shownSum(draft: FullOptionsDraft, fields: typeof CHANNEL_FIELDS | typeof CUSTOMER_FIELDS): Shown {
  const sum = sumOfPercents(draft, fields)
  if (sum === null) {
    const isBlank = fields.every((name) => draft[name].trim() === '')
    return {
      percent: 0,
      sum: '',
      rest: isBlank ? 'Should be 100%, where any is given' : 'Enter numbers from 0 to 100',
      isWhole: false,
    }
  }
  const off = sum - WHOLE
  return {
    percent: Number(sum) / 1_000_000,
    sum: `${decimalText(sum)}%`,
    rest:
      off === 0n ? 'Complete' : off < 0n ? `${decimalText(-off)}% missing` : `${decimalText(off)}% too much`,
    isWhole: off === 0n,
  }
}

/** The text once it stops changing; nothing for the initial text. */
function useAfterPause(text: string): string {
  const [first] = useState(text)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (text === first && said === '') return
    const timer = setTimeout(() => setSaid(text), SAY_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text, first, said])
  return said
}
