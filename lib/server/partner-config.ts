import { type Connections, placeOf } from '@/lib/domain/connections/connections'
import { SANDBOX_FINAL_CODES } from '@/lib/domain/funding/failure-advice'
import { FREE_LIMITS, SANDBOX_LIMITS } from '@/lib/domain/funding/limits'
import { type Env, hostsIn } from '@/lib/env'
import type { PartnerConfig } from '@/lib/partner/client'
import type { FundingProfile } from '@/lib/partner/funding-client'
import { routes } from '@/lib/routes'

/** contract.md, "The sandbox": the credentials that the simulated partner knows. */
const SANDBOX_CREDENTIALS = {
  clientId: 'sandbox-client',
  clientSecret: 's&cret+100%',
  username: 'api+desk@sandbox.test',
  password: 'p&ss w+rd%',
  securityToken: 'T0ken=',
  signatureSecret: 's&cret+100%',
}

/** contract.md, "The sandbox": its two active funding profiles. */
const SANDBOX_PROFILES: FundingProfile[] = [
  { profileId: '941000000001', profileKey: 'key-active-1', label: 'Sandbox profile 1', amountUnit: 'minor' },
  { profileId: '941000000004', profileKey: 'key-active-2', label: 'Sandbox profile 2', amountUnit: 'minor' },
]

/** With the sandbox on, a stand-alone one goes first where the environment names it. */
const sandboxAddress = (env: Env): string => env.PARTNER_AUTH_URL || `${env.APP_URL}${routes.sandbox}`

/** Where the partner is and who we are there. With the sandbox on, what the environment names still goes first. */
export function partnerConfig(env: Env): PartnerConfig {
  const addresses = {
    aliasUrl: env.PARTNER_ALIAS_URL,
    statusPath: env.PARTNER_STATUS_PATH,
    fundingUrl: env.FUNDING_BASE_URL || (env.sandboxOn ? sandboxAddress(env) : ''),
  }
  if (env.sandboxOn && env.PARTNER_AUTH_URL === '') {
    const authUrl = sandboxAddress(env)
    return { ...SANDBOX_CREDENTIALS, ...addresses, authUrl, instanceHosts: [new URL(authUrl).host] }
  }
  const fallback = env.sandboxOn ? SANDBOX_CREDENTIALS : undefined
  return {
    ...addresses,
    authUrl: env.PARTNER_AUTH_URL,
    clientId: env.PARTNER_CLIENT_ID || (fallback?.clientId ?? ''),
    clientSecret: env.PARTNER_CLIENT_SECRET || (fallback?.clientSecret ?? ''),
    username: env.PARTNER_USERNAME || (fallback?.username ?? ''),
    password: env.PARTNER_PASSWORD || (fallback?.password ?? ''),
    securityToken: env.PARTNER_SECURITY_TOKEN || (fallback?.securityToken ?? ''),
    signatureSecret: env.PARTNER_TOKEN_SIGNATURE_SECRET || (fallback?.signatureSecret ?? ''),
    instanceHosts: env.PARTNER_INSTANCE_HOSTS
      ? hostsIn(env.PARTNER_INSTANCE_HOSTS)
      : [new URL(env.PARTNER_AUTH_URL).host],
  }
}

/**
 * Our profiles of the funding service, each with its limits and final codes: where it names none, the sandbox's with the
 * sandbox; for a live partner our own limits, and no final code. With the sandbox on and none named, the sandbox's active ones.
 */
export const fundingProfiles = (
  env: Env,
): (FundingProfile & Required<Pick<FundingProfile, 'limits' | 'finalCodes'>>)[] => {
  const named = env.sandboxOn && env.FUNDING_PROFILES.length === 0 ? SANDBOX_PROFILES : env.FUNDING_PROFILES
  const limits = env.sandboxOn ? SANDBOX_LIMITS : FREE_LIMITS
  const finalCodes = env.sandboxOn ? SANDBOX_FINAL_CODES : []
  return named.map((profile) => ({
    ...profile,
    limits: profile.limits ?? limits,
    finalCodes: profile.finalCodes ?? finalCodes,
    ...(!env.sandboxOn && { isLive: true }),
  }))
}

/** The hosted payment page; null where none is known. */
export const hostedPaymentPage = (env: Env): string | null =>
  env.HPP_URL || (env.sandboxOn ? `${sandboxAddress(env)}/hpp/pay` : null)

/** Where the desk is connected to, for people: no key, no password, and nothing of an address but where it leads. */
export function connectionsOf(env: Env): Connections {
  const { authUrl, aliasUrl, statusPath, fundingUrl, instanceHosts } = partnerConfig(env)
  const page = hostedPaymentPage(env)
  return {
    environment: env.sandboxOn ? 'simulation' : env.PARTNER_ENVIRONMENT || 'live',
    authUrl: placeOf(authUrl),
    instanceHosts,
    aliasUrl: aliasUrl ? placeOf(aliasUrl) : null,
    statusPath: statusPath || null,
    fundingUrl: fundingUrl ? placeOf(fundingUrl) : null,
    hostedPaymentPage: page && placeOf(page),
  }
}
