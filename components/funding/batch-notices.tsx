import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { BATCH_STATUS_MEANING } from '@/lib/domain/funding/batch'
import { routes } from '@/lib/routes'
import type { BatchView } from '@/lib/server/funding/views'

/** Why it is a draft again. */
export const BackNotice = ({
  back: { by, note, isRecall },
}: {
  back: NonNullable<BatchView['returned']>
}) => (
  <Callout tone="warn" title={isRecall ? 'Recalled' : 'Returned'}>
    <bdi>{by}</bdi>: <q className="break-words whitespace-pre-line">{note}</q>
  </Callout>
)

/** What changed since the last submission, so that an approver who saw that one need not compare everything. */
export const SinceReturn = ({
  since: { by, note, isRecall, words },
}: {
  since: NonNullable<BatchView['sinceReturn']>
}) => (
  <Callout title={`Submitted again after ${by} ${isRecall ? 'recalled' : 'returned'} it`}>
    {note !== '' && <q className="block break-words whitespace-pre-line">{note}</q>}
    <p className="wrap-anywhere">Since then: {words}</p>
  </Callout>
)

/** The batches that the same file was brought into before. */
export const SameFile = ({ batches }: { batches: BatchView['sameFile'] }) => (
  <Callout tone="warn" title="This file was already imported">
    {batches.map(({ id, number, name, status }) => (
      <p key={id}>
        <Link href={routes.fundingBatch(id)} className="font-medium underline">
          B-{number} <bdi className="wrap-anywhere">{name}</bdi>
        </Link>
        , {BATCH_STATUS_MEANING[status].label.toLowerCase()}
      </p>
    ))}
  </Callout>
)
