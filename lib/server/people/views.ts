import type { AccessLinkKind, LinkState } from '@/lib/domain/access/access-link'
import type { Role } from '@/lib/domain/access/permissions'
import type { FactorKind } from '@/lib/domain/access/second-factor'

export type PersonView = {
  id: string
  name: string
  email: string
  roles: Role[]
  active: boolean
  version: number
  lastSeenAt: string | null
  openSessions: number
  isMe: boolean
  work: { cases: number; applications: number }
  /** What is waiting for a second admin. For a deactivated person: their reactivation. */
  proposal: ({ roles: Role[]; by: string; at: string } & Whose) | null
  /** An open link for a new password. */
  link: LinkRowView | null
  /** How the person can sign in now; null if the desk has no identity provider, so that it is always a password. */
  signIn: { password: boolean; singleSignOn: boolean } | null
  /** The number of second factors of each kind. */
  factors: Readonly<Record<FactorKind, number>>
  /** A rule of the desk requires a second factor. */
  needsFactor: boolean
  /** A pending removal of their second factors, waiting for a second admin. */
  factorReset: ({ by: string; at: string } & Whose) | null
}

export type LinkRowView = {
  id: string
  kind: AccessLinkKind
  email: string
  roles: Role[]
  by: string
  isForMe: boolean
  createdAt: string
  expiresAt: string
  state: LinkState
} & Whose

/**
 * `barred`: why this admin cannot approve it yet, in words. `mayApply`: their own, and no other admin is left, or counts
 * still, to approve it.
 */
type Whose = { isMine: boolean; barred: string | null; mayApply: boolean }

export type PeopleView = {
  people: PersonView[]
  invitations: LinkRowView[]
  /** People who can be given cases. */
  underwriters: { id: string; name: string }[]
  onboarding: { id: string; name: string }[]
  /** Whether another admin could consent to this one's proposals. */
  hasSecond: boolean
  /** Who is no admin any more and still counts as one who could: nothing but their own return goes without another. */
  justLeft: string[]
  /** Why no one can approve now what this admin proposes; null if someone can. */
  nobodyApproves: string | null
  /** The desk's address, which precedes a link's path. */
  origin: string
  /** How many proposals wait for this admin's consent. */
  waitingForMe: number
  /** How many of their own they can apply alone, with no other admin left to approve them. */
  toApply: number
}
