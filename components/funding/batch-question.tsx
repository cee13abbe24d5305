'use client'

import { useState } from 'react'
import type { RefusalOf } from '@/components/forms/action-answer'
import { Callout } from '@/components/ui/callout'
import { movedShortly, wasOfBatch } from '@/lib/domain/funding/change'
import { READ_AS } from '@/lib/domain/funding/names-read'
import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'
import {
  approveBatchAction,
  approveRestAction,
  closeFailuresAction,
  discardBatchAction,
  recallBatchAction,
  reopenFailuresAction,
  resolveRequestAction,
  returnBatchAction,
  withdrawRestAction,
} from '@/lib/server/funding/actions'
import type { BatchAct, BatchView, OutcomeReportView } from '@/lib/server/funding/views'
import { BatchMoneySummary } from './batch-money'
import { SinceReturn } from './batch-notices'
import { BatchWarnings } from './batch-warnings'
import { NotInLog } from './not-in-log'
import NoteDialog, { type NoteChoice, type NoteQuestion, type NoteResult } from './note-dialog'
import { OutgoingMoney } from './outgoing-money'
import { RefusedBefore } from './refused-elsewhere'
import {
  confirmersWords,
  missingWords,
  type ResolutionChoice,
  reportText,
  resolutionOf,
  unknownRequests,
} from './unknown-request'

const LAST_APPROVAL = 'It can be sent after your approval.'

/** The questions that a person answers before an action on a batch. */
function approveQuestion(batch: BatchView): NoteQuestion {
  const { totals, approvalsNeeded, approvalsGiven, money, warnings, warnedRows = 0 } = batch
  const { words: amount, more } = movedShortly(money && wasOfBatch(money), totals.amountMinor)
  const turn = Math.min(approvalsGiven + 1, approvalsNeeded)
  return {
    title: `Approve B-${batch.number}`,
    description: `${amount} in ${counted(totals.transactions, 'transaction')}${
      money && money.inLog > 0 && money.notInLog > 0
        ? `, ${money.notInLog.toLocaleString('en-US')} not in the callback log`
        : ''
    }${warnedRows > 0 ? `, ${counted(warnedRows, 'row')} with warnings` : ''}.${more && ` ${more}`}`,
    follows:
      approvalsNeeded === 1
        ? LAST_APPROVAL
        : `Your approval is ${turn} of ${approvalsNeeded}. ${batch.approvalsText}`,
    ...(money && {
      details: (
        <>
          {batch.sinceReturn && <SinceReturn since={batch.sinceReturn} />}
          <BatchWarnings batchId={batch.id} groups={warnings} rows={batch.warnedRows} />
          {batch.readAs.length > 0 && (
            <Callout title={READ_AS}>
              {batch.readAs.map((words) => (
                <p key={words} className="wrap-anywhere">
                  {words}
                </p>
              ))}
            </Callout>
          )}
          {!warnings.some(({ code }) => code === 'unlogged') && <NotInLog count={money.notInLog} />}
          <div className="overflow-clip rounded-lg border border-line">
            <BatchMoneySummary money={money} shown={5} hasWarnings={warnings.length === 0} opens />
          </div>
        </>
      ),
    }),
    label: 'Note',
    noteRequired: false,
    button: `Approve ${amount}`,
    action: ({ note }) =>
      approveBatchAction({
        batchId: batch.id,
        contentSha256: batch.contentSha256 ?? '',
        amountMinor: String(totals.amountMinor),
        note,
      }),
    endsRefused: true,
  }
}

/** The part that was sent before it stopped is not approved again. */
function approveRestQuestion(batch: BatchView): NoteQuestion {
  const { id, number, unseenRest } = batch
  const { contentSha256 = '', transactions = 0, amountMinor = 0n, warnings = [] } = unseenRest ?? {}
  const { approvalsNeeded = 1, approvalsGiven = 0 } = unseenRest ?? {}
  const { words: amount, more } = movedShortly(batch.was?.['not-sent'] ?? null, amountMinor)
  return {
    title: `Approve the rest of B-${number}`,
    description: `${amount} in ${counted(transactions, 'unsent transaction')}.${more && ` ${more}`}`,
    follows:
      approvalsNeeded === 1
        ? LAST_APPROVAL
        : `Your approval is ${Math.min(approvalsGiven + 1, approvalsNeeded)} of ${approvalsNeeded}.`,
    details: (
      <>
        <BatchWarnings batchId={id} groups={warnings} rows={unseenRest?.warnedRows} />
        <OutgoingMoney batch={batch} />
      </>
    ),
    label: 'Note',
    noteRequired: false,
    button: `Approve ${amount}`,
    action: ({ note }) =>
      approveRestAction({ batchId: id, contentSha256, amountMinor: String(amountMinor), note }),
    endsRefused: true,
  }
}

const returnQuestion = (batch: BatchView): NoteQuestion => ({
  title: `Return B-${batch.number}`,
  description: 'It becomes a draft again.',
  label: 'What should change?',
  noteRequired: true,
  button: 'Return batch',
  action: ({ note }) => returnBatchAction({ batchId: batch.id, note }),
})

const recallQuestion = (batch: BatchView): NoteQuestion => ({
  title: `Recall B-${batch.number}`,
  description: `It becomes a draft again${
    batch.approvalsGiven > 0 ? ', and its approvals are void' : ''
  }. Its maker and approvers are notified.`,
  label: 'Reason',
  noteRequired: false,
  button: 'Recall batch',
  action: ({ note }) => recallBatchAction({ batchId: batch.id, note }),
})

const discardQuestion = (batch: BatchView): NoteQuestion => ({
  title: `Discard B-${batch.number}`,
  description: 'Its rows stay readable, but can no longer be changed or sent.',
  label: null,
  noteRequired: false,
  button: 'Discard batch',
  danger: true,
  action: () => discardBatchAction({ batchId: batch.id }),
})

const withdrawQuestion = (batch: BatchView): NoteQuestion => {
  const { transactions, amountMinor } = batch.result?.['not-sent'] ?? { transactions: 0, amountMinor: 0n }
  return {
    title: `Withdraw the rest of B-${batch.number}`,
    description: `${counted(transactions, 'unsent transaction')}, ${dollarWords(amountMinor)}, will not be sent in this batch. They can go into another one.`,
    label: 'Reason',
    noteRequired: true,
    button: 'Withdraw the rest',
    danger: true,
    action: ({ note }) => withdrawRestAction({ batchId: batch.id, note }),
  }
}

const closeFailuresQuestion = ({ id, number, openFailures }: BatchView): NoteQuestion => ({
  title: `Close failed transactions of B-${number}`,
  description: `${counted(openFailures, 'failed transaction')} will no longer need attention. Nothing is sent, and sales in the callback log stay as they are. You can reopen this later.`,
  label: 'Why is there nothing left to do?',
  noteRequired: true,
  button: 'Close failed transactions',
  action: ({ note }) => closeFailuresAction({ batchId: id, failures: openFailures, note }),
})

const reopenFailuresQuestion = ({ id, number }: BatchView): NoteQuestion => ({
  title: `Reopen failed transactions of B-${number}`,
  description:
    'The batch needs attention again until each of its failed transactions is in another batch, or its sale is funded or marked as funded externally.',
  label: 'Reason',
  noteRequired: true,
  button: 'Reopen',
  action: ({ note }) => reopenFailuresAction({ batchId: id, note }),
})

/** A question, or why it cannot be asked. */
type Question = NoteQuestion & { closedBecause?: string }

/** For a request that someone else resolved meanwhile: the dialog is closed for good, so nothing calls its action. */
const nothingToAsk = (title: string, closedBecause: string): Question => ({
  title,
  description: null,
  label: null,
  noteRequired: false,
  button: 'Close',
  action: () => Promise.reject(new Error(closedBecause)),
  closedBecause,
})

const OUTCOME_KNOWN = 'The outcome of this request is known.'

/** What an outcome leads to, and who else has to confirm it. */
function consequence(reported: OutcomeReportView | null, follows: string): string {
  if (reported === null || reported.way === 'resolves' || reported.way === 'confirms') return follows
  return `${follows} You sent it or created the batch, so a second person must confirm it. ${confirmersWords(reported.confirmers)}`
}

const unknownOf = (batch: BatchView, request: number | undefined) =>
  unknownRequests(batch).find(({ n }) => n === request)

/** A second person's confirmation. */
function confirmReportQuestion(batch: BatchView, request?: number): Question {
  const unresolved = unknownOf(batch, request)
  const report = unresolved?.outcomeReport?.report
  if (!unresolved || !report)
    return nothingToAsk(
      `Confirm the outcome of request ${request}`,
      unresolved ? 'There is no report to confirm any more. Resolve the request yourself.' : OUTCOME_KNOWN,
    )
  const { missing } = report
  const all = `${counted(unresolved.transactions, 'transaction')}, ${dollarWords(unresolved.amountMinor)}`
  return {
    title: `Confirm that ${reportText(missing, unresolved.n)}`,
    description: (
      <>
        <bdi>{report.by}</bdi> reported: <q className="break-words whitespace-pre-line">{report.note}</q>{' '}
        {missing === null ? (
          <>{all}, will count as not sent and can be paid again.</>
        ) : missing.length === 0 ? (
          <>{all}, will count as funded.</>
        ) : (
          <>
            Missing: <bdi className="wrap-anywhere">{missingWords(missing)}</bdi>. These will count as failed
            and can be paid again; the others will count as funded.
          </>
        )}{' '}
        {missing?.length === 0
          ? 'If the partner does not have it, merchants are not paid: ask its support yourself.'
          : 'If the partner did apply it, they may be paid twice: ask its support yourself.'}
      </>
    ),
    details: <RefusedBefore refused={unresolved.refusedElsewhere} />,
    label: 'How do you know?',
    noteRequired: true,
    button: 'Confirm',
    action: ({ note }) =>
      resolveRequestAction({
        batchId: batch.id,
        attemptId: unresolved.unresolvedAttemptId ?? '',
        outcome: missing === null ? 'absent' : 'found',
        note,
        missing: missing ?? [],
        saidAt: report.at,
      }),
    endsRefused: true,
  }
}

function resolveQuestion(batch: BatchView, request?: number): Question {
  const unresolved = unknownOf(batch, request)
  const title = `Resolve request ${request}`
  if (!unresolved) return nothingToAsk(title, OUTCOME_KNOWN)
  const { transactions, outcomeReport } = unresolved
  const choices: (NoteChoice & { value: ResolutionChoice })[] = [
    {
      value: 'found',
      label: 'The partner has it',
      note: consequence(outcomeReport, `${counted(transactions, 'transaction')} will count as funded.`),
    },
    {
      value: 'partly',
      label: 'The partner has part of it',
      note: consequence(
        outcomeReport,
        'What is missing counts as failed and can be retried; the others count as funded.',
      ),
      list: 'Transaction IDs that the partner does not have, one per line',
    },
    {
      value: 'absent',
      label: 'Not received by the partner',
      note: consequence(outcomeReport, 'It counts as not sent and can be sent with the rest.'),
    },
    {
      value: 'sent-again',
      label: 'Resend the identical request',
      note: 'The partner sets the same amounts again; nothing is added up.',
    },
  ]
  return {
    details: <RefusedBefore refused={unresolved.refusedElsewhere} />,
    title,
    description:
      'Check with the partner’s support first. The desk cannot know the outcome and resends nothing automatically.',
    label: 'How do you know, or why resend?',
    noteRequired: true,
    button: 'Resolve',
    // A request with one transaction is there or not.
    choices: choices.filter(({ value }) => value !== 'partly' || transactions > 1),
    action: async ({ note, choice, listed }) =>
      resolveRequestAction({
        batchId: batch.id,
        attemptId: unresolved.unresolvedAttemptId ?? '',
        outcome: resolutionOf(choice),
        note,
        missing: choice === 'partly' ? listed : [],
      }),
  }
}

const QUESTIONS = {
  approve: { act: 'approve', questionFor: approveQuestion },
  'approve-rest': { act: 'approve-rest', questionFor: approveRestQuestion },
  return: { act: 'return', questionFor: returnQuestion },
  recall: { act: 'recall', questionFor: recallQuestion },
  discard: { act: 'discard', questionFor: discardQuestion },
  withdraw: { act: 'withdraw', questionFor: withdrawQuestion },
  'close-failures': { act: 'close-failures', questionFor: closeFailuresQuestion },
  'reopen-failures': { act: 'reopen-failures', questionFor: reopenFailuresQuestion },
  'confirm-report': { act: 'resolve', questionFor: confirmReportQuestion },
  resolve: { act: 'resolve', questionFor: resolveQuestion },
} as const satisfies Record<
  string,
  { act: BatchAct; questionFor: (batch: BatchView, request?: number) => Question }
>

export type QuestionName = keyof typeof QUESTIONS

/**
 * A question about the batch as it was when asked. If the batch changes meanwhile, the dialog says so and asks
 * about the new version; typed text stays. Loaded when it is first opened.
 */
export default function BatchQuestion({
  name,
  request,
  batch,
  changed,
  onAnswered,
  onShow,
  onClose,
}: {
  name: QuestionName
  /** The request with an unknown outcome that the question is about. */
  request?: number
  batch: BatchView
  /** What happened to the batch since the page was loaded. */
  changed: string | null
  onAnswered: (done: boolean) => void
  /** Refreshes the page. */
  onShow: () => void
  onClose: () => void
}) {
  const [asked, setAsked] = useState(batch)
  const [refused, setRefused] = useState<string | null>(null)
  const [isShowing, setShowing] = useState(false)
  /** What had changed when the person asked for the current version. */
  const [whatChanged, setWhatChanged] = useState<string | null>(null)
  const { act, questionFor } = QUESTIONS[name]
  const question: Question = questionFor(asked, request)
  const words = refused ?? changed
  if (isShowing && batch !== asked) {
    setAsked(batch)
    setRefused(null)
    setShowing(false)
  }

  function tellStale(refusal: RefusalOf<NoteResult>): boolean {
    if (refusal.reason !== 'stale') return false
    setRefused(refusal.message)
    return true
  }
  return (
    <NoteDialog
      question={question}
      whatChanged={whatChanged}
      closedBecause={(asked === batch ? asked.may[act].reason : null) ?? question.closedBecause ?? null}
      overtaken={
        words === null
          ? null
          : {
              words,
              busy: isShowing,
              onShow: () => {
                setWhatChanged(words)
                setShowing(true)
                onShow()
              },
            }
      }
      onAnswered={onAnswered}
      onRefused={tellStale}
      onClose={onClose}
    />
  )
}
