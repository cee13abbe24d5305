import type { ReactNode } from 'react'
import { classNames } from './class-names'
import type { Tone } from './tone'

const TONES: Record<Tone, string> = {
  neutral: 'border-line bg-sunken text-muted',
  progress: 'border-accent-line bg-accent-soft text-accent-ink',
  good: 'border-good-line bg-good-soft text-good-ink',
  warn: 'border-warn-line bg-warn-soft text-warn-ink',
  bad: 'border-bad-line bg-bad-soft text-bad-ink',
}

const SHAPE = 'inline-flex h-5 items-center border text-xs font-medium whitespace-nowrap'

/** A short fact beside a name: a kind, a count, a role. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(SHAPE, 'rounded-sm px-1.5', TONES[tone])}>{children}</span>
}

/** The state of a thing: round, and with a mark, so that it is told from a plain badge without its colour. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classNames(SHAPE, 'gap-1.5 rounded-full px-2', TONES[tone])}>
      <span
        className={classNames(
          'size-1.5 rounded-full',
          tone === 'neutral' ? 'border border-current' : 'bg-current',
        )}
        aria-hidden="true"
      />
      {children}
    </span>
  )
}
