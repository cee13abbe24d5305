import {
  bigint,
  boolean,
  index,
  integer,
  json,
  pgSchema,
  primaryKey,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

/**
 * The simulated partner's data, in its own schema: it stands in for another company's system, and the desk never reads
 * it. `json` rather than `jsonb`, because `json` accepts every text that JSON can contain.
 */
export const sandboxSchema = pgSchema('sandbox')

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' }).notNull()

/** A record's fields, sealed as one text (`lib/sandbox/sealed.ts`); earlier versions stored them in plain text. */
const sealed = () => json().$type<string | Record<string, unknown>>()

export type SandboxEndpoint = 'token' | 'application' | 'attachment' | 'alias' | 'funding'
export type SandboxFaultMode =
  | 'status'
  | 'status-after'
  | 'hang'
  | 'hang-after'
  | 'cut-after'
  | 'malformed'
  | 'partial'
  | 'slow'

/** Bearer tokens by SHA-256. Revoking deletes them. */
export const sandboxTokens = sandboxSchema.table('tokens', {
  sha256: text().primaryKey(),
  expiresAt: moment('expires_at'),
})

/**
 * Every request to the interface. `status` is null if the request was not answered. `request` and `answer` are the
 * beginnings of the bodies, with identities and secrets masked, for people to read.
 */
export const sandboxJournal = sandboxSchema.table('journal', {
  n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  at: moment('at'),
  endpoint: text().$type<SandboxEndpoint>().notNull(),
  method: text().notNull(),
  path: text().notNull(),
  status: smallint(),
  bytes: bigint({ mode: 'number' }).notNull(),
  sha256: text().notNull(),
  applied: boolean().notNull(),
  request: text(),
  answer: text(),
})

/** The endpoint that created an application: create-or-update, or the alias, which only creates. */
export type SandboxApplicationKind = 'payfac' | 'alias'

/** An application: its opportunity and its account, which are created and updated together. */
export const sandboxOpportunities = sandboxSchema.table('opportunities', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull().unique(),
  kind: text().$type<SandboxApplicationKind>().notNull().default('payfac'),
  stage: text().notNull(),
  opportunity: sealed().notNull(),
  account: sealed().notNull(),
  createdAt: moment('created_at'),
  updatedAt: moment('updated_at'),
})

export type SandboxItemType = 'Contact' | 'Business_Checking_Account__c' | 'Quote' | 'QuoteLineItem'

/** An application's contacts, checking accounts and quote, in order of creation. */
export const sandboxItems = sandboxSchema.table(
  'items',
  {
    id: text().primaryKey(),
    opportunityId: text('opportunity_id')
      .notNull()
      .references(() => sandboxOpportunities.id),
    type: text().$type<SandboxItemType>().notNull(),
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    fields: sealed().notNull(),
  },
  (table) => [index('sandbox_items_opportunity').on(table.opportunityId, table.position)],
)

/** The body of every applied create and update, as received, sealed (`lib/sandbox/sealed.ts`). */
export const sandboxSubmissions = sandboxSchema.table(
  'submissions',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    opportunityId: text('opportunity_id')
      .notNull()
      .references(() => sandboxOpportunities.id),
    body: text().notNull(),
  },
  (table) => [index('sandbox_submissions_opportunity').on(table.opportunityId, table.id)],
)

/** Name, size and hash of an attachment's decoded content. The content itself is not stored. */
export const sandboxAttachments = sandboxSchema.table(
  'attachments',
  {
    id: text().primaryKey(),
    opportunityId: text('opportunity_id')
      .notNull()
      .references(() => sandboxOpportunities.id),
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text().notNull(),
    createdAt: moment('created_at'),
  },
  (table) => [index('sandbox_attachments_opportunity').on(table.opportunityId, table.position)],
)

export type SandboxProfileStatus = 'active' | 'suspended' | 'closed'

/** Changes to a funding profile; one without a row has its initial state (`profiles.ts`). */
export const sandboxProfiles = sandboxSchema.table('profiles', {
  profileId: text('profile_id').primaryKey(),
  status: text().$type<SandboxProfileStatus>().notNull(),
  responseUrl: text('response_url'),
})

/**
 * The funding amounts of every accepted request, as received. A transaction's current amounts are computed from them
 * when read (`transactions.ts`). A row has the amounts of one request (`request` increases) whose transactions fall
 * into the same bucket: inserting 10,000 single rows took longer than the rest of the request.
 */
export const sandboxFundings = sandboxSchema.table(
  'fundings',
  {
    bucket: smallint().notNull(),
    request: bigint({ mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    entries: json()
      .$type<[transactionId: string, amounts: [merchantId: string, amount: string][]][]>()
      .notNull(),
    at: moment('at'),
  },
  (table) => [primaryKey({ columns: [table.bucket, table.request] })],
)

/** A sale on the hosted page, approved or declined. The full card number is not stored. */
export const sandboxSales = sandboxSchema.table('sales', {
  tranId: text('tran_id').primaryKey(),
  /** One per opened card form, so that submitting the form twice makes one sale. */
  hppTranId: text('hpp_tran_id').notNull().unique(),
  retrievalReferenceNumber: text('retrieval_reference_number').notNull().unique(),
  profileId: text('profile_id').notNull(),
  kind: text().$type<'credit' | 'debit'>().notNull(),
  approved: boolean().notNull(),
  amountMinor: bigint('amount_minor', { mode: 'number' }).notNull(),
  at: moment('at'),
  /** The event's form fields; the event of a declined sale is never sent. */
  event: json().$type<Record<string, string>>().notNull(),
})

type SandboxCallbackState = 'waiting' | 'acknowledged' | 'given-up'

/** An event for a profile's response address. */
export const sandboxCallbacks = sandboxSchema.table(
  'callbacks',
  {
    n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    profileId: text('profile_id').notNull(),
    /** Form-encoded, as it is sent. */
    body: text().notNull(),
    createdAt: moment('created_at'),
    state: text().$type<SandboxCallbackState>().notNull(),
    attempts: integer().notNull().default(0),
    /** When it is due; during an attempt, when another sender may take over. */
    nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true, mode: 'date' }),
    /** About the last attempt. The status is null if no answer came; then the problem says why. */
    responseUrl: text('response_url'),
    lastStatus: smallint('last_status'),
    lastProblem: text('last_problem'),
    lastAttemptAt: timestamp('last_attempt_at', { withTimezone: true, mode: 'date' }),
  },
  (table) => [index('sandbox_callbacks_due').on(table.state, table.nextAttemptAt)],
)

/** The fault for the next `remaining` requests to an endpoint; at most one per endpoint. */
export const sandboxFaults = sandboxSchema.table('faults', {
  endpoint: text().$type<SandboxEndpoint>().primaryKey(),
  mode: text().$type<SandboxFaultMode>().notNull(),
  remaining: integer().notNull(),
  delayMs: integer('delay_ms'),
  status: smallint(),
  body: json(),
})
