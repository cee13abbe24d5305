import { SIGNAL_WEIGHTS, type SignalCounts, type SignalWeight } from '@/lib/domain/underwriting/signal'
import { counted } from '@/lib/domain/values/counted'

const WORDS: Readonly<Record<SignalWeight, (count: number) => string>> = {
  serious: (count) => `${count} serious`,
  concern: (count) => counted(count, 'concern'),
  note: (count) => counted(count, 'note'),
}
const INKS: Readonly<Record<SignalWeight, string>> = {
  serious: 'font-medium text-bad-ink',
  concern: 'text-warn-ink',
  note: 'text-muted',
}

/** The number of signals of a case by weight, for the queue and the case page, so that both count the same. */
export function SignalCount({ counts }: { counts: SignalCounts }) {
  const weights = SIGNAL_WEIGHTS.filter((weight) => counts[weight] > 0)
  if (weights.length === 0) return <span className="text-muted">No signals</span>
  return (
    <span>
      {weights.map((weight, index) => (
        <span key={weight}>
          {index > 0 && ' · '}
          <span className={`whitespace-nowrap ${INKS[weight]}`}>{WORDS[weight](counts[weight])}</span>
        </span>
      ))}
    </span>
  )
}
