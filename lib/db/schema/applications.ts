import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CheckDoor } from '@/lib/domain/access/identity-checks'
import type { AnySectionName } from '@/lib/domain/application/draft'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import type { Origin } from '@/lib/domain/application/origin'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { moment } from './columns'
import { users } from './people'

/** `refusal`: an update was refused because of it. */
export type StageSource = 'refusal' | 'person' | 'status-read'

/** A sub-merchant application. Only what is searched or joined is a column; the rest is in its sections. */
export const applications = pgTable(
  'applications',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The number that people say to each other: A-1042. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    kind: text().$type<ApplicationKind>().notNull().default('payfac'),
    status: text().$type<ApplicationStatus>().notNull(),
    /** Who works on it; null while nobody has taken it. */
    assigneeId: uuid('assignee_id').references(() => users.id),
    legalName: text('legal_name').notNull().default(''),
    dbaName: text('dba_name').notNull().default(''),
    ownership: text().notNull().default(''),
    /** `Opp.Is_SVC_Underwriting__c` as answered so far; null where it was not, or is not asked. */
    partnerUnderwrites: boolean('partner_underwrites'),
    /** The only digits of the tax id that a page shows, to be found by; '' while it is not well formed. */
    taxIdLast4: text('tax_id_last4').notNull().default(''),
    /** The words that it is found by, as `searchWords` makes them: of its names, and of its contacts' names. */
    merchantWords: text('merchant_words').notNull().default(''),
    contactWords: text('contact_words').notNull().default(''),
    /** Version of what is derived from the sections (search words, fingerprints); an older one is derived again. */
    derived: smallint().notNull().default(0),
    /**
     * Hash of the payload that our underwriters approved, while that approval stands: what is submitted must
     * have this one. Null where nobody has decided, or a later decision or hand-over took its place.
     */
    approvedSha256: text('approved_sha256'),
    /** What it was started from, and what of that found no place here. */
    origin: jsonb().$type<Origin>(),
    /** Steps that somebody has opened; a step never opened is "not looked at", not wrong. */
    visited: text('looked').array().notNull().default(sql`'{}'`),
    /** Blank fields that the next update empties at the partner, as somebody said of each (`emptied.ts`). */
    emptied: text().array().notNull().default(sql`'{}'`),
    opportunityId: text('opportunity_id'),
    accountId: text('account_id'),
    /**
     * When it was added by the ids of what stood at the partner already. The desk has created none of it, and knows
     * nothing of its values.
     */
    adoptedAt: moment('adopted_at'),
    adoptedBy: uuid('adopted_by').references(() => users.id),
    /** Where the ids come from. */
    adoptedNote: text('adopted_note'),
    /** Counts what was sent and taken: 1 until the partner has it, then one more with each update that is begun. */
    revision: integer().notNull().default(1),
    /** What it was when the present revision was begun, to go back to when that is discarded. */
    statusBeforeRevision: text('status_before_revision').$type<ApplicationStatus>(),
    /** As `listedStatus` has it, to be counted and found by. */
    listedStatus: text('listed_status')
      .$type<ApplicationStatus>()
      .notNull()
      .generatedAlwaysAs(
        sql`case when status = 'draft' then coalesce(status_before_revision, status) else status end`,
      ),
    /** The last known stage at the partner, and how and when we came to know it. */
    stage: text(),
    stageSource: text('stage_source').$type<StageSource>(),
    stageAt: moment('stage_at'),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('applications_number').on(table.number),
    index('applications_latest').on(table.updatedAt.desc(), table.id.desc()),
    index('applications_status').on(table.status, table.updatedAt.desc(), table.id.desc()),
    index('applications_listed_status').on(table.listedStatus, table.updatedAt.desc(), table.id.desc()),
    index('applications_updates_not_sent')
      .on(table.updatedAt.desc(), table.id.desc())
      .where(sql`status = 'draft' and status_before_revision is not null`),
    index('applications_assignee').on(table.assigneeId, table.updatedAt.desc(), table.id.desc()),
    index('applications_words').using(
      'gin',
      sql`to_tsvector('simple', ${table.merchantWords} || ' ' || ${table.contactWords})`,
    ),
    index('applications_tax_id_last4').on(table.taxIdLast4, table.updatedAt.desc(), table.id.desc()),
    index('applications_stage').on(table.stage, table.updatedAt.desc(), table.id.desc()),
    index('applications_opportunity').on(table.opportunityId),
    index('applications_account').on(table.accountId),
    // Without both ids what is sent would be a create, and the partner has it already.
    check(
      'applications_adopted',
      sql`adopted_at is null or (kind = 'payfac' and opportunity_id is not null and account_id is not null)`,
    ),
  ],
)

/** One section of a draft. Sensitive fields inside `data` are sealed one by one. */
export const applicationSections = pgTable(
  'application_sections',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    section: text().$type<AnySectionName>().notNull(),
    /** Counts saves: a save names the version it started from, and a stale one is refused. */
    version: integer().notNull(),
    schemaVersion: smallint('schema_version').notNull(),
    data: jsonb().notNull(),
    updatedBy: uuid('updated_by')
      .notNull()
      .references(() => users.id),
    updatedAt: moment('updated_at').notNull(),
    /** A random name of the browser tab that saved it last: what one tab saves twice is no conflict. */
    tab: text(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.section] })],
)

/**
 * Keyed hashes of the identities in a draft, by which the same one is found in another application. Nobody
 * without the key can make one, and none can be turned back.
 */
export const identityFingerprints = pgTable(
  'identity_fingerprints',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    section: text().$type<AnySectionName>().notNull(),
    itemId: text('item_id').notNull().default(''),
    field: text().notNull(),
    fingerprint: text().notNull(),
    /** False for what nobody's budget has paid for yet: no writer is told then where else it is (identity-checks.ts). */
    compared: boolean().notNull().default(true),
  },
  (table) => [
    // One for each data key that there is: while a new one is taken into use, equal ones are still found.
    primaryKey({
      columns: [table.applicationId, table.section, table.itemId, table.field, table.fingerprint],
    }),
    index('identity_fingerprints_fingerprint').on(table.fingerprint),
  ],
)

/**
 * The identities that a person had compared with those of other applications, by keyed hash: each counts once against
 * what one person may compare, however often it is asked for. Kept for a day.
 */
export const identityChecks = pgTable(
  'identity_checks',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    door: text().$type<CheckDoor>().notNull(),
    fingerprint: text().notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.door, table.fingerprint] })],
)

/** An address of the application list that somebody keeps under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** The query of the address, without its `?`. */
    query: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.userId, table.name)],
)

/**
 * A file of applications that somebody imported. The file itself is not kept: by a keyed hash of its text the
 * same one is known again.
 */
export const applicationImports = pgTable(
  'application_imports',
  {
    /** Made by the page that read the file, so that asking twice begins one. */
    id: uuid().primaryKey(),
    kind: text().$type<ApplicationKind>().notNull(),
    fingerprint: text().notNull(),
    /** How many drafts it makes; while fewer are there it was stopped, and can go on. */
    drafts: integer().notNull(),
    /** Numbers of the rows that a person left out. */
    leftOut: integer('left_out').array().notNull().default(sql`'{}'`),
    startedBy: uuid('started_by')
      .notNull()
      .references(() => users.id),
    startedAt: moment('started_at').notNull(),
  },
  (table) => [index('application_imports_fingerprint').on(table.fingerprint, table.startedAt.desc())],
)

/** Which row of an import became which application: each becomes one once, however often it is asked for. */
export const importedApplications = pgTable(
  'imported_applications',
  {
    importId: uuid('import_id')
      .notNull()
      .references(() => applicationImports.id),
    row: integer().notNull(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
  },
  (table) => [primaryKey({ columns: [table.importId, table.row] })],
)

/**
 * The sections of what the partner last took, sealed as the sections are. `sent` is all that was sent, to go
 * back to; `taken` is without the records that it refused, to show what has changed since.
 */
export const sentSections = pgTable(
  'sent_sections',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    section: text().$type<AnySectionName>().notNull(),
    revision: integer().notNull(),
    sent: jsonb().notNull(),
    taken: jsonb(),
    sentAt: moment('sent_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.section] })],
)

/** Record ids at the partner, kept with the item that they belong to. `itemId` is '' for the account and the opportunity. */
export const applicationRecords = pgTable(
  'application_records',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    objectType: text('object_type').notNull(),
    itemId: text('item_id').notNull().default(''),
    recordId: text('record_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.objectType, table.itemId] })],
)

/** What somebody has written about an application and not sent yet: read by nobody else, gone once it is sent. */
export const unsentTexts = pgTable(
  'kept_texts',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    /** Which form it is of. */
    what: text().notNull(),
    /** Which text: once it was sent, the one begun after it has another. */
    textId: uuid('text_id'),
    /** Null once it was sent, so that a late save of the same text is known and dropped. */
    content: jsonb(),
    savedAt: moment('kept_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.applicationId, table.what] })],
)
