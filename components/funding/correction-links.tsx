import { Link } from '@/components/ui/link'
import { correctionWords } from '@/lib/domain/funding/batch'
import { routes } from '@/lib/routes'
import type { BatchListItem } from '@/lib/server/funding/views'

/**
 * Links to the batch that it corrects, to its corrections, and to others that changed the same money. Nothing if
 * there are none.
 */
export const CorrectionLinks = ({
  corrects,
  corrections,
  overwrites,
}: Pick<BatchListItem, 'corrects' | 'corrections' | 'overwrites'>) => (
  <>
    {corrects && <BatchNumber words="Corrects" batch={corrects} />}
    {corrections.map((correction) => (
      <BatchNumber key={correction.id} words={correctionWords(correction)} batch={correction} />
    ))}
    {others(overwrites.of, corrects ? [corrects] : []).map((batch) => (
      <BatchNumber key={batch.id} words="Overwrites" batch={batch} />
    ))}
    {others(overwrites.by, corrections).map((batch) => (
      <BatchNumber key={batch.id} words="Overwritten by" batch={batch} />
    ))}
  </>
)

/** Without batches that are already named as corrections. */
const others = (batches: BatchListItem['overwrites']['by'], named: readonly { id: string }[]) =>
  batches.filter(({ id }) => !named.some((batch) => batch.id === id))

const BatchNumber = ({
  words,
  batch: { id, number },
}: {
  words: string
  batch: { id: string; number: number }
}) => (
  <span className="text-xs whitespace-nowrap">
    {words}{' '}
    <Link href={routes.fundingBatch(id)} className="font-medium text-accent-ink underline">
      B-{number}
    </Link>
  </span>
)
