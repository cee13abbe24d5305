import { DAY_MS } from '@/lib/domain/values/calendar'

/** `live` where no one said which of the partner's two environments it is. */
export type PartnerEnvironment = 'simulation' | 'certification' | 'production' | 'live'

/** Where the desk is connected to. Null: not configured, or switched off. */
export type Connections = {
  environment: PartnerEnvironment
  authUrl: string
  instanceHosts: readonly string[]
  /** Null: below the instance address. */
  aliasUrl: string | null
  statusPath: string | null
  fundingUrl: string | null
  hostedPaymentPage: string | null
}

export const ENVIRONMENT_TEXTS: Readonly<
  Record<PartnerEnvironment, { label: string; meaning: string; tone: 'neutral' | 'warn' | 'good' }>
> = {
  simulation: {
    label: 'Simulation',
    meaning: 'The desk talks to a simulated partner. No merchant is boarded and no money moves.',
    tone: 'neutral',
  },
  certification: {
    label: 'Certification',
    meaning: 'The desk talks to the partner’s certification environment. No money moves.',
    tone: 'warn',
  },
  production: {
    label: 'Production',
    meaning: 'The desk talks to the partner’s production environment. Merchants and money are real.',
    tone: 'good',
  },
  live: {
    label: 'Live',
    meaning:
      'The desk talks to the partner. Set PARTNER_ENVIRONMENT to show whether this is certification or production.',
    tone: 'good',
  },
}

/** Where an address leads: without user name, password and query. */
export function placeOf(address: string | URL): string {
  const { origin, pathname } = new URL(address)
  return `${origin}${pathname === '/' ? '' : pathname}`
}

/** What is tried at each endpoint that is configured. A funding profile is a target of its own. */
export const FIXED_TARGETS = ['token', 'application', 'alias', 'attachment', 'status', 'hosted-page'] as const
export type FixedTarget = (typeof FIXED_TARGETS)[number]
export type CheckTarget = FixedTarget | `funding:${string}`

export const fundingTarget = (profileId: string): CheckTarget => `funding:${profileId}`

export const profileOfTarget = (target: CheckTarget): string | null =>
  target.startsWith('funding:') ? target.slice('funding:'.length) : null

/**
 * `unproven`: it answers, as what does not work might. `attention`: it answers, and someone should look at it.
 * `skipped`: what it needs failed before it.
 */
export const CHECK_STATES = ['ok', 'unproven', 'attention', 'failed', 'skipped', 'off'] as const
export type CheckState = (typeof CHECK_STATES)[number]

export const CHECK_STATE_TEXTS: Readonly<
  Record<CheckState, { label: string; tone: 'neutral' | 'warn' | 'good' | 'bad' }>
> = {
  ok: { label: 'Working', tone: 'good' },
  unproven: { label: 'Not proven', tone: 'neutral' },
  attention: { label: 'Needs attention', tone: 'warn' },
  failed: { label: 'Failed', tone: 'bad' },
  skipped: { label: 'Not tried', tone: 'neutral' },
  off: { label: 'Not configured', tone: 'neutral' },
}

/** What was found, what it means for people's work, and what to do; the last two are empty where all is well. */
export type CheckFinding = {
  state: CheckState
  found: string
  meaning: string
  advice: string
  /** More of what came back, each under its name. Never a secret. */
  facts: readonly { name: string; value: string }[]
}

/** A day, and a little less: a check by hand a minute before does not put off the next day's. */
export const CHECK_EVERY_MS = DAY_MS - 5 * 60_000
