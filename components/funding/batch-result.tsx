import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CalloutTone } from '@/components/ui/callout'
import { classNames } from '@/components/ui/class-names'
import { addWas, NO_WAS } from '@/lib/domain/funding/change'
import {
  type BatchResult,
  hasNoEffect,
  heldAfter,
  RESULT_KINDS,
  RESULT_LABELS,
  type ResultKind,
  type ResultSum,
  type ResultWas,
  sumOf,
} from '@/lib/domain/funding/result'
import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import { type Change, ChangeFigures, changeOfKind } from './change-amounts'

const INKS: Readonly<Record<ResultKind, string>> = {
  funded: 'text-good-ink',
  failed: 'text-bad-ink',
  rejected: 'text-bad-ink',
  'not-sent': 'text-bad-ink',
  withdrawn: 'text-muted',
  unknown: 'text-warn-ink',
  'under-way': 'text-accent-ink',
}

const FRAMES: Readonly<Record<CalloutTone, { frame: string; ink: string }>> = {
  info: { frame: 'border-accent-line', ink: 'text-accent-ink' },
  good: { frame: 'border-good-line', ink: 'text-good-ink' },
  warn: { frame: 'border-warn-line', ink: 'text-warn-ink' },
  bad: { frame: 'border-bad-line', ink: 'text-bad-ink' },
}

/**
 * What happened to a batch's money in all of its requests, and what can be done now. Each amount is in exactly one
 * figure, and the figures add up to the batch. `was`: set if the batch changes what the partner held.
 */
export default function BatchResultPanel({
  batchId,
  result,
  was,
  title,
  tone,
  actions,
  children,
}: {
  batchId: string
  result: BatchResult
  was: ResultWas | null
  title: string
  tone: CalloutTone
  actions: ReactNode
  children?: ReactNode
}) {
  const kinds = RESULT_KINDS.filter((kind) => kind === 'funded' || result[kind].transactions > 0)
  // A single figure would repeat the batch's total and look like twice the money.
  const isMixed = RESULT_KINDS.filter((kind) => result[kind].transactions > 0).length > 1
  const { frame, ink } = FRAMES[tone]
  return (
    <section aria-label="Result" className={classNames('rounded-lg border bg-surface', frame)}>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5">
        <h2 className={classNames('font-semibold', ink)}>{title}</h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <a
            href={routes.api.fundingExport(batchId, 'results')}
            download
            className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm text-accent-ink underline"
          >
            <Download className="size-3.5" aria-hidden="true" />
            Download results
          </a>
          {actions}
        </div>
      </header>
      <dl className="grid gap-px overflow-clip bg-line sm:auto-cols-fr sm:grid-flow-col">
        {kinds.map((kind) => (
          <Figure
            key={kind}
            term={RESULT_LABELS[kind]}
            sum={result[kind]}
            ink={result[kind].transactions > 0 ? INKS[kind] : 'text-muted'}
            change={was && changeOfKind(kind, was[kind] ?? NO_WAS, result[kind].amountMinor)}
          />
        ))}
        {isMixed && (
          <Figure term="Batch" sum={sumOf(result)} ink="text-ink" change={was && changeOfAll(was, result)} />
        )}
      </dl>
      <div className="border-t border-line px-4 py-2.5 text-sm [&>p]:max-w-prose">{children}</div>
    </section>
  )
}

/** A change without effect takes nothing out. */
const changeOfAll = (was: ResultWas, result: BatchResult): Change => ({
  was: RESULT_KINDS.map((kind) => ({
    ...(was[kind] ?? NO_WAS),
    ...(hasNoEffect(kind) && { takenMinor: 0n }),
  })).reduce(addWas, NO_WAS),
  newMinor: RESULT_KINDS.reduce(
    (sum, kind) => sum + heldAfter(kind, was[kind] ?? NO_WAS, result[kind].amountMinor),
    0n,
  ),
})

function Figure({
  term,
  sum,
  ink,
  change,
}: {
  term: string
  sum: ResultSum
  ink: string
  change: Change | null
}) {
  const transactions = counted(sum.transactions, 'transaction')
  return (
    <div className="flex min-w-0 flex-col bg-surface px-4 py-3">
      <dt className={classNames('text-sm', change ? classNames('font-semibold', ink) : 'text-muted')}>
        {term}
      </dt>
      <dd className="flex flex-col">
        {change ? (
          <>
            <span className="text-sm">
              {transactions}
              {/* The requested amount is in no other of its figures. */}
              {change.isKept && `, ${dollarWords(sum.amountMinor)}`}
            </span>
            <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-1">
              <ChangeFigures change={change} className="text-lg" />
            </dl>
          </>
        ) : (
          <>
            <span className={classNames('text-2xl font-semibold tabular-nums', ink)}>
              {dollarWords(sum.amountMinor)}
            </span>
            <span className="text-sm">{transactions}</span>
          </>
        )}
      </dd>
    </div>
  )
}
