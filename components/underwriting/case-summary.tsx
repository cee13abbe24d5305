import type { ReactNode } from 'react'
import { shownFields, valueNode } from '@/components/applications/review-step-values'
import { categoryLabel } from '@/components/documents/document-words'
import { PageHeader } from '@/components/shell/page-header'
import { DateTime } from '@/components/ui/date-time'
import { sectionIn } from '@/lib/domain/application/draft'
import { itemLabel } from '@/lib/domain/application/fields'
import { KIND_LABELS } from '@/lib/domain/application/kind-labels'
import { sectionsOf } from '@/lib/domain/application/section-names'
import { statusTextsOf } from '@/lib/domain/application/status'
import type { Signal } from '@/lib/domain/underwriting/signal'
import { routes } from '@/lib/routes'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import { answeredItems } from './answered-items'
import { DecisionHead, Evidence } from './case-evidence'
import { WEIGHT_TEXTS } from './case-signals'
import { linesOf } from './case-timeline'
import { ItemAnswer } from './item-answer'
import { PrintButton } from './print-button'
import { usedOfAllowed } from './time-words'

/** A case for printing: what was decided, and from what. Sensitive values are masked, as on every page. */
export function CaseSummary({ view }: { view: CaseView }) {
  const { application, decisions } = view
  const decided = decisions.find(({ inEffect }) => inEffect)
  return (
    <>
      <div className="print:hidden">
        <PageHeader
          title="Summary"
          subtitle="Printable summary. Identities stay masked."
          back={{ href: routes.underwritingCase(application.id), label: `Case A-${application.number}` }}
          actions={<PrintButton />}
        />
      </div>
      <article className="mx-auto max-w-3xl rounded-lg border border-line bg-surface px-8 py-7 print:max-w-none print:rounded-none print:border-0 print:p-0 max-sm:px-4">
        <Head view={view} />
        <Part title="Decision">
          {decisions.length === 0 ? (
            <p>No decision yet.</p>
          ) : (
            decisions.map((decision) => (
              <div key={decision.id} className="mb-4 break-inside-avoid last:mb-0">
                <DecisionHead decision={decision} isWaiting={decision.id === view.firstDecisionId} />
                <div className="mt-1">
                  <Evidence decision={decision} />
                </div>
              </div>
            ))
          )}
        </Part>
        <Part title="Risk signals" note={decided ? 'As of the decision in effect.' : 'Current signals.'}>
          <Signals signals={decided?.signals ?? view.signals} />
        </Part>
        <Part title="Checklist">
          <ul>
            {view.checklist.map(({ key, text, confirmation, others }) => {
              const confirmations = [...(confirmation ? [confirmation] : []), ...others]
              return (
                <li key={key} className="flex break-inside-avoid gap-2 py-0.5">
                  <span aria-hidden="true">{confirmations.length > 0 ? '☑' : '☐'}</span>
                  <span className="min-w-0 break-words">
                    <span className="sr-only">{confirmations.length > 0 ? 'Confirmed: ' : 'Open: '}</span>
                    <bdi>{text}</bdi>
                    {confirmations.map(({ by, at, reason, but }) => (
                      <span key={by} className="text-sm text-muted">
                        {' '}
                        (<bdi>{by}</bdi>, <DateTime at={at} />
                        {reason !== '' && (
                          <>
                            : “<bdi>{reason}</bdi>”
                          </>
                        )}
                        {but !== '' && `, ${but}`})
                      </span>
                    ))}
                  </span>
                </li>
              )
            })}
          </ul>
        </Part>
        {view.requests.length > 0 && (
          <Part title="Requests for information">
            <Requests view={view} />
          </Part>
        )}
        <Part title="The application">
          <Values view={view} />
        </Part>
        <Part title="Documents">
          <ul>
            {application.documents.map(({ id, name, category, sha256, decision }) => (
              <li key={id} className="break-inside-avoid py-0.5">
                <bdi>{name}</bdi> · {categoryLabel(category)} ·{' '}
                {decision ? (
                  <>
                    {decision.verdict === 'accepted' ? 'Accepted' : 'Rejected'} by <bdi>{decision.by}</bdi>,{' '}
                    <DateTime at={decision.at} />
                    {decision.reason !== '' && (
                      <>
                        : “<bdi>{decision.reason}</bdi>”
                      </>
                    )}
                  </>
                ) : (
                  'Not decided'
                )}
                <code className="block font-mono text-xs break-all text-muted">{sha256}</code>
              </li>
            ))}
          </ul>
          {application.documents.length === 0 && <p>None</p>}
        </Part>
        <Part title="Timeline">
          <ol>
            {linesOf(view).map(({ id, at, by, words }) => (
              <li key={id} className="flex break-inside-avoid flex-wrap gap-x-3 py-0.5 text-sm">
                <span className="w-44 text-muted">
                  <DateTime at={at} />
                </span>
                <span className="min-w-0 flex-1 break-words">
                  <bdi>{by ?? 'The desk'}</bdi>: {words}
                </span>
              </li>
            ))}
          </ol>
        </Part>
      </article>
    </>
  )
}

function Head({ view: { application, handedOver, given, round, underwriter, clock } }: { view: CaseView }) {
  const { number, title, kind } = application
  const facts: [string, ReactNode][] = [
    ['Application', `A-${number} · ${KIND_LABELS[kind].name}`],
    ['Status', statusTextsOf(application).label],
    [
      'Sent',
      <>
        <DateTime key="at" at={handedOver.at} /> by <bdi key="by">{handedOver.by}</bdi>
        {round > 1 && ` (round ${round})`}
      </>,
    ],
    ...(given.isAnswer
      ? [
          [
            'Answered',
            <>
              <DateTime key="at" at={given.at} /> by <bdi key="by">{given.by}</bdi>
            </>,
          ] satisfies [string, ReactNode],
        ]
      : []),
    ['Underwriter', underwriter?.name ?? 'Unassigned'],
    [
      'Time with underwriting',
      `${usedOfAllowed(clock.usedMs, clock.hoursAllowed)}${clock.handOvers > 1 ? `, over ${clock.handOvers} rounds` : ''}`,
    ],
  ]
  return (
    <header>
      <p className="text-sm text-muted">PayFac Desk · Underwriting summary</p>
      <h2 className="text-2xl font-semibold tracking-tight break-words">
        <bdi>{title}</bdi>
      </h2>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-6 gap-y-0.5 text-sm">
        {facts.map(([term, fact]) => (
          <div key={term} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-muted">{term}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </header>
  )
}

function Part({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className="mt-6 border-t border-line pt-3">
      <h3 className="mb-2 text-lg font-semibold break-after-avoid">
        {title}
        {note && <span className="ms-2 text-sm font-normal text-muted">{note}</span>}
      </h3>
      {children}
    </section>
  )
}

function Signals({ signals }: { signals: readonly Signal[] }) {
  if (signals.length === 0) return <p>No signals found.</p>
  return (
    <ul>
      {signals.map(({ weight, title, why, values }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a rule may say the same of two people
        <li key={index} className="break-inside-avoid py-1">
          <p className="break-words">
            <span className="font-medium">{WEIGHT_TEXTS[weight].label}:</span> {title}
          </p>
          <p className="text-sm break-words text-muted">
            {why} {values.map(({ label, text }) => `${label}: ${text}`).join('; ')}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Requests({ view: { requests, application } }: { view: CaseView }) {
  const asked = requests.map((request) => ({
    ...request,
    items: answeredItems(request, application.documents, application.documentPlan),
  }))
  return asked.map(({ id, askedBy, askedAt, items, answer }) => (
    <div key={id} className="mb-3 last:mb-0">
      <p className="text-sm text-muted">
        <bdi>{askedBy}</bdi>, <DateTime at={askedAt} />
      </p>
      <ul className="mt-1 flex flex-col gap-1.5">
        {items.map((answered) => (
          <li key={answered.item.id} className="break-inside-avoid">
            <ItemAnswer answered={{ ...answered, differences: [], documents: [] }} />
          </li>
        ))}
      </ul>
      {answer && (
        <p className="mt-1 text-sm break-words">
          <bdi>{answer.by}</bdi> answered, <DateTime at={answer.at} />
          {answer.note !== '' && (
            <>
              : <bdi className="whitespace-pre-line">{answer.note}</bdi>
            </>
          )}
        </p>
      )}
    </div>
  ))
}

function Values({ view: { application } }: { view: CaseView }) {
  const { draft, kind, steps } = application
  return sectionsOf(kind).map((section) => {
    const data = sectionIn(draft, section)
    const records = 'items' in data ? data.items : [data]
    return (
      <div key={section} className="mb-4 last:mb-0">
        <h4 className="font-medium break-after-avoid">
          {steps.find(({ slug }) => slug === section)?.label ?? section}
        </h4>
        {records.map((record, index) => {
          const values = new Map<string, unknown>(Object.entries(record))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is printed does not move
            <div key={index} className="mt-1">
              {'items' in data && <p className="text-sm text-muted">{itemLabel(section, index)}</p>}
              <dl className="grid gap-x-8 text-sm sm:grid-cols-2 print:grid-cols-2">
                {shownFields(kind, section).map((field) => {
                  const value = valueNode(field, values.get(field.name))
                  return value === null ? null : (
                    <div key={field.name} className="flex break-inside-avoid justify-between gap-4 py-0.5">
                      <dt className="text-muted">{field.meta.label}</dt>
                      <dd className="min-w-0 text-end break-words">{value}</dd>
                    </div>
                  )
                })}
              </dl>
            </div>
          )
        })}
      </div>
    )
  })
}
