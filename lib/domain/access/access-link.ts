/** What a one-time link is for. */
export type AccessLinkKind = 'invitation' | 'new-password'

export const LINK_DAYS: Readonly<Record<AccessLinkKind, number>> = { invitation: 7, 'new-password': 1 }

type LinkFacts = {
  expiresAt: Date
  usedAt: Date | null
  voidedAt: Date | null
  needsConsent: boolean
  consentedAt: Date | null
}

/** Whether a link can be used now. `waiting`: a second admin has to consent first. */
export type LinkState = 'open' | 'waiting' | 'expired' | 'used' | 'voided'

export function linkState(link: LinkFacts, now: Date): LinkState {
  if (link.usedAt !== null) return 'used'
  if (link.voidedAt !== null) return 'voided'
  if (link.expiresAt <= now) return 'expired'
  return link.needsConsent && link.consentedAt === null ? 'waiting' : 'open'
}
