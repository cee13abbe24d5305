import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
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
import type { AmountStyle, AmountUnit } from '@/lib/domain/funding/amount'
import type { BatchPurpose, BatchSource, BatchStatus, FundingRequestState } from '@/lib/domain/funding/batch'
import type { BatchMoney } from '@/lib/domain/funding/batch-money'
import type { ColumnMapping } from '@/lib/domain/funding/columns'
import type { FundingFigures } from '@/lib/domain/funding/figures'
import type { StatedTotal } from '@/lib/domain/funding/totals-rows'
import type { AttemptResolution, AttemptState } from './attempts'
import { moment } from './columns'
import { users } from './people'

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
    /** Who had it sent last, or had a request of it sent again; its next attempt is theirs. */
    sentBy: uuid('sent_by').references(() => users.id),
    updatedAt: moment('updated_at').notNull(),
    /** Names of the columns of the source that mean nothing to a batch, kept to give them back. */
    otherColumns: text('other_columns').array().notNull().default(sql`'{}'`),
    /** The totals rows of its source, in dollars: its rows are compared with them at every save. */
    statedTotals: jsonb('stated_totals').$type<StatedTotal[]>().notNull().default([]),
    /** What the approvers are shown, as it was when the batch was frozen; null before. */
    money: jsonb().$type<BatchMoney>(),
    /** Since when its rest waits for approvers, whom a new warning was not shown; null once they approved it, or it is sent. */
    restUnseenSince: moment('rest_unseen_since'),
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
    /** Put in by the desk, to take out a merchant whom its transaction leaves out. */
    isAdded: boolean('is_added').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.row] }),
    index('funding_lines_transaction').on(table.transactionId).where(sql`transaction_id <> ''`),
    index('funding_lines_transaction_letters')
      .on(sql`lower(${table.transactionId})`)
      .where(sql`transaction_id <> ''`),
    index('funding_lines_reference')
      .on(table.retrievalReferenceNumber)
      .where(sql`retrieval_reference_number <> ''`),
    index('funding_lines_merchant').on(table.merchantId),
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
    /** Whom the batch paid for it then, and how much each of them got (cents). */
    payees: text().array().notNull().default([]),
    amounts: bigint({ mode: 'number' }).array().notNull().default([]),
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
    /** Who said first what became of it, and waited for a second person. */
    saidBy: uuid('said_by').references(() => users.id),
    saidAt: moment('said_at'),
    saidNote: text('said_note'),
    /** By number: which of its transactions somebody said that the partner has not; none: it has all; null: nothing. */
    saidMissing: integer('said_missing').array(),
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
