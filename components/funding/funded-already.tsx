import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import type { FundedBefore } from '@/lib/domain/funding/funded-before'
import { fundedBeforeWords } from '@/lib/domain/funding/funded-before-words'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'

/** How many batches are named; the rows name the others. */
const NAMED = 5

/** How many transactions were already funded, and where, ahead of the rows that say it. */
export function FundedAlready({
  batches,
  transactions,
  children,
}: {
  batches: readonly (FundedBefore & { name?: string })[]
  /** How many transactions there are. */
  transactions: number
  /** What it means. */
  children: string
}) {
  if (batches.length === 0) return null
  return (
    <Callout tone="warn" title={fundedBeforeWords(batches, transactions)}>
      {batches.slice(0, NAMED).map((batch) => (
        <p key={batch.id}>
          {counted(batch.transactions, 'transaction')} in{' '}
          <Link href={routes.fundingBatch(batch.id)} className="font-medium underline">
            B-{batch.number} {batch.name !== undefined && <bdi className="wrap-anywhere">{batch.name}</bdi>}
          </Link>
        </p>
      ))}
      {batches.length > NAMED && (
        <p>And in {counted(batches.length - NAMED, 'more batch', 'more batches')}.</p>
      )}
      <p>{children}</p>
    </Callout>
  )
}
