import {
  bigint,
  boolean,
  index,
  integer,
  json,
  pgSchema,
  smallint,
  text,
  timestamp,
} from 'drizzle-orm/pg-core'

/**
 * What the simulated partner keeps, in a schema of its own: it plays somebody else's system, and the
 * desk never reads it. `json` and not `jsonb`, because that takes every text that JSON can hold.
 */
export const sandboxSchema = pgSchema('sandbox')

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' }).notNull()

export type SandboxEndpoint = 'token' | 'application' | 'attachment'
export type SandboxFaultMode =
  | 'status'
  | 'status-after'
  | 'hang'
  | 'hang-after'
  | 'cut-after'
  | 'malformed'
  | 'partial'
  | 'slow'

/** Bearer tokens by their SHA-256; revoking deletes them. */
export const sandboxTokens = sandboxSchema.table('tokens', {
  sha256: text().primaryKey(),
  expiresAt: moment('expires_at'),
})

/** Every request to the interface, without its body. `status` is null where no answer was given. */
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
})

/** An application: its opportunity and its account, which come and change together. */
export const sandboxOpportunities = sandboxSchema.table('opportunities', {
  id: text().primaryKey(),
  accountId: text('account_id').notNull().unique(),
  stage: text().notNull(),
  opportunity: json().$type<Record<string, unknown>>().notNull(),
  account: json().$type<Record<string, unknown>>().notNull(),
  createdAt: moment('created_at'),
  updatedAt: moment('updated_at'),
})

export type SandboxItemType = 'Contact' | 'Business_Checking_Account__c'

/** Contacts and checking accounts of an application, in the order in which they were created. */
export const sandboxItems = sandboxSchema.table(
  'items',
  {
    id: text().primaryKey(),
    opportunityId: text('opportunity_id')
      .notNull()
      .references(() => sandboxOpportunities.id),
    type: text().$type<SandboxItemType>().notNull(),
    position: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    fields: json().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [index('sandbox_items_opportunity').on(table.opportunityId, table.position)],
)

/** The body of every create and update that was applied, as it was received. */
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

/** Name, size and hash of an attachment's decoded content; the content itself is not kept. */
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

/** The fault that the next `remaining` requests of an endpoint meet; one an endpoint. */
export const sandboxFaults = sandboxSchema.table('faults', {
  endpoint: text().$type<SandboxEndpoint>().primaryKey(),
  mode: text().$type<SandboxFaultMode>().notNull(),
  remaining: integer().notNull(),
  delayMs: integer('delay_ms'),
  status: smallint(),
  body: json(),
})
