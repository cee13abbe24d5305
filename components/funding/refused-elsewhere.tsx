import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { BatchView, RefusedElsewhere } from '@/lib/server/funding/views'

/** What the partner rejected before, shown with the question whether it has the request now. */
export const RefusedBefore = ({ refused }: { refused: RefusedElsewhere | null }) =>
  refused !== null &&
  refused.count > 0 && (
    <Callout tone="warn" title={`${counted(refused.count, 'transaction')} failed in other batches`}>
      <p>Ask the partner’s support about each of them.</p>
      <Refusals refused={refused} />
    </Callout>
  )

/** What the partner rejected after someone recorded that it has the request: the record may be wrong. */
export const RefusedSince = ({ batch: { requests } }: { batch: BatchView }) =>
  requests.map(
    ({ n, reopensAttemptId, refusedElsewhere: refused }) =>
      reopensAttemptId !== null &&
      refused !== null &&
      refused.count > 0 && (
        <Callout
          key={n}
          tone="warn"
          title={`${counted(refused.count, 'transaction')} recorded as received failed in another batch since`}
        >
          <p>
            Ask the partner’s support whether it has them. If it does not, reopen request {n} under Requests.
          </p>
          <Refusals refused={refused} />
        </Callout>
      ),
  )

const Refusals = ({ refused: { count, shown } }: { refused: RefusedElsewhere }) => (
  <ul className="mt-1">
    {shown.map(({ transaction, errorCode, errorMessage, batch }) => (
      <li key={transaction} className="break-words">
        <code className="id">{transaction}</code>: {errorCode && <code>{errorCode}</code>}{' '}
        <bdi>{errorMessage}</bdi> (
        <Link href={routes.fundingBatch(batch.id)} className="underline">
          B-{batch.number}
        </Link>
        )
      </li>
    ))}
    {count > shown.length && <li>and {(count - shown.length).toLocaleString('en-US')} more</li>}
  </ul>
)
