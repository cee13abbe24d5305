import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { BATCH_STATUS_MEANING } from '@/lib/domain/funding/batch'
import { routes } from '@/lib/routes'
import type { CreateBatchResult } from '@/lib/server/funding/views'

export type EarlierBatch = Extract<CreateBatchResult, { reason: 'same-file' }>['earlier']

/** The same file was imported before. Usually a mistake, which a person has to decide. */
export function SameFileNotice({ earlier, onAgain }: { earlier: EarlierBatch; onAgain: () => void }) {
  return (
    <Callout
      tone="warn"
      live="alert"
      title="This file was already imported"
      actions={
        <Button size="small" onClick={onAgain}>
          Create another batch anyway
        </Button>
      }
    >
      It became{' '}
      <Link href={routes.fundingBatch(earlier.id)} className="font-medium underline">
        B-{earlier.number} <bdi className="wrap-anywhere">{earlier.name}</bdi>
      </Link>
      , created by <bdi>{earlier.createdBy}</bdi> on <DateTime at={earlier.createdAt} /> and now{' '}
      {BATCH_STATUS_MEANING[earlier.status].label.toLowerCase()}. No second batch was created.
    </Callout>
  )
}
