import { addressesOf } from '@/components/lists/list-address'
import { LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Money } from '@/components/ui/money'
import { type BatchListQuery, batchList } from '@/lib/domain/funding/batch-list-query'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { BatchListView } from '@/lib/server/funding/views'

const addressOf = addressesOf(batchList, routes.funding)

/** How much waits for this person's approval, above the list; nothing where nothing does. */
export function ToApprove({
  toApprove: { batches, amountMinor },
  query,
}: Pick<BatchListView, 'toApprove'> & { query: BatchListQuery }) {
  if (batches === 0) return null
  return (
    <Callout
      title={
        <>
          {counted(batches, 'batch', 'batches')} waiting for your approval:{' '}
          <Money amountMinor={amountMinor} />
        </>
      }
      actions={
        query.work !== 'to-approve' && (
          <LinkButton size="small" href={addressOf({ work: 'to-approve' })}>
            Review
          </LinkButton>
        )
      }
    />
  )
}
