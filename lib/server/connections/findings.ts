import type { CheckFinding, FixedTarget } from '@/lib/domain/connections/connections'
import { placeOf } from '@/lib/domain/connections/connections'
import type { AddressReading, StageReading, TokenCheck } from '@/lib/partner/client'
import type { PartnerError } from '@/lib/partner/errors'
import type { FundingAnswer } from '@/lib/partner/funding-client'

/** What each answer of the connection check says to people. Pure: from an answer to words. */

const ok = (found: string, facts: CheckFinding['facts'] = []): CheckFinding => ({
  state: 'ok',
  found,
  meaning: '',
  advice: '',
  facts,
})

/** What people cannot do while a target does not work. */
const MEANINGS: Readonly<Record<FixedTarget | 'funding', string>> = {
  token:
    'Applications and documents cannot be sent, and no stage can be read, until this works. Drafts are safe, and funding is not affected.',
  application: 'PayFac applications and their updates may not reach the partner.',
  alias: 'Full applications with pricing may not reach the partner.',
  attachment: 'Documents may not reach the partner. They wait here.',
  status: 'Stages of applications cannot be read. They can still be entered by hand.',
  'hosted-page': 'Payment links may lead nowhere.',
  funding: 'Batches of this profile are not funded until this works.',
}

const ASK_PARTNER = 'Ask the partner’s support.'

export const SKIPPED: CheckFinding = {
  state: 'skipped',
  found: 'Not tried: it needs an access token, and none was issued.',
  meaning: '',
  advice: 'Correct what the access token row shows, then check again.',
  facts: [],
}

export const NOT_CONFIGURED: Readonly<Record<'status' | 'hosted-page' | 'funding', CheckFinding>> = {
  status: {
    state: 'off',
    found: 'Stages are not read.',
    meaning: 'Stages of applications are entered by hand.',
    advice: 'Set PARTNER_STATUS_PATH to read them.',
    facts: [],
  },
  'hosted-page': {
    state: 'off',
    found: 'No hosted payment page is configured.',
    meaning: 'Payment links cannot be made.',
    advice: 'Set HPP_URL to the address of the page.',
    facts: [],
  },
  funding: {
    state: 'off',
    found: 'No address of the funding service is configured.',
    meaning: MEANINGS.funding,
    advice: 'Set FUNDING_BASE_URL.',
    facts: [],
  },
}

const HOUR_MS = 3_600_000

export function tokenFinding(check: TokenCheck, instanceHosts: readonly string[]): CheckFinding {
  const { instanceUrl, issuedAt, signature, lifetimeMs } = check
  return ok('The partner issued an access token.', [
    { name: 'Lifetime', value: `${lifetimeMs / HOUR_MS} hours, as its interface says` },
    { name: 'Instance address', value: placeOf(instanceUrl) },
    { name: 'Host', value: `${new URL(instanceUrl).host} is allowed (${instanceHosts.join(', ')})` },
    ...(issuedAt ? [{ name: 'Issued, by the partner’s clock', value: momentText(issuedAt) }] : []),
    { name: 'Signature', value: SIGNATURES[signature] },
  ])
}

const momentText = (at: Date): string => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

const SIGNATURES: Readonly<Record<TokenCheck['signature'], string>> = {
  valid: 'checked, and right',
  'no-secret': 'not checked, because no secret for it is configured',
  'not-sent': 'not checked, because the answer has no complete one',
}

/** What to put right where no token was issued. */
export function tokenFailure(error: PartnerError): CheckFinding {
  return failure('token', error, tokenAdvice(error))
}

function tokenAdvice({ kind, reason }: PartnerError): string {
  if (reason === 'instance-address') {
    return 'Ask the partner whether this address is theirs. Only then add its host to PARTNER_INSTANCE_HOSTS and restart the desk.'
  }
  if (reason === 'signature') {
    return 'Compare PARTNER_TOKEN_SIGNATURE_SECRET with what the partner issued. If it is right, tell the partner: the token may have been intercepted.'
  }
  if (kind === 'authentication') {
    return 'Compare PARTNER_CLIENT_ID, PARTNER_CLIENT_SECRET, PARTNER_USERNAME, PARTNER_PASSWORD and PARTNER_SECURITY_TOKEN with what the partner issued. Correct them and restart the desk.'
  }
  return kind === 'unreadable'
    ? 'Check that PARTNER_AUTH_URL is the base address of the token service, without its path.'
    : unreachable('PARTNER_AUTH_URL')
}

const unreachable = (name: string): string =>
  `Check ${name} and this server’s way to that host, then check again. If both are right, ask the partner’s support whether the service is down.`

const failure = (target: FixedTarget | 'funding', error: PartnerError, advice: string): CheckFinding => ({
  state: 'failed',
  found: error.what,
  meaning: MEANINGS[target],
  advice,
  facts: [],
})

/** Of an address that takes posts alone. Everything below 500 shows that the service answers there. */
export function addressFinding(
  target: 'application' | 'alias' | 'attachment',
  { url, httpStatus }: AddressReading,
): CheckFinding {
  const facts = [{ name: 'Address', value: placeOf(url) }]
  const told = { meaning: MEANINGS[target], facts }
  if (httpStatus === 401) {
    return {
      ...told,
      state: 'failed',
      found: 'The partner does not accept our access token here, not even a new one (HTTP 401).',
      advice: `${ASK_PARTNER} The user of this desk may lack the right to use this address.`,
    }
  }
  if (httpStatus >= 500) {
    return {
      ...told,
      state: 'failed',
      found: `The partner’s service fails here (HTTP ${httpStatus}).`,
      advice: `Check again in a few minutes. If it fails again: ${ASK_PARTNER.toLowerCase()}`,
    }
  }
  if (httpStatus === 404) {
    return {
      ...told,
      state: 'attention',
      found: 'The partner has nothing at this path (HTTP 404).',
      advice:
        target === 'alias'
          ? 'Compare PARTNER_ALIAS_URL with what the partner gave you. It may still take a submission.'
          : `${ASK_PARTNER} It may still take a submission.`,
    }
  }
  if (httpStatus === 403 || (httpStatus >= 300 && httpStatus < 400)) {
    return {
      ...told,
      state: 'attention',
      found:
        httpStatus === 403
          ? 'The partner does not allow the user of this desk to read this address (HTTP 403).'
          : `The partner redirects the request (HTTP ${httpStatus}). The desk does not follow redirects.`,
      advice: `${ASK_PARTNER} It may still take a submission.`,
    }
  }
  return ok(`The partner answers (HTTP ${httpStatus} to a read, which changes nothing).`, facts)
}

/**
 * Of the application whose opportunity was asked for; null: of one that no platform has, where an answer that says so
 * shows that someone answers, and no more.
 */
export function statusFinding(reading: StageReading, application: number | null): CheckFinding {
  const told = { meaning: MEANINGS.status, facts: [] }
  if (reading.found === 'switched-off') return NOT_CONFIGURED.status
  if (application === null)
    return reading.found === 'no-opportunity'
      ? {
          ...told,
          state: 'unproven',
          found:
            'Proven: the partner answers and takes our access token. It has no record with an ID that does not exist (HTTP 404), as expected. Not proven: the path, since a wrong one answers the same.',
          meaning: '',
          advice: 'Check again once an application has an opportunity ID: its stage is read then.',
        }
      : {
          ...told,
          state: 'attention',
          found: 'The partner answers that it has an opportunity with an ID that does not exist.',
          meaning: 'Stages that are read may belong to another application.',
          advice: `Compare PARTNER_STATUS_PATH with the partner’s documents. ${ASK_PARTNER}`,
        }
  switch (reading.found) {
    case 'stage':
      return ok(`The partner answered with the stage of A-${application}.`)
    case 'no-stage':
      return {
        ...told,
        state: 'attention',
        found: `The partner answered for A-${application}, and named no stage.`,
        advice: `Compare PARTNER_STATUS_PATH with the partner’s documents. ${ASK_PARTNER}`,
      }
    case 'no-opportunity':
      return {
        ...told,
        state: 'unproven',
        found: `Proven: the partner answers and takes our access token. Not proven: the path. The partner has no record with the opportunity ID of A-${application} there (HTTP 404).`,
        advice:
          'Either that record was deleted at the partner, or PARTNER_STATUS_PATH is wrong. Read the stage of another application to find out.',
      }
  }
}

export const statusFailure = (error: PartnerError): CheckFinding =>
  failure(
    'status',
    error,
    error.kind === 'authentication' || error.kind === 'refused'
      ? 'Ask the partner whether the user of this desk may read opportunities, and compare PARTNER_STATUS_PATH with its documents.'
      : unreachable('the instance address'),
  )

export const addressFailure = (
  target: 'application' | 'alias' | 'attachment',
  error: PartnerError,
): CheckFinding =>
  failure(target, error, unreachable(target === 'alias' ? 'PARTNER_ALIAS_URL' : 'the instance address'))

const UNITS = { minor: 'cents', major: 'whole dollars' } as const
const unitFact = (amountUnit: 'minor' | 'major') => ({
  name: 'Amounts are sent in',
  value: UNITS[amountUnit],
})

/** See FUNDING_CHECK: error 2 with no success is what an active profile answers. */
export function fundingFinding(answer: FundingAnswer, amountUnit: 'minor' | 'major'): CheckFinding {
  const facts = [unitFact(amountUnit)]
  const { errorCode, successfulTransactionCount } = answer
  if (successfulTransactionCount > 0) {
    return {
      state: 'attention',
      found:
        'The profile is active, but the service says that it processed a request that names no transaction.',
      meaning: 'Its answers may not mean what the interface says. The request named no transaction to fund.',
      advice: `${ASK_PARTNER} Show them the time of this check.`,
      facts,
    }
  }
  if (errorCode !== null && Number(errorCode) === 2) {
    return ok('The profile is active. The request named no transaction, so nothing was applied.', facts)
  }
  return {
    state: 'attention',
    found: `The profile is active, but the service answered with ${errorCode === null ? 'no error' : `error ${errorCode}`} where its interface says 2.`,
    meaning: 'Batches can be sent. Nothing was applied.',
    advice: ASK_PARTNER,
    facts,
  }
}

export function fundingFailure(error: PartnerError, amountUnit: 'minor' | 'major'): CheckFinding {
  const facts = [unitFact(amountUnit)]
  switch (error.kind) {
    case 'authentication':
      return {
        ...failure(
          'funding',
          error,
          'Compare the profile’s id and key in FUNDING_PROFILES with what the partner issued. Correct them and restart the desk.',
        ),
        facts,
      }
    case 'suspended':
      return {
        ...failure('funding', error, 'Ask the partner’s support why, and have the profile opened again.'),
        facts,
      }
    case 'refused':
      return {
        state: 'attention',
        found:
          'The funding service refused the request before it looked at the profile (HTTP 400). The status of the profile is unknown. Nothing was applied.',
        meaning: 'Batches may be rejected.',
        advice: 'Ask the partner’s support for the state of the profile.',
        facts,
      }
    default:
      return { ...failure('funding', error, unreachable('FUNDING_BASE_URL')), facts }
  }
}

export function hostedPageFinding(httpStatus: number): CheckFinding {
  if (httpStatus < 300 || (httpStatus >= 400 && httpStatus < 500 && httpStatus !== 404)) {
    return ok(`The page answers (HTTP ${httpStatus}). It was opened without a payment.`)
  }
  return {
    state: httpStatus >= 500 || httpStatus === 404 ? 'failed' : 'attention',
    found:
      httpStatus === 404
        ? 'The server has no page at this path (HTTP 404).'
        : httpStatus >= 500
          ? `The page fails (HTTP ${httpStatus}).`
          : `The server sends cardholders to another address (HTTP ${httpStatus}).`,
    meaning: MEANINGS['hosted-page'],
    advice: 'Compare HPP_URL with what the partner gave you, and open it in a browser.',
    facts: [],
  }
}

export const hostedPageFailure = (error: PartnerError): CheckFinding =>
  failure('hosted-page', error, unreachable('HPP_URL'))
