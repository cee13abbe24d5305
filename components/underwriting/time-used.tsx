import { classNames } from '@/components/ui/class-names'
import { timeUsed } from './time-words'

const BARS = { progress: 'bg-line-strong', warn: 'bg-warn-ink', bad: 'bg-bad' }

/** The time that underwriting has had a case, against what Settings allow; said in words, and as a quiet bar. */
export function TimeUsed({
  usedMs,
  hoursAllowed,
  running,
  handOvers,
}: {
  usedMs: number
  hoursAllowed: number
  running: boolean
  /** Over how many hand-overs it was used. */
  handOvers: number
}) {
  const { tone, share, words } = timeUsed(usedMs, hoursAllowed)
  return (
    <div className="w-36 max-w-full">
      <p className={classNames('whitespace-nowrap', tone === 'bad' && 'font-medium text-bad-ink')}>{words}</p>
      <div className="mt-1 h-1 overflow-hidden rounded-full bg-line" aria-hidden="true">
        <div className={classNames('h-full rounded-full', BARS[tone])} style={{ width: `${share * 100}%` }} />
      </div>
      {(handOvers > 1 || !running) && (
        <p className="mt-0.5 text-xs text-muted">
          {[handOvers > 1 && `Over ${handOvers} hand-overs`, !running && 'The clock stands']
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
    </div>
  )
}
