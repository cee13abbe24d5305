import type { Tone } from '@/components/ui/tone'
import type { AttemptView } from '@/lib/server/applications/loaders'

type Words = { tone: Tone; label: string }

const STATES: Readonly<Record<AttemptView['state'], Words>> = {
  prepared: { tone: 'progress', label: 'Prepared' },
  sending: { tone: 'progress', label: 'Sending' },
  accepted: { tone: 'good', label: 'Accepted' },
  refused: { tone: 'bad', label: 'Rejected' },
  'not-sent': { tone: 'bad', label: 'Not sent' },
  unknown: { tone: 'warn', label: 'Outcome unknown' },
}

/** How an attempt ended. An answer that rejected some records does not count as accepted in the history. */
export function attemptWords({ state, results }: Pick<AttemptView, 'state' | 'results'>): Words {
  const refused = results.filter(({ success }) => !success).length
  if (state !== 'accepted' || refused === 0) return STATES[state]
  return {
    tone: 'warn',
    label: `Partially accepted: ${results.length - refused} of ${results.length} records`,
  }
}
