import { problemOf } from '@/components/shell/ask-desk'
import { Callout } from '@/components/ui/callout'
import { moneyText } from '@/components/ui/money'
import { dollarWords } from '@/lib/domain/funding/approval'
import { decimalCents } from '@/lib/domain/values/money'
import {
  approveBatchAction,
  discardBatchAction,
  resolveRequestAction,
  returnBatchAction,
  withdrawRestAction,
} from '@/lib/server/funding/actions'
import type { BatchView } from '@/lib/server/funding/views'
import { BatchMoneySummary } from './batch-money'
import { counted } from './funding-words'
import type { NoteQuestion } from './note-dialog'

/** What a person is asked before something is done to a batch. `Asked` brings the page up to date after it. */
export type Asked = (answer: NoteQuestion['run']) => NoteQuestion['run']

export function approveQuestion(batch: BatchView, asked: Asked): NoteQuestion {
  const { totals, approvalsNeeded, approvalsGiven, money, warnings } = batch
  const amount = dollarWords(totals.amountMinor)
  const turn = Math.min(approvalsGiven + 1, approvalsNeeded)
  return {
    title: `Approve B-${batch.number}`,
    description: `${amount} in ${counted(totals.transactions, 'transaction')}${
      totals.warnings > 0 ? `, ${counted(totals.warnings, 'warning')}` : ''
    }.${
      approvalsNeeded === 1
        ? ' It can be sent after your approval.'
        : ` Your approval is ${turn} of ${approvalsNeeded}. ${batch.approvalsText}`
    }`,
    ...(money && {
      details: (
        <>
          {warnings.length > 0 && (
            <Callout tone="warn" title={counted(totals.warnings, 'warning')}>
              <ul className="flex list-disc flex-col gap-1 ps-4">
                {warnings.map((text) => (
                  <li key={text} className="wrap-anywhere">
                    {text}
                  </li>
                ))}
              </ul>
              {totals.warnings > warnings.length && (
                <p>and {counted(totals.warnings - warnings.length, 'more warning')} below</p>
              )}
            </Callout>
          )}
          <div className="overflow-clip rounded-lg border border-line">
            <BatchMoneySummary money={money} shown={5} />
          </div>
        </>
      ),
    }),
    label: 'Note',
    needed: false,
    button: `Approve ${amount}`,
    run: asked((note) =>
      problemOf(() =>
        approveBatchAction({
          batchId: batch.id,
          contentSha256: batch.contentSha256 ?? '',
          amountMinor: String(totals.amountMinor),
          note,
        }),
      ),
    ),
  }
}

export const returnQuestion = (batch: BatchView, asked: Asked): NoteQuestion => ({
  title: `Return B-${batch.number}`,
  description: 'It becomes a draft again, for whoever made it to mend.',
  label: 'What is wrong with it',
  needed: true,
  button: 'Return it',
  run: asked((note) => problemOf(() => returnBatchAction({ batchId: batch.id, note }))),
})

export const discardQuestion = (batch: BatchView, asked: Asked): NoteQuestion => ({
  title: `Discard B-${batch.number}`,
  description: `Its ${counted(batch.totals.lines, 'row')} can still be read, but never be changed or sent. Nothing of it has been sent.`,
  label: null,
  needed: false,
  button: 'Discard it',
  danger: true,
  run: asked(() => problemOf(() => discardBatchAction({ batchId: batch.id }))),
})

export const withdrawQuestion = (batch: BatchView, asked: Asked): NoteQuestion => {
  const { transactions, amountMinor } = batch.result?.['not-sent'] ?? { transactions: 0, amountMinor: 0n }
  return {
    title: `Withdraw the rest of B-${batch.number}`,
    description: `${counted(transactions, 'unsent transaction')}, ${moneyText(decimalCents(amountMinor))}, will never be sent in this batch. They can go into another one.`,
    label: 'Why it is not sent',
    needed: true,
    button: 'Withdraw the rest',
    danger: true,
    run: asked((note) => problemOf(() => withdrawRestAction({ batchId: batch.id, note }))),
  }
}

export function resolveQuestion(batch: BatchView, asked: Asked): NoteQuestion {
  const unresolved = batch.requests.find(({ unresolvedAttemptId }) => unresolvedAttemptId !== null)
  return {
    title: `How did request ${unresolved?.n} end?`,
    description:
      'Find out at the partner first, best by its support: the desk cannot know, and sends nothing again by itself.',
    label: 'Who said so, or why it is sent again',
    needed: true,
    button: 'Settle it',
    choices: [
      {
        value: 'found',
        label: 'The partner has it',
        note: `Its ${counted(unresolved?.transactions ?? 0, 'transaction')} count as funded.`,
      },
      {
        value: 'absent',
        label: 'The partner has nothing of it',
        note: 'It counts as not sent, and can be sent with the rest.',
      },
      {
        value: 'sent-again',
        label: 'Send the identical request again',
        note: 'The interface creates or modifies: the same amounts are set once more, and nothing is added up.',
      },
    ],
    run: asked((note, choice) =>
      problemOf(() =>
        resolveRequestAction({
          batchId: batch.id,
          attemptId: unresolved?.unresolvedAttemptId ?? '',
          outcome: choice === 'found' || choice === 'absent' ? choice : 'sent-again',
          note,
        }),
      ),
    ),
  }
}
