import { dayWords, utcDay } from '@/lib/domain/values/calendar'
import type { Violation } from '@/lib/domain/values/violation'

/** How far our underwriters have got with an application; what weighs most comes first. */
const ACTIONS = ['declined', 'asked', 'handed-over'] as const
export type Action = (typeof ACTIONS)[number]

/** How the handled application is related to the one in question; the closest comes first. */
const TIES = ['itself', 'copied-from', 'same-tax-id'] as const
export type Tie = (typeof TIES)[number]

/**
 * An application that our underwriters have handled: the one in question, one that it was copied from (through
 * however many copies), or another one with its tax ID.
 */
export type Handled = {
  applicationId: string
  number: number
  name: string
  tie: Tie
  action: Action
  /** When they did it. */
  on: Date
  /** When the application was first sent to them. */
  since: Date
}

/** The one to name: what weighs most, then the closest, then the latest. */
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

/** Links to the other application; an application needs none to itself. */
export const handledLinks = ({ applicationId, number, name, tie }: Handled): Pick<Violation, 'about'> =>
  tie === 'itself' ? {} : { about: [{ applicationId, number, name }] }
