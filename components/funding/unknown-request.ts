import { NOBODY_CONFIRMS } from '@/lib/domain/funding/nobody-confirms'
import { counted } from '@/lib/domain/values/counted'
import type { BatchView, FundingRequestView, WordView } from '@/lib/server/funding/views'

/** The request whose outcome a person has to report. */
export const unknownRequest = ({ requests }: BatchView): FundingRequestView | undefined =>
  requests.find(({ unresolvedAttemptId }) => unresolvedAttemptId !== null)

/** Who can confirm it, or that nobody can and what to do then. */
export const confirmersWords = ({ confirmers }: WordView): string =>
  confirmers.length === 0 ? NOBODY_CONFIRMS : `Can confirm: ${confirmers.join(', ')}.`

/** `the partner received request 2 without 3 transactions`: what a person reported. */
export function wordText(missing: readonly string[] | null, request: number | undefined): string {
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
