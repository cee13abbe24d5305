'use client'

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { replayForwardAction } from '@/lib/server/callbacks/forwarding/actions'
import type { ForwardView } from '@/lib/server/callbacks/forwarding/views'
import { attemptWords, FORWARD_STATES, FORWARD_TYPES, statusWords } from './forward-labels'

/** A message to one of our own systems: its status, its tries, and a button to send it again. */
export function ForwardItem({
  forward,
  about = null,
  mayReplay,
}: {
  forward: ForwardView
  /** The callback that the message is about, if the page does not already say so. */
  about?: ReactNode
  mayReplay: boolean
}) {
  const { id, endpoint, type, state, createdAt, attempts } = forward
  const { label, tone } = FORWARD_STATES[state]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-72">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold break-words">
            {about === null ? (
              <bdi>{endpoint}</bdi>
            ) : (
              <>
                {about} <span className="font-normal">{FORWARD_TYPES[type]}</span>
              </>
            )}
          </span>
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <span className="text-sm break-words text-muted">
            {about === null ? (
              `That it ${FORWARD_TYPES[type]}`
            ) : (
              <>
                To <bdi>{endpoint}</bdi>
              </>
            )}
            , <DateTime at={createdAt} seconds />
          </span>
        </div>
        <details className="group mt-0.5">
          <summary className="flex min-h-6 items-start gap-1 rounded-sm text-sm">
            <ChevronRight
              className="mt-0.75 size-3.5 shrink-0 text-muted group-open:rotate-90"
              aria-hidden="true"
            />
            <span className="min-w-0 break-words">
              {statusWords(forward)}{' '}
              <span className="whitespace-nowrap text-muted">
                {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}
              </span>
            </span>
          </summary>
          <div className="ps-4.5 text-sm">
            <ol className="flex list-inside list-decimal flex-col gap-0.5">
              {attempts.map((attempt) => (
                <li key={attempt.at} className="break-words">
                  <DateTime at={attempt.at} seconds />: {attemptWords(attempt)}{' '}
                  <span className="text-muted">({attempt.durationMs.toLocaleString('en-US')} ms)</span>
                </li>
              ))}
            </ol>
            <p className="text-muted">
              webhook-id <CopyableId value={id} label="webhook-id" />
            </p>
          </div>
        </details>
      </div>
      {mayReplay && state !== 'waiting' && <ReplayButton forward={forward} />}
    </li>
  )
}

function ReplayButton({ forward: { id, endpoint } }: { forward: ForwardView }) {
  const { run, busy, trouble } = useDeskAction(replayForwardAction, { unanswered: 'try-again' })
  return (
    <div className="flex max-w-full flex-col items-end gap-1">
      <Button size="small" busy={busy} onClick={() => void run({ forwardId: id })}>
        Send again
        <span className="sr-only"> to {endpoint}</span>
      </Button>
      <TroubleNotice trouble={trouble} title="It was not sent" />
    </div>
  )
}
