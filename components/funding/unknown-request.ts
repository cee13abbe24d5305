import { NOBODY_CONFIRMS } from '@/lib/domain/funding/absence'
import { counted } from '@/lib/domain/values/counted'
import type { AbsenceView, BatchView, FundingRequestView } from '@/lib/server/funding/views'

/** The request whose outcome a person has to say. */
export const unknownRequest = ({ requests }: BatchView): FundingRequestView | undefined =>
  requests.find(({ unresolvedAttemptId }) => unresolvedAttemptId !== null)

/** Who can confirm it; or that nobody can, and what to do then. */
export const confirmersWords = ({ confirmers }: AbsenceView): string =>
  confirmers.length === 0 ? NOBODY_CONFIRMS : `Can confirm: ${confirmers.join(', ')}.`

/** `the partner received request 2 without 3 transactions`: what a person reported. */
export const absenceWords = (missing: readonly string[] | null, request: number | undefined): string =>
  missing === null
    ? `the partner did not receive request ${request}`
    : `the partner received request ${request} without ${counted(missing.length, 'transaction')}`

const MISSING_SHOWN = 20

/** Which transactions are not there. */
export const missingWords = (missing: readonly string[]): string =>
  `${missing.slice(0, MISSING_SHOWN).join(', ')}${
    missing.length > MISSING_SHOWN
      ? ` and ${(missing.length - MISSING_SHOWN).toLocaleString('en-US')} more`
      : ''
  }`
