import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AccessLinkKind } from '@/lib/domain/access/access-link'
import type { Role } from '@/lib/domain/access/permissions'
import type { FactorKind } from '@/lib/domain/access/second-factor'
import type { MailChoices } from '@/lib/domain/notifications/mail-choices'
import { moment } from './columns'

/** People. Roles are read from here at every request, so that a change counts at once. */
export const users = pgTable('users', {
  id: uuid().primaryKey().defaultRandom(),
  /** Lower case: a person is found by it, and there is one of each. */
  email: text().notNull().unique(),
  name: text().notNull(),
  /** Null: they came through the identity provider, and never set one. */
  passwordHash: text('password_hash'),
  roles: text().array().$type<Role[]>().notNull(),
  active: boolean().notNull().default(true),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** Counts every change of roles or activity, so that nobody overwrites what they have not seen. */
  version: integer().notNull().default(1),
  lastSeenAt: moment('last_seen_at'),
  passwordChangedAt: moment('password_changed_at'),
  /** An IANA name; null: the desk's. */
  timeZone: text('time_zone'),
  /** When each group of notifications is mailed to them; a group that is not here is by default. */
  noticeMail: jsonb('notice_mail').$type<MailChoices>().notNull().default({}),
  /** Roles that a first admin proposed and a second one has not consented to. */
  proposedRoles: text('proposed_roles').array().$type<Role[]>(),
  proposedBy: uuid('proposed_by').references((): AnyPgColumn => users.id),
  proposedAt: moment('proposed_at'),
  /** A first admin asked for this person's second factors to be removed, and a second one has not consented to. */
  factorResetBy: uuid('factor_reset_by').references((): AnyPgColumn => users.id),
  factorResetAt: moment('factor_reset_at'),
})

/**
 * A one-time link by which somebody sets a password: an invitation, or a new password for a person who is there.
 * Only the hash of its secret is kept.
 */
export const accessLinks = pgTable(
  'access_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().$type<AccessLinkKind>().notNull(),
    email: text().notNull(),
    /** Offered to whoever accepts; they may write another one. */
    name: text().notNull().default(''),
    /** Null for an invitation: the person comes to be when it is accepted. */
    userId: uuid('user_id').references(() => users.id),
    roles: text().array().$type<Role[]>().notNull(),
    secretSha256: text('secret_sha256').notNull(),
    /** Null: made by a command on the server. */
    createdBy: uuid('created_by').references(() => users.id),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** It opens an account that approves or administers: a second admin has to consent first. */
    needsConsent: boolean('needs_consent').notNull().default(false),
    consentedBy: uuid('consented_by').references(() => users.id),
    consentedAt: moment('consented_at'),
    usedAt: moment('used_at'),
    voidedAt: moment('voided_at'),
  },
  (table) => [
    uniqueIndex('access_links_open')
      .on(table.email)
      .where(sql`${table.usedAt} is null and ${table.voidedAt} is null`),
    index('access_links_created_by').on(table.createdBy),
  ],
)

/** Who somebody is at the identity provider: by its word and the subject alone, whatever their address becomes. */
export const signInIdentities = pgTable(
  'sign_in_identities',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    issuer: text().notNull(),
    subject: text().notNull(),
    linkedAt: moment('linked_at').notNull(),
    lastUsedAt: moment('last_used_at').notNull(),
  },
  (table) => [
    uniqueIndex('sign_in_identities_subject').on(table.issuer, table.subject),
    uniqueIndex('sign_in_identities_user').on(table.userId, table.issuer),
  ],
)

/** A sign-in. The cookie holds only its id; ending the row ends the session everywhere at once. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    lastSeenAt: moment('last_seen_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    endedAt: moment('ended_at'),
    /**
     * When a second factor was last shown in it. Null: never; whether that makes it a session or only the first stage
     * of one depends on its person (`findSignedIn`).
     */
    factorAt: moment('factor_at'),
    /** Where it was opened from, and with which browser (the header as it came, shortened). */
    address: text().notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** Failed sign-ins, counted by account, by address, and by browsers that signed in to the account before. */
export const signInFailures = pgTable('sign_in_failures', {
  /** `account:<email>`, `address:<ip>` or `device:<browser> <email>`. */
  door: text().primaryKey(),
  failures: integer().notNull(),
  /** When the first of them was. */
  since: moment('since').notNull().defaultNow(),
  lastAt: moment('last_at').notNull(),
  closedUntil: moment('closed_until'),
})

/** What somebody shows besides a password. */
export const secondFactors = pgTable(
  'second_factors',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    kind: text().$type<FactorKind>().notNull(),
    name: text().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Null: being set up. It counts for nothing before it was shown once. */
    activeAt: moment('active_at'),
    lastUsedAt: moment('last_used_at'),
    /** Of an authenticator app. */
    secretSealed: text('secret_sealed'),
    /** The step of the last code that was taken: no code of it or before works again. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** Of a passkey: base64url, as browsers name and send them. */
    credentialId: text('credential_id').unique(),
    publicKey: text('public_key'),
    /** How often the passkey was used, as it says: one that counts backwards has a copy. */
    useCount: bigint('use_count', { mode: 'number' }),
    transports: text().array(),
  },
  (table) => [index('second_factors_user').on(table.userId)],
)

/** One-time codes for whoever lost their second factor. Only keyed hashes are kept. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    hash: text().notNull(),
    createdAt: moment('created_at').notNull(),
    usedAt: moment('used_at'),
  },
  (table) => [uniqueIndex('recovery_codes_hash').on(table.userId, table.hash)],
)

/** What a passkey is asked to sign. Deleted by the answer, right or wrong. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challenge: text().primaryKey(),
  purpose: text().$type<'add' | 'confirm' | 'sign-in'>().notNull(),
  /** The session that it was made for; null where somebody signs in by a passkey alone. */
  sessionId: uuid('session_id'),
  address: text().notNull(),
  expiresAt: moment('expires_at').notNull(),
})
