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

/** How we learned the stage. `refusal`: the partner refused an update because of it. */
export type StageSource = 'refusal' | 'person' | 'status-read'

/** A sub-merchant application. Columns are only what is searched or joined; the rest is in its sections. */
export const applications = pgTable(
  'applications',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The number that people use: A-1042. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    kind: text().$type<ApplicationKind>().notNull().default('payfac'),
    status: text().$type<ApplicationStatus>().notNull(),
    /** The person who works on it; null while it is unassigned. */
    assigneeId: uuid('assignee_id').references(() => users.id),
    legalName: text('legal_name').notNull().default(''),
    dbaName: text('dba_name').notNull().default(''),
    ownership: text().notNull().default(''),
    /** The answer to `Opp.Is_SVC_Underwriting__c`; null if it is unanswered or not asked. */
    partnerUnderwrites: boolean('partner_underwrites'),
    /** The last four digits of the tax id, which lists show and search; '' while the tax id is not well formed. */
    taxIdLast4: text('tax_id_last4').notNull().default(''),
    /** Words for the search, made by `searchWords` from its names and from its contacts' names. */
    merchantWords: text('merchant_words').notNull().default(''),
    contactWords: text('contact_words').notNull().default(''),
    /** Version of the code that derived search words and fingerprints from the sections; older rows are redone. */
    derived: smallint().notNull().default(0),
    /**
     * Hash of the payload that our underwriters approved. Only exactly that payload can be submitted. Null if they have
     * not approved it, or if a later decision or hand-over ended the approval.
     */
    approvedSha256: text('approved_sha256'),
    /** What it was copied or imported from, and which values of that did not fit. */
    origin: jsonb().$type<Origin>(),
    /** Steps that a person has opened. One that was never opened shows as not looked at, and not as wrong. */
    visited: text('looked').array().notNull().default(sql`'{}'`),
    /** Blank fields that the next update clears at the partner; a person confirmed each (`emptied.ts`). */
    emptied: text().array().notNull().default(sql`'{}'`),
    opportunityId: text('opportunity_id'),
    accountId: text('account_id'),
    /**
     * When it was added by the ids of an application that the partner already had. The desk did not create those
     * records and does not know their values.
     */
    adoptedAt: moment('adopted_at'),
    adoptedBy: uuid('adopted_by').references(() => users.id),
    /** Where the person got the ids from. */
    adoptedNote: text('adopted_note'),
    /** 1 until the partner has the application, then one more with each update that is begun. */
    revision: integer().notNull().default(1),
    /** Its status before the current revision, restored if that is discarded. */
    statusBeforeRevision: text('status_before_revision').$type<ApplicationStatus>(),
    /** The status that lists show, count and filter by (`listedStatus`). */
    listedStatus: text('listed_status')
      .$type<ApplicationStatus>()
      .notNull()
      .generatedAlwaysAs(
        sql`case when status = 'draft' then coalesce(status_before_revision, status) else status end`,
      ),
    /** The last known stage at the partner, and how and when we learned it. */
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
    // Without both ids we would send a create for an application that the partner already has.
    check(
      'applications_adopted',
      sql`adopted_at is null or (kind = 'payfac' and opportunity_id is not null and account_id is not null)`,
    ),
  ],
)

/** One section of a draft. Each sensitive field in `data` is sealed separately. */
export const applicationSections = pgTable(
  'application_sections',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    section: text().$type<AnySectionName>().notNull(),
    /** Rises with each save. A save names the version it started from, and is refused if that is stale. */
    version: integer().notNull(),
    schemaVersion: smallint('schema_version').notNull(),
    data: jsonb().notNull(),
    updatedBy: uuid('updated_by')
      .notNull()
      .references(() => users.id),
    updatedAt: moment('updated_at').notNull(),
    /** A random name for the browser tab that saved it last: a tab never conflicts with itself. */
    tab: text(),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.section] })],
)

/**
 * Keyed hashes of the identities in a draft, to find the same identity in another application. They cannot be made
 * without the key, and cannot be reversed.
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
    /** False until it counts against a person's limit; no writer learns before then who else has it (identity-checks.ts). */
    compared: boolean().notNull().default(true),
  },
  (table) => [
    // One for each data key: during a key rotation, equal identities are still found.
    primaryKey({
      columns: [table.applicationId, table.section, table.itemId, table.field, table.fingerprint],
    }),
    index('identity_fingerprints_fingerprint').on(table.fingerprint),
  ],
)

/**
 * The identities that a person compared with those of other applications, by keyed hash. Each counts once against that
 * person's limit, however often they ask. Kept for a day.
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

/** A view of the application list that a person saved under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    name: text().notNull(),
    /** The query string of its address, without the `?`. */
    query: text().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.userId, table.name)],
)

/**
 * A file of applications that a person imported. The file itself is not stored; a keyed hash of its text recognizes it
 * if it comes again.
 */
export const applicationImports = pgTable(
  'application_imports',
  {
    /** Chosen by the page that read the file, so that sending the request twice starts one import. */
    id: uuid().primaryKey(),
    kind: text().$type<ApplicationKind>().notNull(),
    fingerprint: text().notNull(),
    /** How many drafts it makes. If there are fewer, it was stopped and can be resumed. */
    drafts: integer().notNull(),
    /** Numbers of the rows that the person left out. */
    leftOut: integer('left_out').array().notNull().default(sql`'{}'`),
    startedBy: uuid('started_by')
      .notNull()
      .references(() => users.id),
    startedAt: moment('started_at').notNull(),
  },
  (table) => [index('application_imports_fingerprint').on(table.fingerprint, table.startedAt.desc())],
)

/** Which row of an import became which application, so that no row becomes two. */
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
 * The sections that the partner last accepted, sealed like a draft's. `sent` is all that was sent, to restore when a
 * revision is discarded; `taken` leaves out the records that the partner refused, to show what has changed since.
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

/** Record ids at the partner, each with its item. `itemId` is '' for the account and the opportunity. */
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

/** What a person has written about an application and not sent yet. No one else can read it; sending deletes it. */
export const unsentTexts = pgTable(
  'kept_texts',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    /** Which form it is from. */
    what: text().notNull(),
    /** Identifies the text: after it is sent, the next one has another id. */
    textId: uuid('text_id'),
    /** Null once it is sent, so that a late save of the same text is recognized and dropped. */
    content: jsonb(),
    savedAt: moment('kept_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.applicationId, table.what] })],
)
