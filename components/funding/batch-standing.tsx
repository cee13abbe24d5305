'use client'

import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { askDesk, problemOf } from '@/components/shell/ask-desk'
import { newUuid } from '@/components/shell/new-uuid'
import { Button } from '@/components/ui/button'
import { Callout, type CalloutTone } from '@/components/ui/callout'
import {
  BATCH_STATUS_MEANING,
  type BatchStatus,
  type BatchTone,
  batchStanding,
} from '@/lib/domain/funding/batch'
import { routes } from '@/lib/routes'
import {
  retryFailedAction,
  sendBatchAction,
  submitBatchAction,
  takeBackBatchAction,
} from '@/lib/server/funding/actions'
import type { BatchAct, BatchView } from '@/lib/server/funding/views'
import { BatchProgressBar } from './batch-progress'
import {
  type Asked,
  approveQuestion,
  discardQuestion,
  resolveQuestion,
  returnQuestion,
  withdrawQuestion,
} from './batch-questions'
import { BatchResultPanel } from './batch-result'
import { counted } from './funding-words'
import type { NoteQuestion } from './note-dialog'

const NoteDialog = dynamic(() => import('./note-dialog'), { loading: () => null })

const BatchHeaderDialog = dynamic(() => import('./batch-header-dialog'), { loading: () => null })

const UNSAVED =
  'What you typed last could not be saved, so nothing was done. See what is said above the amounts.'

const TONES: Readonly<Record<BatchTone, CalloutTone>> = {
  neutral: 'info',
  progress: 'info',
  good: 'good',
  warn: 'warn',
  bad: 'bad',
}

/** The step that comes next: where it is not this person's to take, it is said why. */
const NEXT: Partial<Record<BatchStatus, BatchAct>> = {
  draft: 'submit',
  waiting: 'approve',
  approved: 'send',
  stopped: 'send',
  unknown: 'resolve',
}

/** Where a batch stands, what that means, and what this person can do about it now, or why not. */
export function BatchStanding({
  batch,
  settle,
  edited,
  onChanged,
  onRefused,
}: {
  batch: BatchView
  /** Saves what was typed last, and gives the version of the lines on the page; null where it could not. */
  settle: () => Promise<number | null>
  /** Grows with what is changed in the lines: what was said of them before is not so any more. */
  edited: number
  /** The draft was changed beside its lines. */
  onChanged: () => void
  /** Something was not done, maybe because the page shows what is not so any more. */
  onRefused: () => void
}) {
  const router = useRouter()
  const [busy, setBusy] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [question, setQuestion] = useState<NoteQuestion | null>(null)
  const [isRenaming, setIsRenaming] = useState(false)
  const newBatchId = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what the lines were changed for
  useEffect(() => setProblem(null), [edited])
  const { id: batchId, status, may, outcome, totals } = batch
  const { meaning } = BATCH_STATUS_MEANING[status]
  const { label, tone } = batchStanding({ status, ...outcome })
  const takenUp = batch.children.filter((child) => child.purpose === 'retry' && child.status !== 'discarded')

  async function run(name: string, ask: () => Promise<string | null>) {
    if (busy) return
    setBusy(name)
    const found = await ask()
    setBusy(null)
    setProblem(found)
    if (found !== null && found !== UNSAVED) onRefused()
    if (found !== UNSAVED) router.refresh()
  }
  /** What is put forward is what stands on this page, the cell that was typed last included. */
  async function putForward(): Promise<string | null> {
    const version = await settle()
    return version === null ? UNSAVED : problemOf(() => submitBatchAction({ batchId, version }))
  }

  const asked: Asked = (answer) => async (note, choice) => {
    const found = await answer(note, choice)
    if (found === null) setProblem(null)
    else onRefused()
    router.refresh()
    return found
  }

  /** One id for all presses of this page, so that two of them make one batch. */
  async function retry() {
    newBatchId.current ||= newUuid()
    const { data, problem: found } = await askDesk(() =>
      retryFailedAction({ batchId, newBatchId: newBatchId.current }),
    )
    if (!data) return found
    if (!data.ok) return data.message
    router.push(routes.fundingBatch(data.batchId))
    return null
  }

  const ask = (make: (batch: BatchView, after: Asked) => NoteQuestion) => setQuestion(make(batch, asked))

  const deed = (act: keyof typeof may, name: string, press: () => void, primary = false): ReactNode =>
    may[act].allowed && (
      <Button key={name} variant={primary ? 'primary' : 'secondary'} busy={busy === name} onClick={press}>
        {name}
      </Button>
    )
  const unsent = status === 'stopped' && outcome.unsent > 0
  const retryName = batch.leftToRetry.failed > 0 ? 'Retry what failed' : 'Take up what was withdrawn'
  const isRetryNext = batch.leftToRetry.failed > 0 && !may.send.allowed && takenUp.length === 0
  const deeds = [
    deed('submit', 'Put forward for approval', () => void run('Put forward for approval', putForward), true),
    deed('approve', 'Approve…', () => ask(approveQuestion), true),
    may.approve.allowed
      ? deed('return', 'Return…', () => ask(returnQuestion))
      : deed(
          'take-back',
          'Take it back',
          () => void run('Take it back', () => problemOf(() => takeBackBatchAction({ batchId }))),
        ),
    deed(
      'send',
      unsent ? 'Send the rest' : 'Send to the partner',
      () =>
        void run(unsent ? 'Send the rest' : 'Send to the partner', () =>
          problemOf(() => sendBatchAction({ batchId })),
        ),
      true,
    ),
    deed('resolve', 'Say how it ended…', () => ask(resolveQuestion), true),
    deed('retry', retryName, () => void run(retryName, retry), isRetryNext),
    deed('withdraw', 'Withdraw the rest…', () => ask(withdrawQuestion)),
    status === 'draft' && deed('edit', 'Name and profile…', () => setIsRenaming(true)),
    deed('discard', 'Discard…', () => ask(discardQuestion)),
  ].filter(Boolean)
  const nextAct = NEXT[status]
  const next = nextAct && may[nextAct]

  // Nothing waits to be sent, and all that failed was taken up elsewhere or given up.
  const isSettled = status === 'stopped' && outcome.unsent === 0 && batch.leftToRetry.failed === 0
  // The words of the state have said it already.
  const isUnmended = status === 'draft' && (totals.errors > 0 || totals.lines === 0)
  const stoppedBy = status === 'stopped' && !isSettled ? stopReason(batch) : null

  return (
    <div className="flex flex-col gap-3">
      {batch.returned && status === 'draft' && (
        <Callout tone="warn" title="It was returned">
          <bdi>{batch.returned.by}</bdi>:{' '}
          <q className="break-words whitespace-pre-line">{batch.returned.note}</q>
        </Callout>
      )}
      <Standing
        tone={TONES[tone]}
        title={isSettled ? `${label}, nothing left to do` : label}
        actions={deeds.length > 0 && deeds}
        batchId={batchId}
        result={batch.result}
      >
        <p>{standingWords(batch) ?? meaning}</p>
        {stoppedBy && <p className="mt-1 font-medium">{stoppedBy}</p>}
        {takenUp.map((child) => (
          <p key={child.id} className="mt-1">
            Retried in{' '}
            <Link href={routes.fundingBatch(child.id)} className="font-medium underline">
              B-{child.number} <bdi className="wrap-anywhere">{child.name}</bdi>
            </Link>
            : {counted(child.transactions, 'transaction')},{' '}
            {BATCH_STATUS_MEANING[child.status].label.toLowerCase()}. Go on there.
          </p>
        ))}
        {next && !next.allowed && !isUnmended && !isSettled && <p className="mt-1">{next.reason}</p>}
        {(status === 'draft' || status === 'waiting') && batch.beyondApproval === null && (
          <p className="mt-1">
            {status === 'waiting' && `${batch.approvalsGiven} of ${batch.approvalsNeeded} approvals. `}
            {(status === 'draft' || batch.approvalsNeeded > 1) && `${batch.approvalsText} `}
            {batch.approvers.length > 0 && `Can approve: ${batch.approvers.join(', ')}.`}
          </p>
        )}
      </Standing>
      {batch.beyondApproval !== null && (
        <Callout tone="warn" title="Too few people can approve it">
          {batch.beyondApproval}
        </Callout>
      )}
      {status === 'sending' && <BatchProgressBar batchId={batchId} transactions={totals.transactions} />}
      {problem && (
        <Callout tone="bad" live="alert" title="It was not done">
          {problem}
        </Callout>
      )}
      {batch.alreadyFunded.length > 0 && (
        <Callout tone="warn" title="Some of it is funded already, or may be">
          {batch.alreadyFunded.map((other) => (
            <p key={other.id}>
              {counted(other.transactions, 'transaction')} in{' '}
              <Link href={routes.fundingBatch(other.id)} className="font-medium underline">
                B-{other.number} <bdi className="wrap-anywhere">{other.name}</bdi>
              </Link>
              . The lines show what the partner holds for them, and what this batch makes of it.
            </p>
          ))}
        </Callout>
      )}
      {batch.sameFile.length > 0 && (
        <Callout tone="warn" title="The very same file came in before">
          {batch.sameFile.map((other) => (
            <p key={other.id}>
              <Link href={routes.fundingBatch(other.id)} className="font-medium underline">
                B-{other.number} <bdi className="wrap-anywhere">{other.name}</bdi>
              </Link>
              , {BATCH_STATUS_MEANING[other.status].label.toLowerCase()}
            </p>
          ))}
        </Callout>
      )}
      {isRenaming && (
        <BatchHeaderDialog
          batch={batch}
          settle={settle}
          onSaved={() => {
            onChanged()
            router.refresh()
          }}
          onClose={() => setIsRenaming(false)}
        />
      )}
      {question && <NoteDialog question={question} onClose={() => setQuestion(null)} />}
    </div>
  )
}

/** A callout; where something was sent, its money first. */
function Standing({
  batchId,
  result,
  title,
  tone,
  actions,
  children,
}: {
  batchId: string
  result: BatchView['result']
  title: string
  tone: CalloutTone
  actions: ReactNode
  children: ReactNode
}) {
  return result ? (
    <BatchResultPanel batchId={batchId} result={result} title={title} tone={tone} actions={actions}>
      {children}
    </BatchResultPanel>
  ) : (
    <Callout tone={tone} title={title} actions={actions}>
      {children}
    </Callout>
  )
}

/** Why its sending stopped, as it was said at the last request that was tried. */
function stopReason({ requests }: BatchView): string | null {
  const tried = requests.filter(({ state, attempts }) => state !== 'accepted' && attempts.length > 0)
  return tried.at(-1)?.attempts[0]?.message ?? null
}

/** What became of it, in numbers, once there are any. */
function standingWords({ status, outcome, totals, requests, result }: BatchView): string | null {
  const { succeeded, failed, unknown, unsent, unexplained } = outcome
  const withdrawn = result?.withdrawn.transactions ?? 0
  // A request that is refused as a whole names none of its transactions.
  const named = requests.reduce((count, { failures }) => count + failures, 0)
  if (status === 'draft' && totals.lines === 0)
    return 'It has no amounts yet. Add rows below or paste them from a spreadsheet, or discard it.'
  if (status === 'draft' && totals.errors > 0) {
    return `${counted(totals.errors, 'error')} ${totals.errors === 1 ? 'stands' : 'stand'} against it. Mend the marked cells below, then put it forward for approval.`
  }
  if (succeeded + failed + unknown === 0 && status !== 'stopped') return null
  return [
    succeeded > 0 && `${counted(succeeded, 'transaction')} funded.`,
    failed > 0 &&
      `${counted(failed, 'transaction')} not funded: ${
        named < failed ? 'see what the partner says at its request' : 'each says why'
      } below.`,
    unknown > 0 &&
      `Outcome unknown for ${counted(unknown, 'transaction')}. Nothing of it is sent again by itself.`,
    unsent > 0 && `${counted(unsent, 'transaction')} not sent.`,
    withdrawn > 0 && `${counted(withdrawn, 'transaction')} withdrawn.`,
    unexplained > 0 &&
      `${counted(unexplained, 'transaction')} the partner neither counts as funded nor names as failed: ask its support.`,
  ]
    .filter(Boolean)
    .join(' ')
}
