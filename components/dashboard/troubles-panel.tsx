import type { Route } from 'next'
import type { ReactNode } from 'react'
import { deliveryWords } from '@/components/documents/document-words'
import { StatusBadge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { Tone } from '@/components/ui/tone'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import { STATUS_TEXTS } from '@/lib/domain/application/status'
import { ANOMALY_LABELS, STATE_LABELS } from '@/lib/domain/callbacks/event-labels'
import { BATCH_STATUS_MEANING } from '@/lib/domain/funding/batch'
import { routes } from '@/lib/routes'
import type { Trouble } from '@/lib/server/dashboard/views'
import { Age } from './age'

/** The latest troubles that are still open, in everything that this person works with. */
export function TroublesPanel({ troubles, at }: { troubles: readonly Trouble[]; at: string }) {
  return (
    <Panel title="Recent issues" flush={troubles.length > 0}>
      {troubles.length === 0 ? (
        <p className="text-muted">No rejections, failures or unknown outcomes.</p>
      ) : (
        <ul>
          {troubles.map((trouble) => {
            const { key, href, mark, state, detail } = shown(trouble)
            return (
              <li
                key={key}
                className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line px-4 py-1.5 text-sm last:border-b-0"
              >
                <Link
                  href={href}
                  className="flex min-h-6 min-w-0 items-center gap-2 rounded-sm hover:underline max-sm:flex-1 sm:w-64"
                >
                  <span className="shrink-0 text-accent-ink">{mark}</span>
                  <bdi className="truncate">{trouble.name}</bdi>
                </Link>
                <span className="shrink-0 text-muted sm:order-last sm:ms-auto">
                  <Age of={trouble.at} at={at} />
                </span>
                <p className="flex min-w-0 flex-1 items-center gap-2 text-muted max-sm:basis-full">
                  <StatusBadge tone={state.tone}>{state.label}</StatusBadge>
                  {detail && <span className="truncate">{detail}</span>}
                </p>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}

type Shown = {
  key: string
  href: Route
  /** Its name in texts. */
  mark: string
  state: { tone: Tone; label: string }
  detail: ReactNode
}

function shown(trouble: Trouble): Shown {
  switch (trouble.about) {
    case 'application':
      return {
        key: trouble.id,
        href: routes.application(trouble.id),
        mark: `A-${trouble.number}`,
        state: STATUS_TEXTS[trouble.status],
        detail: null,
      }
    case 'document': {
      const state = deliveryWords({ delivery: trouble.delivery, deliveryMessage: trouble.message }, true)
      return {
        key: trouble.id,
        href: routes.applicationStep(trouble.applicationId, 'documents'),
        mark: `A-${trouble.number}`,
        state: { ...state, label: `Document: ${state.label.toLowerCase()}` },
        detail: trouble.message,
      }
    }
    case 'batch':
      return {
        key: trouble.id,
        href: routes.fundingBatch(trouble.id),
        mark: `B-${trouble.number}`,
        state: BATCH_STATUS_MEANING[trouble.status],
        detail: null,
      }
    case 'callback':
      return {
        key: `callback-${trouble.n}`,
        href: routes.callback(trouble.n),
        mark: 'Callback',
        state: STATE_LABELS[trouble.state],
        detail: trouble.anomalies.map((anomaly) => ANOMALY_LABELS[anomaly].label).join(', '),
      }
    case 'forward':
      return {
        key: trouble.id,
        href: routes.callback(trouble.n),
        mark: 'Forwarding to',
        state: { tone: 'bad', label: 'Failed' },
        detail: `Callback ${trouble.n} was not delivered. You can resend it.`,
      }
    case 'reveals':
      return {
        key: `reveals-${trouble.auditId}`,
        href: auditOf(trouble.personId, 'value-revealed'),
        mark: 'Revealed values',
        state: { tone: 'warn', label: 'Above the limit' },
        detail: 'More sensitive values within an hour than the limit allows.',
      }
    case 'identity-checks':
      return {
        key: `identity-checks-${trouble.auditId}`,
        href: auditOf(trouble.personId, 'identity-check-limit-passed'),
        mark: 'Compared identities',
        state: { tone: 'warn', label: 'Above the limit' },
        detail: 'More tax IDs, SSNs or account numbers than one person may compare.',
      }
  }
}

/** The same as `auditAddress`, which would add the labels of all actions to this page. */
export const auditOf = (person: string, action: AuditAction): Route =>
  `${routes.audit}?${new URLSearchParams({ person, action })}` as Route
