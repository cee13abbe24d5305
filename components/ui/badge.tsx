import type { ReactNode } from 'react'
import type { Tone } from './tone'

const TONES: Record<Tone, string> = {
  neutral: '',
  progress: ' badge-progress',
  good: ' badge-good',
  warn: ' badge-warn',
  bad: ' badge-bad',
}

type BadgeProps = { tone?: Tone; title?: string | undefined; children: ReactNode }

/** A short fact beside a name: a kind, a count, a role. */
export const Badge = ({ tone = 'neutral', title, children }: BadgeProps) => (
  <span className={`badge${TONES[tone]}`} title={title}>
    {children}
  </span>
)

/** The status of a record. */
export const StatusBadge = ({ tone = 'neutral', title, children }: BadgeProps) => (
  <span className={`badge-status${TONES[tone]}`} title={title}>
    {children}
  </span>
)
