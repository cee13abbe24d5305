'use client'

import { TriangleAlert } from 'lucide-react'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Option } from '@/components/forms/option'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { type DeskAction, useDeskAction } from '@/components/forms/use-desk-action'
import { StatusBadge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { Link } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import { READY_LABELS, type Readiness, slipWords } from '@/lib/domain/application/readiness'
import { type ApplicationStatus, STATUS_TEXTS } from '@/lib/domain/application/status'
import { counted } from '@/lib/domain/values/counted'
import { isHeldBack } from '@/lib/domain/values/violation'
import { routes } from '@/lib/routes'
import type { ReadyRow } from '@/lib/server/applications/readiness'

export type Way = NonNullable<Readiness['way']>

/** The result of one application: its status if it was sent, or why it was not. */
export type Sent = { ok: true; status: ApplicationStatus } | { ok: false; words: string; isLast: boolean }

/**
 * Sends several applications one after another, as their own pages would. Only what was shown as ready is sent.
 * Stops if an outcome is unknown.
 */
export function SendMany({
  applicationIds,
  judge,
  sendOne,
  onSent,
  onClose,
}: {
  applicationIds: readonly string[]
  judge: DeskAction<{ applicationIds: string[] }, readonly ReadyRow[]>
  sendOne: (way: Way, row: ReadyRow) => Promise<Sent>
  /** Called for each application that was sent. */
  onSent: (applicationId: string) => void
  onClose: () => void
}) {
  const { run, trouble } = useDeskAction(judge, { unanswered: 'try-again' })
  const [rows, setRows] = useState<readonly ReadyRow[] | null>(null)
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Sent>>(new Map())
  const [way, setWay] = useState<Way | null>(null)
  /** Applications with a value that is certainly wrong and that someone chose to send anyway. */
  const [wanted, setWanted] = useState<ReadonlySet<string>>(new Set())
  const isWanted = useRef(true)
  const result = useRef<HTMLParagraphElement>(null)

  const look = useEffectEvent(async () => {
    const called = await run({ applicationIds: [...applicationIds] })
    if (called?.ok) setRows(called.data)
  })
  useEffect(() => {
    void look()
    // A request in progress continues; nothing else starts once the dialog is closed.
    isWanted.current = true
    return () => {
      isWanted.current = false
    }
  }, [])

  const waiting = (one: Way) =>
    (rows ?? []).filter(
      ({ applicationId, readiness }) =>
        readiness.way === one &&
        !outcomes.has(applicationId) &&
        !isHeldBack(readiness.slips, wanted.has(applicationId)),
    )

  async function send(chosen: Way) {
    if (way !== null) return
    setWay(chosen)
    for (const row of waiting(chosen)) {
      if (!isWanted.current) return
      const outcome = await sendOne(chosen, row)
      if (went(outcome)) onSent(row.applicationId)
      setOutcomes((known) => new Map(known).set(row.applicationId, outcome))
      if (!outcome.ok && outcome.isLast) break
    }
    setWay(null)
    result.current?.focus()
  }

  const hasWay = (one: Way) => (rows ?? []).some(({ readiness }) => readiness.way === one)
  const [submits, handsOver] = [waiting('submit').length, waiting('hand-over').length]
  const stand = {
    all: applicationIds.length,
    ready: rows && submits + handsOver,
    isSending: way !== null,
    outcomes: [...outcomes.values()],
  }
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      {...headOf(stand)}
      footer={
        <>
          <Button onClick={onClose}>{outcomes.size > 0 ? 'Done' : 'Cancel'}</Button>
          {hasWay('hand-over') && (
            <SendButton
              variant={hasWay('submit') ? 'secondary' : 'primary'}
              count={handsOver}
              busy={way === 'hand-over'}
              disabled={way === 'submit'}
              onSend={() => void send('hand-over')}
            >
              Send {handsOver} to underwriting
            </SendButton>
          )}
          {hasWay('submit') && (
            <SendButton
              variant="primary"
              count={submits}
              busy={way === 'submit'}
              disabled={way === 'hand-over'}
              onSend={() => void send('submit')}
            >
              Submit {submits} to the partner
            </SendButton>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {rows === null && !trouble && <ProgressBar label="Checking what can be sent" />}
        <TroubleNotice trouble={trouble} title="Couldn’t check them" />
        <p
          ref={result}
          tabIndex={-1}
          role="status"
          className={outcomes.size === 0 ? 'sr-only' : 'font-medium'}
        >
          {countWords(outcomes.values())}
        </p>
        {rows && (
          <ul className="flex flex-col">
            {rows.map((row) => (
              <Row
                key={row.applicationId}
                row={row}
                outcome={outcomes.get(row.applicationId)}
                isWanted={wanted.has(row.applicationId)}
                onWant={
                  way === null
                    ? (isOn) => {
                        const next = new Set(wanted)
                        if (isOn) next.add(row.applicationId)
                        else next.delete(row.applicationId)
                        setWanted(next)
                      }
                    : undefined
                }
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

const went = (outcome: Sent): boolean => outcome.ok && outcome.status !== 'not-sent'

/** The dialog's title before, during and after sending. `ready`: how many the button sends; null until known. */
function headOf({
  all,
  ready,
  isSending,
  outcomes,
}: {
  all: number
  ready: number | null
  isSending: boolean
  outcomes: readonly Sent[]
}): { title: string; description: string } {
  const of = (count: number) =>
    count === all ? counted(all, 'application') : `${count} of ${counted(all, 'application')}`
  if (isSending)
    return {
      title: 'Sending applications',
      description: 'They go one after the other. Closing this stops before the next one.',
    }
  if (outcomes.length > 0) {
    const count = outcomes.filter(went).length
    return {
      title: count === 0 ? 'Nothing was sent' : `Sent ${of(count)}`,
      description: ready
        ? `What became of each is shown below. ${ready} more can be sent.`
        : 'What became of each is shown below.',
    }
  }
  return {
    title:
      ready === null ? 'Send applications' : ready === 0 ? 'Nothing is ready to send' : `Send ${of(ready)}`,
    description:
      'A submission creates records at the partner and cannot be taken back here. Nothing is sent until you press a button below.',
  }
}

/**
 * Keeps its place when nothing is left to send, so that no other button moves under the pointer, and ignores the
 * second press of a double click.
 */
const SendButton = ({
  count,
  onSend,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'className'> & { count: number; onSend: () => void }) => (
  <Button
    {...button}
    className={count === 0 && !button.busy ? 'invisible' : undefined}
    onClick={({ detail }) => count > 0 && detail <= 1 && onSend()}
  />
)

function Row({
  row: { applicationId, number, name, readiness },
  outcome,
  isWanted,
  onWant,
}: {
  row: ReadyRow
  outcome: Sent | undefined
  isWanted: boolean
  /** Undefined while something is being sent. */
  onWant: ((isWanted: boolean) => void) | undefined
}) {
  return (
    <li className="grid items-start gap-x-4 border-b border-line py-2 last:border-b-0 sm:grid-cols-[minmax(10rem,1fr)_2fr]">
      <p className="min-w-0 break-words">
        <Link href={routes.application(applicationId)} className="link">
          A-{number}
        </Link>{' '}
        <bdi className="font-medium">{name}</bdi>
      </p>
      <div className="min-w-0 text-sm break-words">
        {outcome ? (
          <OutcomeWords outcome={outcome} />
        ) : readiness.way !== null && readiness.slips.length > 0 ? (
          <>
            <p className="text-warn-ink">
              <TriangleAlert className="me-1.5 inline size-3.5 align-[-0.125rem]" aria-hidden="true" />
              <span className="font-medium">{slipWords(readiness.slips)}.</span>{' '}
              {isWanted ? 'It is sent as it is.' : 'It stays unless you choose it.'}
            </p>
            <Option
              type="checkbox"
              label={`${readiness.way === 'submit' ? 'Submit' : 'Send'} A-${number} as it is`}
              checked={isWanted}
              disabled={!onWant}
              onChange={({ target }) => onWant?.(target.checked)}
            />
          </>
        ) : (
          <ReadinessWords readiness={readiness} />
        )}
      </div>
    </li>
  )
}

function OutcomeWords({ outcome }: { outcome: Sent }) {
  if (!outcome.ok) return <span className="text-bad-ink">{outcome.words}</span>
  const { tone, label } = STATUS_TEXTS[outcome.status]
  return <StatusBadge tone={tone}>{label}</StatusBadge>
}

function ReadinessWords({ readiness }: { readiness: Readiness }) {
  if (readiness.way === null) return <span className="text-warn-ink">Stays. {readiness.reason}</span>
  const { way, warnings, missing } = readiness
  const beside = [
    ...(warnings > 0 ? [counted(warnings, 'warning')] : []),
    ...(missing > 0 ? [`${counted(missing, 'document')} missing`] : []),
  ]
  return (
    <>
      <span className="text-good-ink">{READY_LABELS[way]}</span>
      {beside.length > 0 && <span className="text-muted"> · {beside.join(' · ')}</span>}
    </>
  )
}

/** `12 submitted · 1 rejected · 1 not sent`. Rejected applications were sent but need attention. */
function countWords(outcomes: Iterable<Sent>): string {
  const counts = new Map<string, number>()
  for (const outcome of outcomes) {
    const label = outcome.ok ? STATUS_TEXTS[outcome.status].label.toLowerCase() : 'not sent'
    counts.set(label, (counts.get(label) ?? 0) + 1)
  }
  return [...counts].map(([label, count]) => `${count} ${label}`).join(' · ')
}
