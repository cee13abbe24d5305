import { NOBODY_CONFIRMS } from '@/lib/domain/funding/nobody-confirms'
import { counted } from '@/lib/domain/values/counted'
import type { ResolveRequest } from '@/lib/server/funding/resolution'
import type { BatchView, FundingRequestView } from '@/lib/server/funding/views'

/** The requests whose outcome a person must record: several if the desk went down while it sent one of them. */
export const unknownRequests = ({ requests }: BatchView): FundingRequestView[] =>
  requests.filter(({ unresolvedAttemptId }) => unresolvedAttemptId !== null)

/** Who can confirm it, or that no one can and what to do then. */
export const confirmersWords = (confirmers: readonly string[]): string =>
  confirmers.length === 0 ? NOBODY_CONFIRMS : `Can confirm: ${confirmers.join(', ')}.`

/** `the partner received request 2 without 3 transactions`: what a person reported. */
export function reportText(missing: readonly string[] | null, request: number): string {
  if (missing === null) return `the partner did not receive request ${request}`
  const without = missing.length > 0 ? ` without ${counted(missing.length, 'transaction')}` : ''
  return `the partner received request ${request}${without}`
}

const MISSING_SHOWN = 20

/** The names of missing transactions. */
export const missingWords = (missing: readonly string[]): string =>
  `${missing.slice(0, MISSING_SHOWN).join(', ')}${
    missing.length > MISSING_SHOWN
      ? ` and ${(missing.length - MISSING_SHOWN).toLocaleString('en-US')} more`
      : ''
  }`

type Resolution = ResolveRequest['outcome']

/** What each choice records. *Partly* is *found* with the missing transactions. */
const RESOLUTIONS = {
  found: 'found',
  partly: 'found',
  absent: 'absent',
  'sent-again': 'sent-again',
} as const satisfies Record<string, Resolution>

export type ResolutionChoice = keyof typeof RESOLUTIONS

/** Throws for anything else, so that nothing is sent or recorded by default. */
export function resolutionOf(choice: string): Resolution {
  if (!isResolutionChoice(choice)) throw new Error(`There is no choice “${choice}”.`)
  return RESOLUTIONS[choice]
}

const isResolutionChoice = (choice: string): choice is ResolutionChoice => Object.hasOwn(RESOLUTIONS, choice)
