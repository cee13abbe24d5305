import { classNames } from '@/components/ui/class-names'
import { timeUsed } from './time-words'

const BARS = { progress: 'fill-line-strong', warn: 'fill-warn-ink', bad: 'fill-bad' }

/** The time that underwriting has had a case, against the limit in Settings, in words and as a bar. */
export function TimeUsed({
  usedMs,
  hoursAllowed,
  running,
  isOver = false,
  handOvers,
}: {
  usedMs: number
  hoursAllowed: number
  running: boolean
  /** The case is decided, so the clock no longer runs. */
  isOver?: boolean
  /** How many hand-overs the time is from. */
  handOvers: number
}) {
  const isPaused = !running && !isOver
  const { tone, share, words } = timeUsed(usedMs, hoursAllowed, isOver)
  return (
    <div className="w-36 max-w-full">
      <p className={classNames('whitespace-nowrap', tone === 'bad' && 'font-medium text-bad-ink')}>{words}</p>
      <svg className="mt-1 h-1 w-full rounded-full bg-line" aria-hidden="true">
        <rect className={BARS[tone]} width={`${share * 100}%`} height="100%" rx="2" />
      </svg>
      {(handOvers > 1 || isPaused) && (
        <p className="mt-0.5 text-xs text-muted">
          {[handOvers > 1 && `Over ${handOvers} rounds`, isPaused && 'Paused'].filter(Boolean).join(' · ')}
        </p>
      )}
    </div>
  )
}
