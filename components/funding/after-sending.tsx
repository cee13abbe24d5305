import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { BATCH_STATUS_MEANING } from '@/lib/domain/funding/batch'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { BatchView, FundingAttemptView } from '@/lib/server/funding/views'

/** The result of a batch that was sent: why it stopped, where it continues, and what the rest needs. */
export function AfterSending({
  batch,
  stopped,
  retries,
  isHopeless,
}: {
  batch: BatchView
  /** Whether something is left to do. */
  stopped: boolean
  retries: BatchView['children']
  /** Whether no retry can help any failed transaction. */
  isHopeless: boolean
}) {
  const reason = stopped ? stopReason(batch) : null
  return (
    <>
      <p>{outcomeWords(batch)}</p>
      {reason && <p className="mt-1 font-medium">{reason}</p>}
      {retries.map((child) => (
        <p key={child.id} className="mt-1">
          Retried in{' '}
          <Link href={routes.fundingBatch(child.id)} className="font-medium underline">
            B-{child.number} <bdi className="wrap-anywhere">{child.name}</bdi>
          </Link>
          : {counted(child.transactions, 'transaction')},{' '}
          {BATCH_STATUS_MEANING[child.status].label.toLowerCase()}. Continue there.
        </p>
      ))}
      {isHopeless && (
        <p className="mt-1">
          A retry cannot help: the partner refused {batch.leftToRetry.failed === 1 ? 'it' : 'them'} for good.
          Ask the partner how the money is paid.
        </p>
      )}
      {batch.failuresClosed && batch.openFailures > 0 && (
        <p className="mt-1 font-medium">
          {counted(batch.openFailures, 'failed transaction')} {batch.openFailures === 1 ? 'needs' : 'need'}{' '}
          attention.
        </p>
      )}
      {batch.failuresClosed && (
        <p className="mt-1">
          <bdi>{batch.failuresClosed.by}</bdi> closed{' '}
          {batch.openFailures > 0 ? 'other failed transactions' : 'failed transactions'},{' '}
          <DateTime at={batch.failuresClosed.at} />:{' '}
          <q className="break-words whitespace-pre-line">{batch.failuresClosed.note}</q>
        </p>
      )}
      {batch.unseenRest && <p className="mt-1">{restWords(batch.unseenRest)}</p>}
    </>
  )
}

/** Why sending stopped, from the last request that was tried. */
function stopReason({ requests }: BatchView): string | null {
  const tried = requests.filter(({ state, attempts }) => state !== 'accepted' && attempts.length > 0)
  const last = tried.at(-1)?.attempts[0]
  // A person has since reported what was unknown then.
  if (last?.resolution?.kind === 'absent')
    return `The answer was lost. ${absentPeople(last)} recorded that the partner did not receive it.`
  return last?.message ?? null
}

const absentPeople = ({ resolution, saidBy }: FundingAttemptView): string =>
  [...new Set([saidBy, resolution?.by].filter(Boolean))].join(' and ')

/** What the unsent rest needs before it can be sent. */
function restWords(rest: NonNullable<BatchView['unseenRest']>): string {
  const { problem, isAsked, approvalsGiven, approvalsNeeded, approvers } = rest
  if (problem !== null) return problem
  const first = isAsked
    ? ''
    : 'A warning that its approvers have not seen has appeared since. Send the rest: it stops there, and they are notified. '
  return `${first}The rest has ${approvalsGiven} of ${counted(approvalsNeeded, 'new approval')}. ${
    approvers.length > 0
      ? `Can approve: ${approvers.join(', ')}.`
      : 'No one else can approve it: withdraw the rest.'
  }`
}

/** The result in numbers. */
function outcomeWords({ outcome, requests, result }: BatchView): string {
  const { succeeded, failed, unknown, unsent, unexplained } = outcome
  const withdrawn = result?.withdrawn.transactions ?? 0
  // A request that is rejected as a whole names none of its transactions.
  const named = requests.reduce((count, { failures }) => count + failures, 0)
  return [
    succeeded > 0 && `${counted(succeeded, 'transaction')} funded.`,
    failed > 0 &&
      `${counted(failed, 'transaction')} not funded: ${
        named < failed ? 'see the partner’s message in its request' : 'see the reason in each row'
      } below.`,
    unknown > 0 && `Outcome unknown for ${counted(unknown, 'transaction')}. Nothing is resent automatically.`,
    unsent > 0 && `${counted(unsent, 'transaction')} not sent.`,
    withdrawn > 0 && `${counted(withdrawn, 'transaction')} withdrawn.`,
    unexplained > 0 &&
      `${counted(unexplained, 'transaction')} reported neither as funded nor as failed. Ask the partner’s support.`,
  ]
    .filter(Boolean)
    .join(' ')
}
