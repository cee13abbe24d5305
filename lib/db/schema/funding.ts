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
 * A batch of funding amounts, from draft to end. Its lines are frozen once it is submitted for approval, so that every
 * request can be rebuilt from them byte for byte. The server computes the totals.
 */
export const fundingBatches = pgTable(
  'funding_batches',
  {
    id: uuid().primaryKey(),
    /** The number that people use: B-1042. */
    number: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity({ startWith: 1001 }),
    name: text().notNull(),
    profileId: text('profile_id').notNull(),
    /** How the source wrote amounts. The lines are in dollars. */
    amountStyle: text('amount_style').$type<AmountStyle>().notNull(),
    /** As the profile had it when the batch was frozen; a later change of the profile does not change what goes out. */
    amountUnit: text('amount_unit').$type<AmountUnit>(),
    status: text().$type<BatchStatus>().notNull(),
    source: text().$type<BatchSource>().notNull(),
    /** The batch whose failed or wrong transactions this one corrects. */
    parentId: uuid('parent_id'),
    purpose: text().$type<BatchPurpose>().notNull().default('new'),
    fileName: text('file_name'),
    /** Hash of the original file, to recognize the same file again. */
    fileSha256: text('file_sha256'),
    /** Counts saves of lines. A save names the version it started from; a stale one is refused. */
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
    /** Everyone who created it or changed a line. None of them can approve it. */
    workedOnBy: uuid('worked_on_by').array().notNull(),
    /** Hash of all lines in order, set when the batch is frozen, to prove that what is sent is what was approved. */
    contentSha256: text('content_sha256'),
    submittedBy: uuid('submitted_by').references(() => users.id),
    submittedAt: moment('submitted_at'),
    /** Who last sent it or resent one of its requests; the next attempt is recorded under this name. */
    sentBy: uuid('sent_by').references(() => users.id),
    updatedAt: moment('updated_at').notNull(),
    /** Names of source columns that a batch does not use, kept for exports. */
    otherColumns: text('other_columns').array().notNull().default(sql`'{}'`),
    /** The source's totals rows, in dollars; every save compares the lines with them. */
    statedTotals: jsonb('stated_totals').$type<StatedTotal[]>().notNull().default([]),
    /** What approvers see, as of when the batch was frozen; null before that. */
    money: jsonb().$type<BatchMoney>(),
    /** Since when its rest waits for approvers, whom a new warning was not shown; null once they approved it, or it is sent. */
    restUnseenSince: moment('rest_unseen_since'),
    /** Who last said that failed transactions need nothing more, when and why; null if no one did or it was undone. */
    failuresClosedBy: uuid('failures_closed_by').references(() => users.id),
    failuresClosedAt: moment('failures_closed_at'),
    failuresClosedNote: text('failures_closed_note'),
  },
  (table) => [
    uniqueIndex('funding_batches_number').on(table.number),
    index('funding_batches_latest').on(table.updatedAt.desc(), table.id.desc()),
    index('funding_batches_status').on(table.status, table.updatedAt.desc(), table.id.desc()),
    index('funding_batches_file').on(table.fileSha256),
    index('funding_batches_parent').on(table.parentId),
    // Every submission and approval sums what was submitted that day.
    index('funding_batches_submitted').on(table.submittedAt),
  ],
)

/**
 * One funding amount as entered; every cell is text. `row` is its place in the person's file and its permanent key.
 * `transactionNo` counts transactions from 0. `amountMinor` is the parsed amount; null if the text is not one.
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
    /** The cells of `otherColumns`, as received; null if the line was not in the source. */
    other: text().array(),
    /** Added by the desk, to remove a merchant that its transaction no longer pays. */
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
    // Failures name transactions; a batch has thousands of lines and a few of them.
    index('funding_lines_failed').on(table.batchId, table.transactionNo).concurrently(),
  ],
)

/** A named person's permission for one transaction of a draft to exceed its sale. */
export const fundingOverrides = pgTable(
  'funding_overrides',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => fundingBatches.id),
    /** The transaction, by `transactionKey` of lib/domain/funding/check-money.ts. */
    key: text().notNull(),
    /** Cents: the allowed amount of the transaction, and the amount of its sale at that time. */
    allowedMinor: bigint('allowed_minor', { mode: 'number' }).notNull(),
    saleMinor: bigint('sale_minor', { mode: 'number' }).notNull(),
    /** The merchants that the batch paid at that time, and the amount for each (cents). */
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

/** Another person's approval of a frozen batch. */
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

/** At most 10,000 transactions of a batch, `firstTransaction` to `lastTransaction`, sent as one request. */
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
    /** Our own figures, to compare with the answer. */
    amounts: integer().notNull(),
    amountsSum: text('amounts_sum').notNull(),
    requestSha256: text('request_sha256').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.n] }),
    index('funding_requests_state').on(table.state, table.batchId),
  ],
)

/** The attempt ledger of funding: written before anything is sent, and resolved once. */
export const fundingAttempts = pgTable(
  'funding_attempts',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Order of the attempts, independent of changes to the clock. */
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
    /** The partner's raw answer, masked; an answer with many errors is cut to its first 100,000 characters. */
    answer: text(),
    /** What happened, in our own words for staff. */
    message: text(),
    /** The first person who recorded the outcome, pending a second person. */
    saidBy: uuid('said_by').references(() => users.id),
    saidAt: moment('said_at'),
    saidNote: text('said_note'),
    /** Numbers of the transactions that the partner reportedly lacks; empty if it has all; null if nothing was recorded. */
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

/** A transaction that the partner did not fund. Transactions of an accepted request without a row here were funded. */
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

/** A failed transaction that needs nothing more, as a person said. Others of its batch may still need something. */
export const fundingClosedFailures = pgTable(
  'funding_closed_failures',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => fundingBatches.id),
    transactionNo: integer('transaction_no').notNull(),
  },
  (table) => [primaryKey({ columns: [table.batchId, table.transactionNo] })],
)

/** Errors in an answer that match no transaction of its request, unchanged and in the answer's order. */
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

/** The last mapping that a person chose for files with these column names. */
export const fundingMappings = pgTable('funding_mappings', {
  /** Hash of the column names, in order. */
  columnsSha256: text('columns_sha256').primaryKey(),
  mapping: jsonb().$type<ColumnMapping>().notNull(),
  amountStyle: text('amount_style').$type<AmountStyle>().notNull(),
  /** The amounts were unambiguous dollars, so no person chose the style; for an ambiguous file the desk asks. */
  amountsPlain: boolean('amounts_plain').notNull().default(false),
  updatedBy: uuid('updated_by')
    .notNull()
    .references(() => users.id),
  updatedAt: moment('updated_at').notNull(),
})
