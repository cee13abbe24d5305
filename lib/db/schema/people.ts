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

/** People. Every request reads their roles from here, so that a change takes effect at once. */
export const users = pgTable('users', {
  id: uuid().primaryKey().defaultRandom(),
  /** In lower case, because people are looked up by it and it must be unique. */
  email: text().notNull().unique(),
  name: text().notNull(),
  /** Null for people who came through the identity provider and never set a password. */
  passwordHash: text('password_hash'),
  roles: text().array().$type<Role[]>().notNull(),
  active: boolean().notNull().default(true),
  createdAt: moment('created_at').notNull().defaultNow(),
  /** Rises with every change of roles or activity, so that no one overwrites a change they have not seen. */
  version: integer().notNull().default(1),
  lastSeenAt: moment('last_seen_at'),
  passwordChangedAt: moment('password_changed_at'),
  /** An IANA name; null: the desk's. */
  timeZone: text('time_zone'),
  /** When each group of notifications is mailed to them. Groups that are missing follow the default. */
  noticeMail: jsonb('notice_mail').$type<MailChoices>().notNull().default({}),
  /** Roles that one admin proposed and no second admin has consented to yet. */
  proposedRoles: text('proposed_roles').array().$type<Role[]>(),
  proposedBy: uuid('proposed_by').references((): AnyPgColumn => users.id),
  proposedAt: moment('proposed_at'),
  /** The admin who asked to remove this person's second factors; a second admin has not consented yet. */
  factorResetBy: uuid('factor_reset_by').references((): AnyPgColumn => users.id),
  factorResetAt: moment('factor_reset_at'),
})

/**
 * A one-time link to set a password: an invitation, or a new password for an existing person. Only the hash of its
 * secret is stored.
 */
export const accessLinks = pgTable(
  'access_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().$type<AccessLinkKind>().notNull(),
    email: text().notNull(),
    /** Suggested to the invited person, who may change it. */
    name: text().notNull().default(''),
    /** Null for an invitation: accepting it creates the person. */
    userId: uuid('user_id').references(() => users.id),
    roles: text().array().$type<Role[]>().notNull(),
    secretSha256: text('secret_sha256').notNull(),
    /** Null if a command on the server made it. */
    createdBy: uuid('created_by').references(() => users.id),
    createdAt: moment('created_at').notNull(),
    expiresAt: moment('expires_at').notNull(),
    /** For an account that approves or administers, a second admin must consent before the link works. */
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

/** A person's identity at the identity provider: issuer and subject alone, because their email may change. */
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

/** A signed-in session. The cookie holds only its id, so ending the row ends the session at once. */
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
     * When the person last confirmed with a second factor in this session; null if never. Whether they are then signed
     * in, or only past their password, depends on the person (`findSignedIn`).
     */
    factorAt: moment('factor_at'),
    /** The IP address and the browser it began with (the User-Agent header, shortened). */
    address: text().notNull().default(''),
    userAgent: text('user_agent').notNull().default(''),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** Failed sign-ins, counted by account, by IP address, and by each browser that has signed in to the account before. */
export const signInFailures = pgTable('sign_in_failures', {
  /** `account:<email>`, `address:<ip>` or `device:<browser> <email>`. */
  door: text().primaryKey(),
  failures: integer().notNull(),
  /** When the first of them happened. */
  since: moment('since').notNull().defaultNow(),
  lastAt: moment('last_at').notNull(),
  closedUntil: moment('closed_until'),
})

/** Authenticator apps and passkeys. */
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
    /** Null while it is being set up: it does not count until its person has used it once. */
    activeAt: moment('active_at'),
    lastUsedAt: moment('last_used_at'),
    /** For an authenticator app. */
    secretSealed: text('secret_sealed'),
    /** The time step of the last accepted code: codes of this step and earlier ones no longer work. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** For a passkey, in base64url as browsers send it. */
    credentialId: text('credential_id').unique(),
    publicKey: text('public_key'),
    /** The passkey's own count of its uses. If it ever goes down, there is a copy of the passkey. */
    useCount: bigint('use_count', { mode: 'number' }),
    transports: text().array(),
  },
  (table) => [index('second_factors_user').on(table.userId)],
)

/** One-time codes for people who lost their second factor. Only keyed hashes are stored. */
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

/** What a passkey is asked to sign. The answer deletes it, right or wrong. */
export const passkeyChallenges = pgTable('passkey_challenges', {
  challenge: text().primaryKey(),
  purpose: text().$type<'add' | 'confirm' | 'sign-in'>().notNull(),
  /** The session it was made for; null when a person signs in with a passkey alone. */
  sessionId: uuid('session_id'),
  address: text().notNull(),
  expiresAt: moment('expires_at').notNull(),
})
