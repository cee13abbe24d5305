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
  /** What waits for a second admin; on somebody who is deactivated, that they come back. */
  proposal: { roles: Role[]; by: string; at: string; isMine: boolean } | null
  /** An open link for a new password. */
  link: LinkRowView | null
  /** By which ways they can sign in now; null where the desk has no identity provider, and it is always the first. */
  signIn: { password: boolean; singleSignOn: boolean } | null
  /** How many second factors of each kind. */
  factors: Readonly<Record<FactorKind, number>>
  /** A rule of the desk demands one of them. */
  needsFactor: boolean
  /** That their second factors are removed, as soon as a second admin consents. */
  factorReset: { by: string; at: string; isMine: boolean } | null
}

export type LinkRowView = {
  id: string
  kind: AccessLinkKind
  email: string
  roles: Role[]
  by: string
  isMine: boolean
  isForMe: boolean
  createdAt: string
  expiresAt: string
  state: LinkState
}

export type PeopleView = {
  people: PersonView[]
  invitations: LinkRowView[]
  /** Who can be given cases and applications. */
  underwriters: { id: string; name: string }[]
  onboarding: { id: string; name: string }[]
  /** Whether another admin could consent to what this one proposes. */
  hasSecond: boolean
  /** The desk's address, before a link's path. */
  origin: string
  /** How many things wait for this admin's consent. */
  waitingForMe: number
}
