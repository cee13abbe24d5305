import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Role } from '@/lib/domain/access/permissions'
import type { AnySectionName } from '@/lib/domain/application/draft'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import type { Origin } from '@/lib/domain/application/origin'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import type {
  Anomaly,
  DeliveryKind,
  EventState,
  FundingStanding,
  Redaction,
} from '@/lib/domain/callbacks/event'
import type { ForwardState, ForwardType } from '@/lib/domain/callbacks/forward'
import type { CheckFinding, CheckState, CheckTarget } from '@/lib/domain/connections/connections'
import type { DeliveryState } from '@/lib/domain/documents/delivery-state'
import type { AmountStyle, AmountUnit } from '@/lib/domain/funding/amount'
import type { BatchPurpose, BatchSource, BatchStatus, FundingRequestState } from '@/lib/domain/funding/batch'
import type { BatchMoney } from '@/lib/domain/funding/batch-money'
import type { ColumnMapping } from '@/lib/domain/funding/columns'
import type { FundingFigures } from '@/lib/domain/funding/figures'
import type { MerchantState, MerchantTerms, StoredShare } from '@/lib/domain/merchants/merchant'
import type { RequestItem } from '@/lib/domain/underwriting/request-items'
import type { Signal } from '@/lib/domain/underwriting/signal'
import type { RecordResult } from '@/lib/partner/mapping/application-answer'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** People. Roles are read from here at every request, so that a change counts at once. */
export const users = pgTable('users', {
  id: uuid().primaryKey().defaultRandom(),
  /** Lower case: a person is found by it, and there is one of each. */
  email: text().notNull().unique(),
  name: text().notNull(),
  passwordHash: text('password_hash').notNull(),
  roles: text().array().$type<Role[]>().notNull(),
  active: boolean().notNull().default(true),
  createdAt: moment('created_at').notNull().defaultNow(),
})

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
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** Failed sign-ins, by account and by address: 10 in a row close that door for 30 minutes. */
export const signInFailures = pgTable('sign_in_failures', {
  /** `account:<email>` or `address:<ip>`. */
  door: text().primaryKey(),
  failures: integer().notNull(),
  lastAt: moment('last_at').notNull(),
  closedUntil: moment('closed_until'),
})

/** Data keys, wrapped by DATA_KEY. Sealed values name the version that sealed them. */
export const dataKeys = pgTable('data_keys', {
  version: smallint().primaryKey(),
  wrapped: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

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
    looked: text().array().notNull().default(sql`'{}'`),
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
  },
  (table) => [
    primaryKey({ columns: [table.applicationId, table.section, table.itemId, table.field] }),
    index('identity_fingerprints_fingerprint').on(table.fingerprint),
  ],
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

/**
 * What the partner refused, placed at our fields. `place` names items by id (`contacts.c1.ssn`), because
 * contacts can be moved; `fingerprint` is a keyed hash of the refused value, so that a problem stands
 * exactly as long as that value does.
 */
export type PlacedProblem = {
  message: string
  code: string | null
  fields: string[]
  places: { place: string; fingerprint: string }[]
}

/** How a person ended an unknown outcome: found the records, found none, or had the same request sent once more. */
export type AttemptResolution = 'found' | 'absent' | 'sent-again'

export type AttemptState = 'prepared' | 'sending' | 'accepted' | 'refused' | 'not-sent' | 'unknown'

/**
 * The attempt ledger: written before anything is sent, so that no crash can lose the fact that it may
 * have been. `prepared` was never sent; one left at `sending` may have been applied.
 */
export const partnerAttempts = pgTable(
  'partner_attempts',
  {
    id: uuid().primaryKey().defaultRandom(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    documentId: uuid('document_id').references(() => documents.id),
    endpoint: text().$type<'application' | 'alias' | 'attachment'>().notNull(),
    state: text().$type<AttemptState>().notNull(),
    /** The exact body, sealed: it holds identities. Null for a document, whose content is its file. */
    request: text(),
    requestSha256: text('request_sha256').notNull(),
    preparedBy: uuid('prepared_by').references(() => users.id),
    preparedAt: moment('prepared_at').notNull(),
    sendingAt: moment('sending_at'),
    answeredAt: moment('answered_at'),
    httpStatus: smallint('http_status'),
    /** The partner's raw answer, masked. */
    answer: text(),
    results: jsonb().$type<RecordResult[]>(),
    problems: jsonb().$type<PlacedProblem[]>(),
    /** Our own words for people: what happened. */
    message: text(),
    resolution: text().$type<AttemptResolution>(),
    resolvedBy: uuid('resolved_by').references(() => users.id),
    resolvedAt: moment('resolved_at'),
    /** Who said so at the partner, or why it is sent again. */
    resolutionNote: text('resolution_note'),
    /** Where Settings want two people for sending again: the first of them. */
    resendAskedBy: uuid('resend_asked_by').references(() => users.id),
    resendAskedAt: moment('resend_asked_at'),
    resendReason: text('resend_reason'),
  },
  (table) => [
    index('partner_attempts_application').on(table.applicationId, table.preparedAt.desc()),
    index('partner_attempts_open').on(table.state).where(sql`state in ('prepared', 'sending')`),
  ],
)

export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey().defaultRandom(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    name: text().notNull(),
    category: text().notNull(),
    /** The slot of the document plan that it was added for; null where only its category was said. */
    slot: text(),
    mediaType: text('media_type').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text().notNull(),
    delivery: text().$type<DeliveryState>().notNull(),
    deliveryMessage: text('delivery_message'),
    attachmentId: text('attachment_id'),
    uploadedBy: uuid('uploaded_by')
      .notNull()
      .references(() => users.id),
    uploadedAt: moment('uploaded_at').notNull(),
    removedAt: moment('removed_at'),
  },
  (table) => [
    index('documents_application').on(table.applicationId, table.uploadedAt),
    index('documents_troubled')
      .on(table.uploadedAt.desc(), table.id.desc())
      .where(sql`removed_at is null and delivery in ('refused', 'not-sent', 'unknown')`),
  ],
)

/**
 * An application with our underwriters, from its first hand-over on. Its status says where it stands; here is
 * who works on it, and the clock, which stops while the applicant has it.
 */
export const underwritingCases = pgTable(
  'underwriting_cases',
  {
    applicationId: uuid('application_id')
      .primaryKey()
      .references(() => applications.id),
    /** Counts hand-overs: notes and decisions belong to one of them, and a new one begins a new checklist. */
    round: integer().notNull(),
    handedOverBy: uuid('handed_over_by')
      .notNull()
      .references(() => users.id),
    handedOverAt: moment('handed_over_at').notNull(),
    handOverNote: text('hand_over_note').notNull().default(''),
    /**
     * Keyed hashes of every tax id under which it was with underwriters: changed afterwards, it is still known by
     * them. They are those of `identity_fingerprints`.
     */
    taxIds: text('tax_ids').array().notNull().default(sql`'{}'`),
    underwriterId: uuid('underwriter_id').references(() => users.id),
    claimedAt: moment('claimed_at'),
    spentMs: bigint('spent_ms', { mode: 'number' }).notNull().default(0),
    /** Null while the clock stands. */
    runningSince: moment('running_since'),
    closedAt: moment('closed_at'),
  },
  (table) => [
    index('underwriting_cases_underwriter').on(table.underwriterId),
    index('underwriting_cases_tax_ids').using('gin', table.taxIds),
  ],
)

export type UnderwritingOutcome = 'approve' | 'decline'

/** What somebody decided, and what they saw when they did. Never changed; a later one takes its place. */
export const underwritingDecisions = pgTable(
  'underwriting_decisions',
  {
    id: uuid().primaryKey().defaultRandom(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    round: integer().notNull(),
    outcome: text().$type<UnderwritingOutcome>().notNull(),
    reasons: text().array().notNull(),
    note: text().notNull(),
    decidedBy: uuid('decided_by')
      .notNull()
      .references(() => users.id),
    decidedAt: moment('decided_at').notNull(),
    /** The first of two people, whose decision the other confirms; null for a first or only one. */
    confirms: uuid(),
    /** It took effect. False for a first decision that still needs, or never got, a second person. */
    inEffect: boolean('in_effect').notNull(),
    versions: jsonb().$type<Partial<Record<AnySectionName, number>>>().notNull(),
    payloadSha256: text('payload_sha256').notNull(),
    documents: jsonb().$type<{ id: string; name: string; sha256: string }[]>().notNull(),
    /** The risk signals as they were shown. */
    signals: jsonb().$type<Signal[]>().notNull(),
    ruleVersion: text('rule_version').notNull(),
  },
  (table) => [index('underwriting_decisions_application').on(table.applicationId, table.decidedAt)],
)

/** What an underwriter asked of staff, and what the sections said then, sealed as they are, to show the answer. */
export const underwritingRequests = pgTable(
  'underwriting_requests',
  {
    id: uuid().primaryKey().defaultRandom(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    round: integer().notNull(),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: moment('asked_at').notNull(),
    items: jsonb().$type<RequestItem[]>().notNull(),
    before: jsonb().$type<Partial<Record<AnySectionName, unknown>>>().notNull(),
    answeredBy: uuid('answered_by').references(() => users.id),
    answeredAt: moment('answered_at'),
    answerNote: text('answer_note'),
    closedAt: moment('closed_at'),
  },
  (table) => [index('underwriting_requests_application').on(table.applicationId, table.askedAt)],
)

export const underwritingNotes = pgTable(
  'underwriting_notes',
  {
    id: uuid().primaryKey().defaultRandom(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    by: uuid()
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
    text: text().notNull(),
  },
  (table) => [index('underwriting_notes_application').on(table.applicationId, table.at)],
)

/** Entries of the checklist that an underwriter has confirmed, in one round; each who decides has their own. */
export const underwritingTicks = pgTable(
  'underwriting_ticks',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    round: integer().notNull(),
    key: text().notNull(),
    by: uuid()
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
    /** Why it can be confirmed without what it asks for; '' where that is there. */
    reason: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.round, table.key, table.by] })],
)

/** What somebody has written about an application and not sent yet: read by nobody else, gone once it is sent. */
export const keptTexts = pgTable(
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
    content: jsonb().notNull(),
    keptAt: moment('kept_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.applicationId, table.what] })],
)

/**
 * A batch of funding amounts, from its draft to its end. Its lines are frozen once it waits for approval, so
 * that every request can be made from them again, byte for byte. Totals are the server's own.
 */
export const fundingBatches = pgTable(
  'funding_batches',
  {
    id: uuid().primaryKey(),
    /** The number that people say to each other: B-1042. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    name: text().notNull(),
    profileId: text('profile_id').notNull(),
    /** How its source wrote its amounts. Its lines are dollars. */
    amountStyle: text('amount_style').$type<AmountStyle>().notNull(),
    /** As the profile had it when the batch was frozen; a later change of the profile does not change what goes out. */
    amountUnit: text('amount_unit').$type<AmountUnit>(),
    status: text().$type<BatchStatus>().notNull(),
    source: text().$type<BatchSource>().notNull(),
    /** The batch whose failed or wrong transactions this one takes up. */
    parentId: uuid('parent_id'),
    purpose: text().$type<BatchPurpose>().notNull().default('new'),
    fileName: text('file_name'),
    /** Of the file as it came, by which the same one is known again. */
    fileSha256: text('file_sha256'),
    /** Counts saves of lines: a save names the version it started from, and a stale one is refused. */
    version: integer().notNull().default(1),
    lines: integer().notNull(),
    transactions: integer().notNull(),
    amountMinor: bigint('amount_minor', { mode: 'bigint' }).notNull(),
    errors: integer().notNull(),
    warnings: integer().notNull(),
    succeeded: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    /** Whoever made it or changed a line of it: none of them can approve it. */
    workedOnBy: uuid('worked_on_by').array().notNull(),
    /** Of all lines in their order, set when it is frozen: what was approved is what is sent. */
    contentSha256: text('content_sha256'),
    submittedBy: uuid('submitted_by').references(() => users.id),
    submittedAt: moment('submitted_at'),
    updatedAt: moment('updated_at').notNull(),
    /** Names of the columns of the source that mean nothing to a batch, kept to give them back. */
    otherColumns: text('other_columns').array().notNull().default(sql`'{}'`),
    /** What the approvers are shown, as it was when the batch was frozen; null before. */
    money: jsonb().$type<BatchMoney>(),
  },
  (table) => [
    uniqueIndex('funding_batches_number').on(table.number),
    index('funding_batches_latest').on(table.updatedAt.desc(), table.id.desc()),
    index('funding_batches_status').on(table.status, table.updatedAt.desc(), table.id.desc()),
    index('funding_batches_file').on(table.fileSha256),
    index('funding_batches_parent').on(table.parentId),
    // What was submitted on a day is summed at every submission and approval.
    index('funding_batches_submitted').on(table.submittedAt),
  ],
)

/**
 * One funding amount as it came in; every cell is text, as typed. `row` is where a person finds it in their
 * file, and its key for good. `transactionNo` counts transactions from 0, and `amountMinor` is what the text
 * means; null while it means nothing.
 */
export const fundingLines = pgTable(
  'funding_lines',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => fundingBatches.id),
    row: integer().notNull(),
    transactionNo: integer('transaction_no').notNull(),
    transactionId: text('transaction_id').notNull(),
    retrievalReferenceNumber: text('retrieval_reference_number').notNull(),
    merchantId: text('merchant_id').notNull(),
    amount: text().notNull(),
    amountMinor: bigint('amount_minor', { mode: 'bigint' }),
    /** The cells of `otherColumns`, as they came; null where the line was not in the source. */
    other: text().array(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.row] }),
    index('funding_lines_transaction').on(table.transactionId).where(sql`transaction_id <> ''`),
    index('funding_lines_reference')
      .on(table.retrievalReferenceNumber)
      .where(sql`retrieval_reference_number <> ''`),
    index('funding_lines_merchant').on(table.merchantId),
  ],
)

/**
 * Merchants that money can go to, by the id that the processor knows them by. A row counts for funding once
 * `confirmedAt` is set; a later change waits in `proposed` until a second person confirms it.
 */
export const merchants = pgTable(
  'merchants',
  {
    merchantId: text('merchant_id').primaryKey(),
    name: text().notNull(),
    applicationId: uuid('application_id').references(() => applications.id),
    state: text().$type<MerchantState>().notNull(),
    /** How a sale of this merchant is split by default; empty: all of it to the merchant. */
    split: jsonb().$type<StoredShare[]>().notNull().default([]),
    /** Counts changes and proposals: a save names the one it started from. */
    version: integer().notNull().default(1),
    proposed: jsonb().$type<MerchantTerms>(),
    /** Whoever wrote at the row before it was confirmed, corrections of a rejected one too: none of them confirms it. */
    workedOnBy: uuid('worked_on_by').array().notNull().default(sql`'{}'`),
    /** Who entered the row, or the change that waits: somebody else has to confirm it. */
    proposedBy: uuid('proposed_by').references(() => users.id),
    proposedAt: moment('proposed_at'),
    confirmedBy: uuid('confirmed_by').references(() => users.id),
    confirmedAt: moment('confirmed_at'),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    // Two that differ by their capitals would be taken for each other.
    uniqueIndex('merchants_spelling').on(sql`lower(${table.merchantId})`),
    index('merchants_name').on(sql`lower(${table.name})`),
    index('merchants_application').on(table.applicationId),
    index('merchants_waiting')
      .on(table.updatedAt.desc())
      .where(sql`confirmed_at is null or proposed is not null`),
  ],
)

/** A named person's word that one transaction of a draft may come to more than its sale. */
export const fundingOverrides = pgTable(
  'funding_overrides',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => fundingBatches.id),
    /** The transaction, by `transactionKey` of lib/domain/funding/check-money.ts. */
    key: text().notNull(),
    /** Cents: what the transaction may come to, and what its sale was then. */
    allowedMinor: bigint('allowed_minor', { mode: 'number' }).notNull(),
    saleMinor: bigint('sale_minor', { mode: 'number' }).notNull(),
    by: uuid()
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
    reason: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.key] })],
)

/** Somebody else's yes to a frozen batch. */
export const fundingApprovals = pgTable(
  'funding_approvals',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => fundingBatches.id),
    contentSha256: text('content_sha256').notNull(),
    by: uuid()
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
    note: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.contentSha256, table.by] })],
)

/** At most 10,000 transactions of a batch, `firstTransaction` to `lastTransaction`, that go out as one. */
export const fundingRequests = pgTable(
  'funding_requests',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => fundingBatches.id),
    n: integer().notNull(),
    firstTransaction: integer('first_transaction').notNull(),
    lastTransaction: integer('last_transaction').notNull(),
    state: text().$type<FundingRequestState>().notNull(),
    /** Ours, to be held against the answer. */
    amounts: integer().notNull(),
    amountsSum: text('amounts_sum').notNull(),
    requestSha256: text('request_sha256').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.n] }),
    index('funding_requests_state').on(table.state, table.batchId),
  ],
)

/** The attempt ledger of funding: written before anything is sent, and ended once. */
export const fundingAttempts = pgTable(
  'funding_attempts',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Their order, which a clock that was set back must not change. */
    sequence: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    batchId: uuid('batch_id')
      .notNull()
      .references(() => fundingBatches.id),
    request: integer().notNull(),
    state: text().$type<AttemptState>().notNull(),
    preparedAt: moment('prepared_at').notNull(),
    /** Who had it sent. */
    preparedBy: uuid('prepared_by').references(() => users.id),
    sendingAt: moment('sending_at'),
    answeredAt: moment('answered_at'),
    httpStatus: smallint('http_status'),
    /** The figures of the answer, as text. */
    figures: jsonb().$type<FundingFigures>(),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
    /** The partner's raw answer, masked; one of many errors is kept to its first 100,000 characters. */
    answer: text(),
    /** Our own words for people: what happened. */
    message: text(),
    resolution: text().$type<AttemptResolution>(),
    resolvedBy: uuid('resolved_by').references(() => users.id),
    resolvedAt: moment('resolved_at'),
    resolutionNote: text('resolution_note'),
  },
  (table) => [
    index('funding_attempts_batch').on(table.batchId, table.request, table.sequence),
    uniqueIndex('funding_attempts_open').on(table.batchId).where(sql`state in ('prepared', 'sending')`),
  ],
)

/** A transaction that the partner did not fund; those of an accepted request without a row here were. */
export const fundingFailures = pgTable(
  'funding_failures',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => fundingBatches.id),
    transactionNo: integer('transaction_no').notNull(),
    errorCode: text('error_code').notNull(),
    errorMessage: text('error_message').notNull(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.transactionNo] })],
)

/** Errors of an answer that match no transaction of its request, in the answer's order and as they came. */
export const fundingUnmatchedErrors = pgTable(
  'funding_unmatched_errors',
  {
    attemptId: uuid('attempt_id')
      .notNull()
      .references(() => fundingAttempts.id),
    /** Counted from 1. */
    n: integer().notNull(),
    transactionId: text('transaction_id'),
    retrievalReferenceNumber: text('retrieval_reference_number'),
    errorCode: text('error_code'),
    errorMessage: text('error_message'),
  },
  (table) => [primaryKey({ columns: [table.attemptId, table.n] })],
)

/** How a file with these column names is read, as somebody matched it last. */
export const fundingMappings = pgTable('funding_mappings', {
  /** Hash of the column names in their order. */
  columnsSha256: text('columns_sha256').primaryKey(),
  mapping: jsonb().$type<ColumnMapping>().notNull(),
  amountStyle: text('amount_style').$type<AmountStyle>().notNull(),
  /** The amounts said themselves that they are dollars, and nobody was asked: a file that does not say it is asked for. */
  amountsPlain: boolean('amounts_plain').notNull().default(false),
  updatedBy: uuid('updated_by')
    .notNull()
    .references(() => users.id),
  updatedAt: moment('updated_at').notNull(),
})

/**
 * An address at which callbacks come in, for one profile, or for one merchant of it. Events of one
 * `tran_id` are one sale within it.
 */
export const callbackReceivers = pgTable(
  'callback_receivers',
  {
    id: uuid().primaryKey().defaultRandom(),
    label: text().notNull(),
    profileId: text('profile_id').notNull(),
    /** '' where the callbacks of a whole profile come in here. */
    merchantId: text('merchant_id').notNull().default(''),
    /** Networks (CIDR) that may post here; none: any. */
    allowed: text().array().notNull().default(sql`'{}'`),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('callback_receivers_whose').on(table.profileId, table.merchantId)],
)

/** Keys of a receiver: found by a keyed hash, shown once. Rotation lets the old one run for a while. */
export const callbackKeys = pgTable(
  'callback_keys',
  {
    id: uuid().primaryKey().defaultRandom(),
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => callbackReceivers.id),
    fingerprint: text().notNull(),
    /** By which people tell keys apart. */
    lastFour: text('last_four').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    /** When its overlap with a newer one ends; null while it is the newest. */
    expiresAt: moment('expires_at'),
    revokedBy: uuid('revoked_by').references(() => users.id),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('callback_keys_fingerprint').on(table.fingerprint),
    index('callback_keys_receiver').on(table.receiverId),
  ],
)

/**
 * Everything that was posted and acknowledged, as it came. Written before the answer; what it means is found
 * afterwards, and can be found again.
 */
export const callbackDeliveries = pgTable(
  'callback_deliveries',
  {
    n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    keyId: uuid('key_id')
      .notNull()
      .references(() => callbackKeys.id),
    receivedAt: moment('received_at').notNull(),
    /** Of whoever posted it, as the socket says. */
    address: text().notNull(),
    /** Byte for byte, but for what `redactions` names. */
    body: bytea().notNull(),
    redactions: text().array().$type<Redaction[]>().notNull(),
    /** Null until it was looked at. */
    kind: text().$type<DeliveryKind>(),
    eventN: bigint('event_n', { mode: 'number' }),
    /** Of its fields in a fixed order: equal for equal content, however it was encoded. */
    contentSha256: text('content_sha256'),
  },
  (table) => [
    index('callback_deliveries_waiting').on(table.n).where(sql`kind is null`),
    index('callback_deliveries_event').on(table.eventN, table.n),
    // The contents of one event, which are few among its many repeats.
    index('callback_deliveries_content').on(table.eventN, table.contentSha256).where(sql`kind <> 'repeat'`),
    index('callback_deliveries_key').on(table.keyId, table.n),
  ],
)

/** Links to the hosted payment page that people made. A sale that comes back is known by the reference. */
export const paymentLinks = pgTable(
  'payment_links',
  {
    n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    profileId: text('profile_id').notNull(),
    /** Cents that it asks for. */
    amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
    invoiceNumber: text('invoice_number').notNull(),
    reference: text().notNull(),
    link: text().notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('payment_links_reference').on(table.profileId, table.reference).where(sql`reference <> ''`),
  ],
)

/**
 * What callbacks tell of: one for each `tran_id` and receiver, however often it came; and one for each content
 * that names none. Made of its deliveries, and can be made of them again. Texts are cut to 255 characters; the
 * delivery has them whole.
 */
export const callbackEvents = pgTable(
  'callback_events',
  {
    /** That of its first delivery. */
    n: bigint({ mode: 'number' }).primaryKey(),
    receivedAt: moment('received_at').notNull(),
    lastReceivedAt: moment('last_received_at').notNull(),
    deliveries: integer().notNull(),
    profileId: text('profile_id').notNull(),
    merchantId: text('merchant_id').notNull(),
    tranId: text('tran_id'),
    /** The delivery whose content stands, and that content. */
    contentN: bigint('content_n', { mode: 'number' }).notNull(),
    contentSha256: text('content_sha256').notNull(),
    state: text().$type<EventState>().notNull(),
    anomalies: text().array().$type<Anomaly[]>().notNull(),
    respCode: text('resp_code').notNull(),
    amountText: text('amount_text').notNull(),
    /** Cents; null where the text does not say for sure. */
    amountMinor: bigint('amount_minor', { mode: 'number' }),
    currencyCode: text('currency_code').notNull(),
    /** As it came: it has no time zone. */
    tranDate: text('tran_date').notNull(),
    tranType: text('tran_type').notNull(),
    account: text().notNull(),
    invoiceNumber: text('invoice_number').notNull(),
    clientRefNumber: text('client_ref_number').notNull(),
    retrievalRefNumber: text('retrieval_ref_number').notNull(),
    hppTranId: text('hpp_tran_id').notNull(),
    /** Everything that it is found by, in lower case. */
    identifiers: text().array().notNull(),
    /** Kept in step with the batches: see lib/server/callbacks/funding-standing.ts. */
    funding: text().$type<FundingStanding>().notNull(),
    fundingBatchId: uuid('funding_batch_id').references(() => fundingBatches.id),
    /** Cents of a funded sale that the partner holds for nobody; null where nothing is left. Kept in step as `funding` is. */
    leftMinor: bigint('left_minor', { mode: 'number' }),
    /** Who said that it was funded outside the desk. */
    outsideBy: uuid('outside_by').references(() => users.id),
    outsideAt: moment('outside_at'),
    outsideNote: text('outside_note'),
    /** Who settled a conflict, and what they said. */
    settledBy: uuid('settled_by').references(() => users.id),
    settledAt: moment('settled_at'),
    settledNote: text('settled_note'),
    /** Cents, where a person set the amount; who, and why. */
    settledAmountMinor: bigint('settled_amount_minor', { mode: 'number' }),
    amountBy: uuid('amount_by').references(() => users.id),
    amountAt: moment('amount_at'),
    amountNote: text('amount_note'),
    /** Who closed what is odd about it, and why. */
    closedBy: uuid('closed_by').references(() => users.id),
    closedAt: moment('closed_at'),
    closedNote: text('closed_note'),
    /** The payment link whose reference it came with, and what that asked for (cents). */
    linkN: bigint('link_n', { mode: 'number' }).references(() => paymentLinks.n),
    linkAmountMinor: bigint('link_amount_minor', { mode: 'number' }),
    /** How often a person decided something about it: what was decided on an older one is refused. */
    version: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex('callback_events_sale')
      .on(table.profileId, table.merchantId, table.tranId)
      .where(sql`tran_id is not null`),
    uniqueIndex('callback_events_nameless')
      .on(table.profileId, table.merchantId, table.contentSha256)
      .where(sql`tran_id is null`),
    index('callback_events_latest').on(table.receivedAt.desc(), table.n.desc()),
    index('callback_events_merchant').on(
      table.profileId,
      table.merchantId,
      table.receivedAt.desc(),
      table.n.desc(),
    ),
    index('callback_events_state')
      .on(table.state, table.receivedAt.desc(), table.n.desc())
      .where(sql`state <> 'approved'`),
    index('callback_events_funding').on(table.funding, table.receivedAt.desc(), table.n.desc()),
    index('callback_events_left').on(table.receivedAt.desc(), table.n.desc()).where(sql`left_minor > 0`),
    index('callback_events_repeated').on(table.receivedAt.desc(), table.n.desc()).where(sql`deliveries > 1`),
    index('callback_events_amount').on(table.amountMinor),
    index('callback_events_batch').on(table.fundingBatchId).where(sql`funding_batch_id is not null`),
    index('callback_events_tran_id').on(table.tranId).where(sql`tran_id is not null`),
    index('callback_events_reference').on(table.retrievalRefNumber).where(sql`retrieval_ref_number <> ''`),
    index('callback_events_identifiers').using('gin', table.identifiers),
    index('callback_events_link').on(table.linkN).where(sql`link_n is not null`),
  ],
)

/** An address of our own systems to which events are passed on. */
export const callbackEndpoints = pgTable('callback_endpoints', {
  id: uuid().primaryKey().defaultRandom(),
  label: text().notNull(),
  url: text().notNull(),
  /** What it is signed with, sealed. */
  secret: text().notNull(),
  active: boolean().notNull(),
  /** An admin said that it may be an inner address. */
  innerAllowed: boolean('inner_allowed').notNull(),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => users.id),
  createdAt: moment('created_at').notNull(),
})

/** One message for one endpoint. Its id and its text stay the same however often it is sent. */
export const callbackForwards = pgTable(
  'callback_forwards',
  {
    id: uuid().primaryKey().defaultRandom(),
    endpointId: uuid('endpoint_id')
      .notNull()
      .references(() => callbackEndpoints.id),
    eventN: bigint('event_n', { mode: 'number' })
      .notNull()
      .references(() => callbackEvents.n),
    type: text().$type<ForwardType>().notNull(),
    payload: text().notNull(),
    state: text().$type<ForwardState>().notNull(),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('callback_forwards_event').on(table.eventN),
    index('callback_forwards_endpoint').on(table.endpointId, table.createdAt.desc(), table.id.desc()),
    index('callback_forwards_open').on(table.state, table.createdAt).where(sql`state <> 'delivered'`),
  ],
)

export const callbackForwardAttempts = pgTable(
  'callback_forward_attempts',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    forwardId: uuid('forward_id')
      .notNull()
      .references(() => callbackForwards.id),
    at: moment('at').notNull(),
    /** Null where no answer came; then `problem` says why. */
    status: smallint(),
    problem: text(),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [index('callback_forward_attempts_forward').on(table.forwardId, table.id)],
)

/** What the connection check found, one row for each target that was tried. Holds no secret. */
export const connectionChecks = pgTable(
  'connection_checks',
  {
    n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    target: text().$type<CheckTarget>().notNull(),
    state: text().$type<CheckState>().notNull(),
    found: text().notNull(),
    meaning: text().notNull(),
    advice: text().notNull(),
    facts: jsonb().$type<CheckFinding['facts']>().notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** Null where the desk checked by itself. */
    runBy: uuid('run_by').references(() => users.id),
  },
  (table) => [index('connection_checks_target').on(table.target, table.n.desc())],
)

/** Who did what to what. Written in the transaction of the change itself; masked, never edited. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    actorId: uuid('actor_id'),
    action: text().notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    requestId: text('request_id').notNull(),
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('audit_log_subject').on(table.subjectType, table.subjectId, table.id)],
)
