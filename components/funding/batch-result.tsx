import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CalloutTone } from '@/components/ui/callout'
import { classNames } from '@/components/ui/class-names'
import { moneyText } from '@/components/ui/money'
import {
  type BatchResult,
  NOT_FUNDED,
  type ResultKind,
  type ResultSum,
  sumOfKinds,
} from '@/lib/domain/funding/result'
import { decimalCents } from '@/lib/domain/values/money'
import { routes } from '@/lib/routes'
import { counted } from './funding-words'

const PART_WORDS: Readonly<Record<(typeof NOT_FUNDED)[number], string>> = {
  failed: 'Failed',
  rejected: 'Rejected',
  'not-sent': 'Not sent',
  withdrawn: 'Withdrawn',
}

const FRAMES: Readonly<Record<CalloutTone, { frame: string; ink: string }>> = {
  info: { frame: 'border-accent-line', ink: 'text-accent-ink' },
  good: { frame: 'border-good-line', ink: 'text-good-ink' },
  warn: { frame: 'border-warn-line', ink: 'text-warn-ink' },
  bad: { frame: 'border-bad-line', ink: 'text-bad-ink' },
}

/** What became of a batch's money over all of its requests, and what can be done about it now. */
export function BatchResultPanel({
  batchId,
  result,
  title,
  tone,
  actions,
  children,
}: {
  batchId: string
  result: BatchResult
  title: string
  tone: CalloutTone
  actions: ReactNode
  children: ReactNode
}) {
  const notFunded = sumOfKinds(result, NOT_FUNDED)
  const parts = NOT_FUNDED.filter((kind) => result[kind].transactions > 0)
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
        <Figure
          term="Funded"
          sum={result.funded}
          ink={result.funded.transactions > 0 ? 'text-good-ink' : 'text-muted'}
        />
        <Figure
          term="Not funded"
          sum={notFunded}
          ink={notFunded.transactions > 0 ? 'text-bad-ink' : 'text-muted'}
        >
          {parts.length > 0 && (
            <span className="mt-1 flex flex-col gap-0.5 text-sm">
              {parts.map((kind) => (
                <Part key={kind} kind={kind} sum={result[kind]} />
              ))}
            </span>
          )}
        </Figure>
        {result.unknown.transactions > 0 && (
          <Figure term="Outcome unknown" sum={result.unknown} ink="text-warn-ink" />
        )}
        {result['under-way'].transactions > 0 && (
          <Figure term="Being sent" sum={result['under-way']} ink="text-accent-ink" />
        )}
      </dl>
      <div className="border-t border-line px-4 py-2.5 text-sm [&>p]:max-w-prose">{children}</div>
    </section>
  )
}

function Figure({
  term,
  sum,
  ink,
  children,
}: {
  term: string
  sum: ResultSum
  ink: string
  children?: ReactNode
}) {
  return (
    <div className="flex min-w-0 flex-col bg-surface px-4 py-3">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="flex flex-col">
        <span className={classNames('text-2xl font-semibold tabular-nums', ink)}>{dollars(sum)}</span>
        <span className="text-sm">{counted(sum.transactions, 'transaction')}</span>
        {children}
      </dd>
    </div>
  )
}

const Part = ({ kind, sum }: { kind: Extract<ResultKind, keyof typeof PART_WORDS>; sum: ResultSum }) => (
  <span className="flex flex-wrap justify-between gap-x-3">
    <span className="text-muted">
      {PART_WORDS[kind]}, {counted(sum.transactions, 'transaction')}
    </span>{' '}
    <span className="tabular-nums">{dollars(sum)}</span>
  </span>
)

const dollars = ({ amountMinor }: ResultSum): string => moneyText(decimalCents(amountMinor))
