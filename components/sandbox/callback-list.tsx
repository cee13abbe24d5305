'use client'

import { ChevronRight, Webhook } from 'lucide-react'
import { StatusBadge } from '@/components/ui/badge'
import { DateTime } from '@/components/ui/date-time'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { EmptyState } from '@/components/ui/empty-state'
import type { ControlCallback } from '@/lib/server/sandbox/controls'
import { FieldName } from './field-name'
import { CALLBACK_STATES } from './sandbox-labels'

/** Events and their delivery status, newest first. */
export function CallbackList({ callbacks }: { callbacks: readonly ControlCallback[] }) {
  if (callbacks.length === 0) {
    return (
      <EmptyState icon={<Webhook />} title="No events yet">
        Send one with the form, or make a sale on the hosted page. Events appear here with their attempts.
      </EmptyState>
    )
  }
  return (
    <ol>
      {callbacks.map((callback) => (
        <CallbackRow key={callback.n} callback={callback} />
      ))}
    </ol>
  )
}

function CallbackRow({ callback }: { callback: ControlCallback }) {
  const { n, profileId, createdAt, state, attempts, responseUrl, fields } = callback
  const { tone, label } = CALLBACK_STATES[state]
  const entries = Object.entries(fields)
  return (
    <li className="border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">Event {n}</h3>
        <StatusBadge tone={tone}>{label}</StatusBadge>
        <span className="text-sm text-muted">
          {attempts === 0 ? 'no attempt yet' : attempts === 1 ? '1 attempt' : `${attempts} attempts`}
          {/* An event without an address waits for one, and not for a time. */}
          {callback.nextAttemptAt !== null && attempts > 0 && (
            <>
              {' · next '}
              <DateTime at={callback.nextAttemptAt} seconds />
            </>
          )}
        </span>
      </div>
      <p className="mt-0.5 text-sm break-words">{lastAnswer(callback)}</p>
      <p className="text-sm break-words text-muted">
        Profile {profileId} · <DateTime at={createdAt} seconds />
        {responseUrl !== null && (
          <>
            {' · to '}
            <bdi>{hostOf(responseUrl)}</bdi>
          </>
        )}
      </p>
      <details className="group mt-0.5">
        <summary className="inline-flex min-h-6 items-center gap-1 rounded-sm text-sm text-muted hover:text-ink">
          <ChevronRight className="size-3.5 group-open:rotate-90" aria-hidden="true" />
          {entries.length === 1 ? '1 field' : `${entries.length} fields`}
          <span className="sr-only"> of event {n}</span>
        </summary>
        <DescriptionList columns={2}>
          {entries.map(([name, value]) => (
            <Description key={name} term={<FieldName name={name} />}>
              {value && <bdi className="whitespace-pre-wrap">{value}</bdi>}
            </Description>
          ))}
        </DescriptionList>
      </details>
    </li>
  )
}

/** The path may contain a receiver's key, which is shown under Profiles. */
const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : address)

/** Only HTTP 200 acknowledges receipt (interface, "Response callback"). */
function lastAnswer({ lastStatus, lastProblem, state }: ControlCallback): string {
  if (lastProblem !== null) return `${lastProblem}.`
  if (lastStatus === null) return 'Not sent yet.'
  return state === 'acknowledged'
    ? `The receiver answered HTTP ${lastStatus}.`
    : `The receiver answered HTTP ${lastStatus}, which does not acknowledge it: only 200 does.`
}
