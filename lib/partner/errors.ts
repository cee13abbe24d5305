import { CHECK_ADVICE } from '@/lib/domain/connections/advice'
import type { PartnerProblem } from './mapping/partner-problems'

/**
 * `connection`: could not connect, or the connection was cut. `authentication`: the partner rejects our credentials.
 * `suspended`: the partner has suspended or closed the funding profile. `refused`: the partner rejected the request
 * and did nothing. `server`: the partner failed internally. `unreadable`: we cannot interpret the answer. `file`:
 * our own file could not be read, or its size is not what we announced.
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

/** Check this before any resend. `unknown`: the partner may have carried out the request. */
export type FailureEffect = 'not-applied' | 'unknown'

/** Why we did not use an access token that we received: its instance address, or its signature. */
type PartnerErrorReason = 'instance-address' | 'signature'

type PartnerErrorDetails = {
  kind: PartnerErrorKind
  outcome: FailureEffect
  /** What happened, in a sentence or two for staff. The error adds what it means and what to do next. */
  what: string
  /** Set if `kind` alone does not say what to fix. */
  reason?: PartnerErrorReason
  httpStatus?: number
  problems?: PartnerProblem[]
  /** The partner's answer, masked. */
  rawText?: string
}

const BRAND = Symbol.for('payfac-desk/partner-error')

/**
 * Whether an error came from the partner client. It uses a brand because `instanceof` would fail: one server bundle
 * creates the client, others call it, and each bundle has its own copy of the class.
 */
export const isPartnerError = (error: unknown): error is PartnerError =>
  error instanceof Error && BRAND in error

/** A failed call to the partner. Contains no token, no secret and no unmasked identity value. */
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
