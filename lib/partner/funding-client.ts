import type { FundingLimits } from '@/lib/domain/funding/limits'
import { MaskedAnswer, maskingSecrets, refused, requireSuccess, unreadable } from './answer'
import { PartnerError } from './errors'
import { type FundingResult, readFundingAnswer } from './mapping/funding-answer'
import { spellingsOf } from './secret-spellings'
import { exchange } from './transport'

/**
 * A funding profile of ours. `amountUnit`: what the wire's digits count, cents or dollars. `limits`: the longest values
 * that it takes, which the interface does not show.
 */
export type FundingProfile = {
  profileId: string
  profileKey: string
  label: string
  amountUnit: 'minor' | 'major'
  limits?: FundingLimits
  /** Its partner is no simulation. */
  isLive?: boolean
}

/** `rawText` is the answer as it came, without the profile's key. Transactions may have failed one by one. */
export type FundingAnswer = FundingResult & { httpStatus: number; rawText: string }

/** 10,000 errors with the longest message of the interface, four bytes a letter, are some 10 MB. */
const MAX_ANSWER_BYTES = 20_000_000

const THING = 'the funding amounts'

/**
 * One request of the funding endpoint (interface, "Create or modify funding amounts"), sent once. The partner
 * knows us by the profile here (interface, "Funding endpoint"), so that there is no token to renew.
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
  // To mask 10,000 errors one by one costs more than to read them, and nearly always hides nothing.
  const result = readFundingAnswer(answer.text, answer.rawText === answer.text ? undefined : answer.mask)
  if (!result) throw unreadable(answer, THING)
  return { ...result, httpStatus: answer.status, rawText: answer.rawText }
}

/** Interface, "Funding endpoint: status codes": these come without a body, so their meaning is said here. */
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

/** The key, and what the header made of it; a text may end before its padding. */
const secretsOf = ({ profileKey }: FundingProfile, credentials: string): string[] =>
  [
    credentials.replace(/=+$/, ''),
    Buffer.from(profileKey).toString('base64').replace(/=+$/, ''),
    profileKey,
  ].flatMap(spellingsOf)
