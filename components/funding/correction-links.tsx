import { Link } from '@/components/ui/link'
import { correctionWords } from '@/lib/domain/funding/batch'
import type { Overwrite } from '@/lib/domain/funding/overwrite'
import { routes } from '@/lib/routes'
import type { BatchListItem, BatchView } from '@/lib/server/funding/views'

/** Which batch it corrects, which ones correct it, and with which ones it shares money otherwise; nothing where there is none. */
export const CorrectionLinks = ({
  corrects,
  corrections,
  overwrites = { by: [], of: [] },
}: Pick<BatchListItem, 'corrects' | 'corrections'> & {
  overwrites?: Pick<BatchView['overwrites'], 'by' | 'of'>
}) => (
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

/** What is a correction is called one, and not named twice. What is unclear is not done. */
const others = (overwrites: readonly Overwrite[], named: readonly { id: string }[]) =>
  overwrites.flatMap(({ batchId: id, batchNumber: number, transactions }) =>
    transactions === 0 || named.some((batch) => batch.id === id) ? [] : [{ id, number }],
  )

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
