import { Link } from '@/components/ui/link'
import { correctionWords } from '@/lib/domain/funding/batch'
import { routes } from '@/lib/routes'
import type { BatchListItem } from '@/lib/server/funding/views'

/** Which batch it corrects, and which ones correct it; nothing where there is none. */
export const CorrectionLinks = ({
  corrects,
  corrections,
}: Pick<BatchListItem, 'corrects' | 'corrections'>) => (
  <>
    {corrects && <BatchNumber words="Corrects" batch={corrects} />}
    {corrections.map((correction) => (
      <BatchNumber key={correction.id} words={correctionWords(correction)} batch={correction} />
    ))}
  </>
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
