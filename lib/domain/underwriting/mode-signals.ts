import type { Handled } from '@/lib/domain/application/handled'
import { MODE_PATH } from '@/lib/domain/application/underwriting-mode'
import { momentWords } from '@/lib/domain/values/calendar'
import { shownAt } from './case-values'
import type { ModeChange, SignalRule } from './signal'

/**
 * The changes since underwriting first had this application or a related one. A draft's first answer is no change.
 * `told`: every setting of the answer, oldest first.
 */
export function changesSinceHandled(
  told: readonly ModeChange[],
  handled: readonly Pick<Handled, 'since'>[],
): ModeChange[] {
  const since = Math.min(...handled.map(({ since: first }) => first.getTime()))
  return told.filter(({ at, from }, index) => at.getTime() >= since && !(index === 0 && from === ''))
}

const answer = (text: string): string => (text === '' ? 'no answer' : `“${text}”`)
const told = ({ by, at, from, to }: ModeChange): string =>
  `${by} changed it from ${answer(from)} to ${answer(to)} on ${momentWords(at).text} UTC.`

/** Changing who underwrites can avoid our approval: answering that the partner underwrites is enough. */
const modeChanged: SignalRule = ({ draft, modeChanges }) => {
  if (modeChanges.length === 0) return []
  return [
    {
      code: 'mode-changed',
      weight: 'concern',
      title: 'The underwriting mode changed after underwriting began',
      why: `${modeChanges.map(told).join(' ')} Find out why before you decide. Our approval is needed in any case.`,
      values: [shownAt(draft, MODE_PATH)],
    },
  ]
}

export const MODE_RULES: readonly SignalRule[] = [modeChanged]
