import type { Role } from '@/lib/domain/access/permissions'
import type { FactorKind } from '@/lib/domain/access/second-factor'
import type { MailGroup, MailTime } from '@/lib/domain/notifications/mail-choices'

export type OwnSession = {
  id: string
  device: string
  address: string
  openedAt: string
  lastSeenAt: string
  isThis: boolean
}

export type OwnFactor = {
  id: string
  kind: FactorKind
  name: string
  addedAt: string
  lastUsedAt: string | null
}

export type FactorsView = {
  factors: OwnFactor[]
  recoveryCodes: number
  /** A rule of the desk demands one of this person. */
  isRequired: boolean
  /** Whether the desk's address can have passkeys. */
  hasPasskeys: boolean
}

export type AccountView = {
  name: string
  email: string
  roles: Role[]
  /** False for whoever came through the identity provider and never set one. */
  hasPassword: boolean
  /** Null where it never was, since an admin or the demonstration set it. */
  passwordChangedAt: string | null
  minPasswordLength: number
  /** Null: the browser's. */
  timeZone: string | null
  /** When each group of notifications is mailed; null where the desk has no mail server. */
  mail: Record<MailGroup, MailTime> | null
  factors: FactorsView
  sessions: OwnSession[]
}
