'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState, useTransition } from 'react'
import { type ActionAnswer, troubleWords } from '@/components/forms/action-answer'
import { usePress } from '@/components/forms/use-press'
import { newUuid } from '@/components/shell/new-uuid'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { Callout, type CalloutTone } from '@/components/ui/callout'
import {
  BATCH_STATUS_MEANING,
  type BatchStatus,
  type BatchTone,
  batchStatusOf,
} from '@/lib/domain/funding/batch'
import { hasNothingLeft } from '@/lib/domain/funding/closed-failures'
import type { ConfirmQuestion } from '@/lib/domain/funding/confirm-rows'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import { retryFailedAction, submitBatchAction } from '@/lib/server/funding/actions'
import type { BatchAct, BatchView } from '@/lib/server/funding/views'
import type { QuestionName } from './batch-question'
import { NextStepBar } from './next-step-bar'
import { unknownRequests } from './unknown-request'
import { useBatchNews } from './use-batch-news'

/** Loaded separately: few batches show these when they are opened. */
const BatchProgressBar = dynamic(() => import('./batch-progress').then((file) => file.BatchProgressBar))

const BackNotice = dynamic(() => import('./batch-notices').then((file) => file.BackNotice))
const SinceReturn = dynamic(() => import('./batch-notices').then((file) => file.SinceReturn))

const SameFile = dynamic(() => import('./batch-notices').then((file) => file.SameFile))

const FundedAlready = dynamic(() => import('./funded-already').then((file) => file.FundedAlready))

const ReportToConfirm = dynamic(() => import('./report-to-confirm').then((file) => file.ReportToConfirm))

/** A batch that was never sent does not need them. */
const BatchResultPanel = dynamic(() => import('./batch-result'))

const AfterSending = dynamic(() => import('./after-sending').then((file) => file.AfterSending))

const RefusedSince = dynamic(() => import('./refused-elsewhere').then((file) => file.RefusedSince))

const BatchQuestion = dynamic(() => import('./batch-question').catch(notLoaded), { loading: () => null })

const SendDialog = dynamic(() => import('./send-dialog').catch(notLoaded), { loading: () => null })

const ConfirmRowsDialog = dynamic(() => import('./confirm-rows-dialog').catch(notLoaded), {
  loading: () => null,
})

const BatchHeaderDialog = dynamic(() => import('./batch-header-dialog').catch(notLoaded), {
  loading: () => null,
})

const UNSAVED = {
  ok: false as const,
  reason: 'unsaved' as const,
  message: 'Your last changes could not be saved, so nothing was done. See the message above the amounts.',
}

const SUBMIT = 'Submit for approval'

type Submitted =
  | NonNullable<NonNullable<Awaited<ReturnType<typeof submitBatchAction>>>['data']>
  | typeof UNSAVED

const TONES: Readonly<Record<BatchTone, CalloutTone>> = {
  neutral: 'info',
  progress: 'info',
  good: 'good',
  warn: 'warn',
  bad: 'bad',
}

/** The next step of each status. If this person cannot take it, the panel says why. */
const NEXT: Partial<Record<BatchStatus, BatchAct>> = {
  draft: 'submit',
  waiting: 'approve',
  approved: 'send',
  stopped: 'send',
  unknown: 'resolve',
}

/** The number of transactions whose requests are answered. */
const answeredOf = ({ requests }: BatchView): number =>
  requests
    .filter(({ state }) => state !== 'waiting' && state !== 'sending')
    .reduce((sum, { transactions }) => sum + transactions, 0)

/** Where a batch stands, what that means, and what this person can do about it now, or why not. */
export function BatchStatusPanel({
  batch,
  money,
  flush,
  version,
  edited,
  isHeld,
  onChanged,
  onRefused,
}: {
  batch: BatchView
  /** Transactions and amounts, shown at the next step. */
  money: ReactNode
  /** Saves the last input and resolves to the version of the lines on the page; null if it failed. */
  flush: () => Promise<number | null>
  /** The version of the lines on the page; null while they load or are being saved. */
  version: number | null
  /** Grows with each edit of the lines, after which earlier messages no longer apply. */
  edited: number
  /** The page has input that is in no batch. */
  isHeld: boolean
  /** The draft's own fields were changed. */
  onChanged: () => void
  /** An action was refused, perhaps because the page is outdated. */
  onRefused: () => void
}) {
  const router = useRouter()
  const { busy, trouble, press, clear } = usePress()
  const [question, setQuestion] = useState<{ name: QuestionName; request?: number } | null>(null)
  const [isRenaming, setIsRenaming] = useState(false)
  const [isSending, setIsSending] = useState(false)
  /** Transactions whose ID may be mistyped, which whoever submits must confirm. */
  const [toConfirm, setToConfirm] = useState<ConfirmQuestion | null>(null)
  const newBatchId = useRef('')
  const [isShowing, startShowing] = useTransition()
  const [isReading, startReading] = useTransition()
  const changed = useBatchNews(batch, version)
  // This page's own actions are no news to it.
  const news = busy !== null || isReading ? null : changed
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is what the lines were changed for
  useEffect(() => clear(), [edited])
  const { id: batchId, status, may, outcome, totals } = batch
  const stand = `${status} ${batch.version}`
  const was = useRef({ stand, isReading })
  // A refusal refreshes the page. Its message disappears with that refresh or a later change.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the batch changes
  useEffect(() => {
    if (was.current.stand !== stand && !was.current.isReading) clear()
    was.current = { stand, isReading }
  }, [stand, isReading])
  // No one edits or approves anything here, so the page refreshes without asking.
  const isReadOnly = status !== 'draft' && !may.approve.allowed && question === null && !isSending && !isHeld
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each change; where it is not shown then, the notice is
  useEffect(() => {
    if (news === null || !isReadOnly) return
    onRefused()
    startReading(() => router.refresh())
  }, [changed])
  const { meaning } = BATCH_STATUS_MEANING[status]
  const { label, tone } = batchStatusOf({ status, ...outcome })
  const retries = batch.children.filter((child) => child.purpose === 'retry' && child.status !== 'discarded')

  async function run<T>(name: string, action: () => Promise<ActionAnswer<T>>) {
    const called = await press(name, action)
    if (called === null || (!called.ok && called.trouble.message === UNSAVED.message)) return called
    if (!called.ok) onRefused()
    startReading(() => router.refresh())
    return called
  }
  /** Focused after submitting, because the new status is far above the rows. */
  const top = useRef<HTMLDivElement>(null)
  const isSubmitted = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect waits for the status to change
  useEffect(() => {
    if (isSubmitted.current) top.current?.focus()
    isSubmitted.current = false
  }, [status])
  /** Submits what this page shows, the cell that was typed last included. `confirmed`: how many transactions are meant all the same. */
  async function submit(confirmed = 0) {
    const called = await run<Submitted>(SUBMIT, async () => {
      const version = await flush()
      return version === null ? { data: UNSAVED } : submitBatchAction({ batchId, version, confirmed })
    })
    const refusal = called?.ok === false ? called.refusal : null
    const question = refusal?.reason === 'unconfirmed' ? refusal.question : null
    setToConfirm(question)
    if (question) clear()
    isSubmitted.current = called?.ok === true
  }

  function answered(done: boolean) {
    if (done) clear()
    else onRefused()
    startReading(() => router.refresh())
  }

  /** Shows the batch as it is now, with its lines. */
  function show() {
    clear()
    onRefused()
    startShowing(() => router.refresh())
  }

  /** One ID for all presses on this page, so that two presses make one batch. */
  async function retry() {
    newBatchId.current ||= newUuid()
    const called = await run(retryName, () => retryFailedAction({ batchId, newBatchId: newBatchId.current }))
    if (called?.ok) router.push(routes.fundingBatch(called.data.batchId))
  }

  const nextSteps: ReactNode[] = []
  /** The next step goes into the bar at the bottom; the others stay beside the status. */
  const actionButton = (
    act: keyof typeof may,
    name: string,
    press: () => void,
    isNext = false,
  ): ReactNode => {
    if (!may[act].allowed) return false
    const button = (
      <Button
        key={name}
        variant={isNext ? 'primary' : 'secondary'}
        busy={busy === name}
        // It would be about another version than the one on the page.
        disabled={(isNext && (news !== null || isHeld)) || (act === 'discard' && news !== null)}
        onClick={press}
      >
        {name}
      </Button>
    )
    if (isNext) nextSteps.push(button)
    return !isNext && button
  }
  const unknown = unknownRequests(batch)
  const unsent = status === 'stopped' && outcome.unsent > 0
  const retryName =
    batch.leftToRetry.failed > 0 ? 'Retry failed transactions' : 'Retry withdrawn transactions'
  // Only the code of a transaction that failed by itself tells whether a retry can help; a refused request has none.
  const isHopeless = batch.leftToRetry.failed > 0 && batch.leftToRetry.failed === batch.leftToRetry.hopeless
  const isRetryNext =
    batch.leftToRetry.failed > 0 &&
    batch.openFailures > 0 &&
    !isHopeless &&
    !may.send.allowed &&
    retries.length === 0
  const buttons = [
    actionButton('submit', SUBMIT, () => void submit(), true),
    actionButton('approve', 'Approve…', () => setQuestion({ name: 'approve' }), true),
    actionButton('approve-rest', 'Approve the rest…', () => setQuestion({ name: 'approve-rest' }), true),
    may.approve.allowed
      ? actionButton('return', 'Return…', () => setQuestion({ name: 'return' }))
      : actionButton('recall', 'Recall…', () => setQuestion({ name: 'recall' })),
    // Once its approvers were asked, sending would stop at the same warning again. Before that, sending is what
    // asks them.
    batch.unseenRest?.isAsked && batch.unseenRest.problem === null
      ? false
      : actionButton(
          'send',
          unsent ? 'Send the rest…' : 'Send to the partner…',
          () => setIsSending(true),
          batch.unseenRest === null,
        ),
    ...unknown.flatMap(({ n: request, outcomeReport }) => {
      const which = unknown.length > 1 ? ` request ${request}` : ''
      const isConfirmed = outcomeReport?.way === 'confirms'
      return [
        isConfirmed &&
          actionButton(
            'resolve',
            `Confirm${which}…`,
            () => setQuestion({ name: 'confirm-report', request }),
            true,
          ),
        actionButton(
          'resolve',
          `Resolve${which}…`,
          () => setQuestion({ name: 'resolve', request }),
          !isConfirmed,
        ),
      ]
    }),
    actionButton('retry', retryName, () => void retry(), isRetryNext),
    actionButton('withdraw', 'Withdraw the rest…', () => setQuestion({ name: 'withdraw' })),
    actionButton('close-failures', 'Close failed transactions…', () =>
      setQuestion({ name: 'close-failures' }),
    ),
    actionButton('reopen-failures', 'Reopen failed transactions…', () =>
      setQuestion({ name: 'reopen-failures' }),
    ),
    status === 'draft' && actionButton('edit', 'Name and profile…', () => setIsRenaming(true)),
    actionButton('discard', 'Discard…', () => setQuestion({ name: 'discard' })),
  ].filter(Boolean)
  const nextAct = NEXT[status]
  const next = nextAct && may[nextAct]

  // Nothing is left to send, and every failure was dealt with elsewhere or closed.
  const isFinished = hasNothingLeft({
    status,
    hasUnsent: outcome.unsent > 0,
    open: batch.openFailures,
    isClosed: batch.failuresClosed !== null,
  })
  const isRetrying = retries.some((child) => !child.isOver)
  // The status text already says this.
  const isUnmended = status === 'draft' && (totals.errors > 0 || totals.lines === 0)
  const stopped = status === 'stopped' && !isFinished
  const notDone =
    news !== null ? (
      <Callout
        tone="warn"
        live="alert"
        title="This batch changed"
        actions={
          <Button size="small" busy={isShowing} onClick={show}>
            Show current version
          </Button>
        }
      >
        {news}
      </Callout>
    ) : (
      trouble && (
        <Callout tone="bad" live="alert" title="Couldn’t complete">
          {troubleWords(trouble)}
        </Callout>
      )
    )
  const wasSent = outcome.succeeded + outcome.failed + outcome.unknown > 0 || status === 'stopped'
  // What is left of a batch is counted in its result.
  const isWhole = status === 'draft' || status === 'waiting' || status === 'approved'
  const hasNextStep = nextSteps.length > 0 || isUnmended

  return (
    <>
      <div ref={top} tabIndex={-1} className="flex scroll-mt-20 flex-col gap-3 outline-none">
        {batch.returned && status === 'draft' && <BackNotice back={batch.returned} />}
        {batch.sinceReturn && <SinceReturn since={batch.sinceReturn} />}
        <StatusCallout
          tone={TONES[tone]}
          title={isFinished && !isRetrying ? `${label}, nothing left to do` : label}
          actions={buttons.length > 0 && buttons}
          batch={batch}
        >
          {wasSent ? (
            <AfterSending
              batch={batch}
              stopped={stopped}
              retries={retries}
              isHopeless={isHopeless && !isFinished}
            />
          ) : (
            <p>{draftWords(batch) ?? meaning}</p>
          )}
          {next && !next.allowed && !isUnmended && !isFinished && <p className="mt-1">{next.reason}</p>}
          {(status === 'draft' || status === 'waiting') && batch.beyondApproval === null && (
            <p className="mt-1">
              {status === 'waiting' && `${batch.approvalsGiven} of ${batch.approvalsNeeded} approvals. `}
              {(status === 'draft' || batch.approvalsNeeded > 1) && `${batch.approvalsText} `}
              {batch.approvers.length > 0 && `Can approve: ${batch.approvers.join(', ')}.`}
            </p>
          )}
        </StatusCallout>
        {unknown.map(
          ({ n, outcomeReport }) =>
            outcomeReport?.report && (
              <ReportToConfirm
                key={n}
                report={outcomeReport.report}
                confirmers={outcomeReport.confirmers}
                request={n}
              />
            ),
        )}
        {batch.requests.length > 0 && <RefusedSince batch={batch} />}
        {batch.beyondApproval !== null && (
          <Callout tone="warn" title="Too few people can approve it">
            {batch.beyondApproval}
          </Callout>
        )}
        {status === 'sending' && (
          <BatchProgressBar batchId={batchId} transactions={totals.transactions} shown={answeredOf(batch)} />
        )}
        {!hasNextStep && notDone}
        {batch.alreadyFunded.length > 0 && (
          <FundedAlready batches={batch.alreadyFunded} transactions={totals.transactions}>
            Each row shows what the partner holds and what this batch sets.
          </FundedAlready>
        )}
        {batch.sameFile.length > 0 && <SameFile batches={batch.sameFile} />}
        {isRenaming && (
          <BatchHeaderDialog
            batch={batch}
            flush={flush}
            onSaved={() => {
              onChanged()
              router.refresh()
            }}
            onClose={() => setIsRenaming(false)}
          />
        )}
        {isSending && (
          <SendDialog
            batch={batch}
            onDone={() => {
              setIsSending(false)
              clear()
              router.refresh()
            }}
            onClose={() => setIsSending(false)}
          />
        )}
        {toConfirm && (
          <ConfirmRowsDialog
            key={toConfirm.count}
            batch={batch}
            question={toConfirm}
            busy={busy !== null}
            onSubmit={() => void submit(toConfirm.count)}
            onClose={() => setToConfirm(null)}
          />
        )}
        {question && (
          <BatchQuestion
            {...question}
            batch={batch}
            changed={news}
            onAnswered={answered}
            onShow={show}
            onClose={() => setQuestion(null)}
          />
        )}
      </div>
      {hasNextStep && (
        <NextStepBar about={isWhole ? money : label} trouble={notDone} actions={nextSteps}>
          {isHeld && 'Some changes are not saved.'}
          {isUnmended &&
            (totals.lines === 0 ? 'No amounts yet' : `${counted(totals.errors, 'error')} to fix`)}
        </NextStepBar>
      )}
    </>
  )
}

/** A callout. If something was sent, it starts with the money. */
function StatusCallout({
  batch: { id, result, was },
  title,
  tone,
  actions,
  children,
}: {
  batch: BatchView
  title: string
  tone: CalloutTone
  actions: ReactNode
  children: ReactNode
}) {
  return result ? (
    <BatchResultPanel batchId={id} result={result} was={was} title={title} tone={tone} actions={actions}>
      {children}
    </BatchResultPanel>
  ) : (
    <Callout tone={tone} title={title} actions={actions}>
      {children}
    </Callout>
  )
}

/** What a draft needs before it can be submitted. */
function draftWords({ status, totals }: BatchView): string | null {
  if (status !== 'draft') return null
  if (totals.lines === 0)
    return 'It has no amounts yet. Add rows below or paste them from a spreadsheet, or discard it.'
  return totals.errors > 0
    ? `${counted(totals.errors, 'error')} to fix. Correct the marked cells below, then submit the batch for approval.`
    : null
}
