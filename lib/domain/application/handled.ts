import { dayWords, utcDay } from '@/lib/domain/values/calendar'
import type { Violation } from '@/lib/domain/values/violation'

/** How far our underwriters have got with an application, weightiest first. */
const ACTIONS = ['declined', 'asked', 'handed-over'] as const
export type Action = (typeof ACTIONS)[number]

/** How the handled application relates to this one, closest first. */
const TIES = ['itself', 'copied-from', 'same-tax-id'] as const
export type Tie = (typeof TIES)[number]

/**
 * An application that our underwriters have handled: this one, one that it was copied from (through any number of
 * copies), or another with the same tax ID.
 */
export type Handled = {
  applicationId: string
  number: number
  name: string
  tie: Tie
  action: Action
  /** When the action was taken. */
  on: Date
  /** When the application was first sent to them. */
  since: Date
}

/** The one to name: weightiest action, then closest tie, then latest. */
export function weightiest(handled: readonly Handled[]): Handled | null {
  const [first] = handled.toSorted(
    (a, b) =>
      ACTIONS.indexOf(a.action) - ACTIONS.indexOf(b.action) ||
      TIES.indexOf(a.tie) - TIES.indexOf(b.tie) ||
      b.on.getTime() - a.on.getTime(),
  )
  return first ?? null
}

/** `Declined here on Nov 3, 2026 as A-1042, which has the same tax ID.` The day is in UTC. */
export const handledWords = ({ action, tie, number, on }: Handled): string =>
  `${ACTION_LABELS[action]} on ${dayWords(utcDay(on))}${tie === 'itself' ? '' : ` as A-${number}, ${TIE_WORDS[tie]}`}.`

const ACTION_LABELS: Readonly<Record<Action, string>> = {
  declined: 'Declined here',
  asked: 'Our underwriters asked for information',
  'handed-over': 'Sent to our underwriters',
}

const TIE_WORDS: Readonly<Record<Exclude<Tie, 'itself'>, string>> = {
  'copied-from': 'which this one was copied from',
  'same-tax-id': 'which has the same tax ID',
}

/** A link to the other application; none to the application itself. */
export const handledLinks = ({ applicationId, number, name, tie }: Handled): Pick<Violation, 'about'> =>
  tie === 'itself' ? {} : { about: [{ applicationId, number, name }] }
