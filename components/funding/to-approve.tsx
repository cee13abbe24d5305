'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { addressesOf } from '@/components/lists/list-address'
import { useCounts } from '@/components/shell/counts'
import { Button, LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { type BatchListQuery, batchList } from '@/lib/domain/funding/batch-list-query'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { BatchListView } from '@/lib/server/funding/views'

const addressOf = addressesOf(batchList, routes.funding)

/**
 * How much waits for this person's approval; nothing if nothing does. If the navigation has a newer count, the list
 * is outdated, and a button refreshes it.
 */
export function ToApprove({
  toApprove: { batches, moved },
  query,
}: Pick<BatchListView, 'toApprove'> & { query: BatchListQuery }) {
  const router = useRouter()
  const [isShowing, startShowing] = useTransition()
  const now = useCounts().counts.waiting.funding ?? batches
  if (now !== batches)
    return (
      <Callout
        live="status"
        title={`${now === 0 ? 'No batch is' : counted(now, 'batch', 'batches')} waiting for your approval now`}
        actions={
          <Button size="small" busy={isShowing} onClick={() => startShowing(() => router.refresh())}>
            Show current list
          </Button>
        }
      >
        The list below is older.
      </Callout>
    )
  if (batches === 0) return null
  return (
    <Callout
      title={`${counted(batches, 'batch', 'batches')} waiting for your approval: ${moved}`}
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
