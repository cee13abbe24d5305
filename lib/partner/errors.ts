import { CHECK_ADVICE } from '@/lib/domain/connections/advice'
import type { PartnerProblem } from './mapping/partner-problems'

/**
 * `connection`: never reached, or cut. `authentication`: the partner does not accept who we are.
 * `suspended`: it knows the funding profile, and has suspended or closed it. `refused`: the partner said no,
 * and did nothing. `server`: it failed inside. `unreadable`: an answer that cannot be understood. `file`:
 * our own file could not be read as announced.
 */
type PartnerErrorKind =
  | 'connection'
  | 'timeout'
  | 'authentication'
  | 'suspended'
  | 'refused'
  | 'server'
  | 'unreadable'
  | 'file'

/** Whoever might send again must ask this first. `unknown`: the partner may have done what was asked. */
export type FailureEffect = 'not-applied' | 'unknown'

/** Of an access token that came, and is not used: the address in it, or its signature. */
type PartnerErrorReason = 'instance-address' | 'signature'

type PartnerErrorDetails = {
  kind: PartnerErrorKind
  outcome: FailureEffect
  /** What happened, in a sentence or two for staff; what it means and what to do next are added. */
  what: string
  /** Where the kind alone does not say what to put right. */
  reason?: PartnerErrorReason
  httpStatus?: number
  problems?: PartnerProblem[]
  /** The answer as it came, masked. */
  rawText?: string
}

const BRAND = Symbol.for('payfac-desk/partner-error')

/**
 * Whether an error came from the partner client. By a brand and not by `instanceof`: the desk's client is
 * made in one bundle of the server and called from others, and each bundle has its own copy of the class.
 */
export const isPartnerError = (error: unknown): error is PartnerError =>
  error instanceof Error && BRAND in error

/** A call to the partner that did not end well. Holds no token, no secret and no unmasked identity value. */
export class PartnerError extends Error {
  readonly [BRAND] = true
  override readonly name = 'PartnerError'
  readonly kind: PartnerErrorKind
  readonly outcome: FailureEffect
  readonly what: string
  readonly reason: PartnerErrorReason | null
  readonly httpStatus: number | null
  readonly problems: readonly PartnerProblem[]
  readonly rawText: string | null

  constructor(details: PartnerErrorDetails) {
    super(`${details.what} ${MEANING[details.outcome]} ${NEXT[details.kind][details.outcome]}`)
    this.kind = details.kind
    this.outcome = details.outcome
    this.what = details.what
    this.reason = details.reason ?? null
    this.httpStatus = details.httpStatus ?? null
    this.problems = details.problems ?? []
    this.rawText = details.rawText ?? null
  }
}

const MEANING: Record<FailureEffect, string> = {
  'not-applied': 'Nothing was changed at the partner.',
  unknown: 'It is unknown whether the partner received it. Nothing is resent automatically.',
}

const ASK_PARTNER = 'Confirm with the partner whether the records exist before you resend anything.'
const ASK_ADMIN = `${CHECK_ADVICE.charAt(0).toUpperCase()}${CHECK_ADVICE.slice(1)}.`
const TRY_LATER = `Try again in a few minutes. If it fails again, ${CHECK_ADVICE}.`

const NEXT: Record<PartnerErrorKind, Record<FailureEffect, string>> = {
  connection: { 'not-applied': TRY_LATER, unknown: ASK_PARTNER },
  timeout: { 'not-applied': TRY_LATER, unknown: ASK_PARTNER },
  authentication: { 'not-applied': ASK_ADMIN, unknown: ASK_PARTNER },
  suspended: {
    'not-applied':
      'Ask the partner’s support why, and have the profile opened again before anything is sent with it.',
    unknown: ASK_PARTNER,
  },
  refused: { 'not-applied': 'Fix what the partner reports, then send it again.', unknown: ASK_PARTNER },
  server: { 'not-applied': TRY_LATER, unknown: ASK_PARTNER },
  unreadable: { 'not-applied': ASK_ADMIN, unknown: ASK_PARTNER },
  file: { 'not-applied': 'Upload the document again.', unknown: ASK_PARTNER },
}
