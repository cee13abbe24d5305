import type { FundingLimits } from '@/lib/domain/funding/limits'
import { MaskedAnswer, maskingSecrets, refused, requireSuccess, unreadable } from './answer'
import { PartnerError } from './errors'
import { type FundingResult, readFundingAnswer } from './mapping/funding-answer'
import { spellingsOf } from './secret-spellings'
import { exchange } from './transport'

/**
 * One of our funding profiles. `amountUnit`: whether digits on the wire count cents or dollars. `limits`: the longest
 * values that it accepts, which the interface does not state.
 */
export type FundingProfile = {
  profileId: string
  profileKey: string
  label: string
  amountUnit: 'minor' | 'major'
  limits?: FundingLimits
  /** Transaction-level codes with which its partner refuses for good; the interface names none. */
  finalCodes?: readonly string[]
  /** A real partner is behind it, not the simulated one. */
  isLive?: boolean
}

/** `rawText` is the answer as received, with the profile's key masked. Single transactions in it may have failed. */
export type FundingAnswer = FundingResult & { httpStatus: number; rawText: string }

/** 10,000 errors with the longest message in the interface, at four bytes a letter, come to about 10 MB. */
const MAX_ANSWER_BYTES = 20_000_000

const THING = 'the funding amounts'

/**
 * Sends one request to the funding endpoint (interface, "Create or modify funding amounts"), once. The profile's key
 * authenticates it (interface, "Funding endpoint"), so there is no token to renew.
 */
export async function sendFunding(
  { url, deadlineMs }: { url: URL; deadlineMs: number },
  profile: FundingProfile,
  requestText: string,
): Promise<FundingAnswer> {
  const credentials = Buffer.from(`${profile.profileId}:${profile.profileKey}`).toString('base64')
  const answer = new MaskedAnswer(
    await exchange({
      url,
      headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
      body: requestText,
      deadlineMs,
      maxAnswerBytes: MAX_ANSWER_BYTES,
    }),
    maskingSecrets(secretsOf(profile, credentials)),
    'unknown',
  )
  if ([400, 401, 403].includes(answer.status)) throw turnedAway(answer, profile)
  requireSuccess(answer, THING)
  // Masking 10,000 errors one by one takes longer than reading them, and there is nearly always nothing to mask.
  const result = readFundingAnswer(answer.text, answer.rawText === answer.text ? undefined : answer.mask)
  if (!result) throw unreadable(answer, THING)
  return { ...result, httpStatus: answer.status, rawText: answer.rawText }
}

/** These answers have no body, so this says what they mean (interface, "Funding endpoint: status codes"). */
function turnedAway(answer: MaskedAnswer, { label, profileId }: FundingProfile): PartnerError {
  const told = { ...answer.told(), outcome: 'not-applied' } as const
  if (answer.status === 401) {
    const what = `The partner does not accept the funding profile ${label}: the profile id ${profileId} is unknown to it, or the profile key is wrong (HTTP 401).`
    return new PartnerError({ ...told, kind: 'authentication', what })
  }
  if (answer.status === 403) {
    const what = `The partner has suspended or closed the funding profile ${label} (${profileId}); its id and key are right (HTTP 403).`
    return new PartnerError({ ...told, kind: 'suspended', what })
  }
  return refused(
    answer,
    THING,
    'By its interface that means: not JSON, a value that is too long or of the wrong type, or too few or too many records.',
  )
}

/** The key, and its Base64 forms in the header, without padding: a text may be cut off before it. */
const secretsOf = ({ profileKey }: FundingProfile, credentials: string): string[] =>
  [
    credentials.replace(/=+$/, ''),
    Buffer.from(profileKey).toString('base64').replace(/=+$/, ''),
    profileKey,
  ].flatMap(spellingsOf)
