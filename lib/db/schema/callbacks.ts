import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  Anomaly,
  DeliveryKind,
  EventState,
  FundingStatus,
  Redaction,
} from '@/lib/domain/callbacks/event'
import type { ForwardState, ForwardType } from '@/lib/domain/callbacks/forward'
import { bytea, moment } from './columns'
import { fundingBatches } from './funding'
import { users } from './people'

/**
 * An address that receives callbacks for one profile, or for one of its merchants. Within it, events with the same
 * `tran_id` are one sale.
 */
export const callbackReceivers = pgTable(
  'callback_receivers',
  {
    id: uuid().primaryKey().defaultRandom(),
    label: text().notNull(),
    profileId: text('profile_id').notNull(),
    /** '' if it receives the callbacks of the whole profile. */
    merchantId: text('merchant_id').notNull().default(''),
    /** Networks (CIDR) that may post here; if empty, any may. */
    allowed: text().array().notNull().default(sql`'{}'`),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [uniqueIndex('callback_receivers_whose').on(table.profileId, table.merchantId)],
)

/** Keys of a receiver: stored as a keyed hash and shown once. After a rotation, the old key works for a while. */
export const callbackKeys = pgTable(
  'callback_keys',
  {
    id: uuid().primaryKey().defaultRandom(),
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => callbackReceivers.id),
    fingerprint: text().notNull(),
    /** Lets people tell keys apart. */
    lastFour: text('last_four').notNull(),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    /** When its overlap with a newer key ends; null for the newest key. */
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
 * Everything that was posted and acknowledged, as received. Written before the answer, and classified afterward; it can
 * be classified again.
 */
export const callbackDeliveries = pgTable(
  'callback_deliveries',
  {
    n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    keyId: uuid('key_id')
      .notNull()
      .references(() => callbackKeys.id),
    receivedAt: moment('received_at').notNull(),
    /** The sender's address, from the socket. */
    address: text().notNull(),
    /** Byte for byte, except what `redactions` lists. */
    body: bytea().notNull(),
    redactions: text().array().$type<Redaction[]>().notNull(),
    /** Null until it is classified. */
    kind: text().$type<DeliveryKind>(),
    eventN: bigint('event_n', { mode: 'number' }),
    /** Hash of its fields in a fixed order, so that the same content has the same hash however it is encoded. */
    contentSha256: text('content_sha256'),
  },
  (table) => [
    index('callback_deliveries_waiting').on(table.n).where(sql`kind is null`),
    index('callback_deliveries_event').on(table.eventN, table.n),
    // An event's distinct contents: few, among many repeats.
    index('callback_deliveries_content').on(table.eventN, table.contentSha256).where(sql`kind <> 'repeat'`),
    index('callback_deliveries_key').on(table.keyId, table.n),
  ],
)

/** Links to the hosted payment page that staff created. The reference identifies the resulting sale. */
export const paymentLinks = pgTable(
  'payment_links',
  {
    n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    profileId: text('profile_id').notNull(),
    /** The amount in cents. */
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
 * What callbacks tell of: one for each `tran_id` of a profile, however often and to whichever of its receivers it came
 * (older logs can have one for each receiver); and one for each content that names none. Made of its deliveries, and can be made of them again. Texts are cut to 255 characters; the
 * delivery has them whole.
 */
export const callbackEvents = pgTable(
  'callback_events',
  {
    /** The number of its first delivery. */
    n: bigint({ mode: 'number' }).primaryKey(),
    receivedAt: moment('received_at').notNull(),
    lastReceivedAt: moment('last_received_at').notNull(),
    deliveries: integer().notNull(),
    profileId: text('profile_id').notNull(),
    merchantId: text('merchant_id').notNull(),
    tranId: text('tran_id'),
    /** The delivery whose content counts, and that content's hash. */
    contentN: bigint('content_n', { mode: 'number' }).notNull(),
    contentSha256: text('content_sha256').notNull(),
    state: text().$type<EventState>().notNull(),
    anomalies: text().array().$type<Anomaly[]>().notNull(),
    respCode: text('resp_code').notNull(),
    amountText: text('amount_text').notNull(),
    /** Cents; null if the text is ambiguous. */
    amountMinor: bigint('amount_minor', { mode: 'number' }),
    currencyCode: text('currency_code').notNull(),
    /** As received: it has no time zone. */
    tranDate: text('tran_date').notNull(),
    tranType: text('tran_type').notNull(),
    account: text().notNull(),
    invoiceNumber: text('invoice_number').notNull(),
    clientRefNumber: text('client_ref_number').notNull(),
    retrievalRefNumber: text('retrieval_ref_number').notNull(),
    hppTranId: text('hpp_tran_id').notNull(),
    /** Everything that search finds it by, in lower case. */
    identifiers: text().array().notNull(),
    /** Kept in step with the batches: see lib/server/sales/funding-status.ts. */
    funding: text().$type<FundingStatus>().notNull(),
    fundingBatchId: uuid('funding_batch_id').references(() => fundingBatches.id),
    /** Cents of a funded sale that are assigned to no merchant; null if nothing is left. Kept in step like `funding`. */
    leftMinor: bigint('left_minor', { mode: 'number' }),
    /** Who marked it as funded outside the desk. */
    outsideBy: uuid('outside_by').references(() => users.id),
    outsideAt: moment('outside_at'),
    outsideNote: text('outside_note'),
    /** Who resolved a conflict, and their note. */
    resolvedBy: uuid('settled_by').references(() => users.id),
    resolvedAt: moment('settled_at'),
    resolvedNote: text('settled_note'),
    /** The amount in cents if a person set it, with who and why. */
    resolvedAmountMinor: bigint('settled_amount_minor', { mode: 'number' }),
    amountBy: uuid('amount_by').references(() => users.id),
    amountAt: moment('amount_at'),
    amountNote: text('amount_note'),
    /** Who counted it as a sale although its type does not say so, and why. */
    saleBy: uuid('sale_by').references(() => users.id),
    saleAt: moment('sale_at'),
    saleNote: text('sale_note'),
    /** Who closed its issue, and why. */
    closedBy: uuid('closed_by').references(() => users.id),
    closedAt: moment('closed_at'),
    closedNote: text('closed_note'),
    /** The payment link whose reference it has, and the link's amount in cents. */
    linkN: bigint('link_n', { mode: 'number' }).references(() => paymentLinks.n),
    linkAmountMinor: bigint('link_amount_minor', { mode: 'number' }),
    /** Counts people's decisions about it; a decision based on an older version is refused. */
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
    // People read out the last characters of an ID: `searchedId` of lib/domain/callbacks/searched-id.ts. Beginnings would
    // need a second index, and each costs a tenth of the work that an event is.
    index('callback_events_id_ends')
      .using('btree', sql`reverse(lower(${table.tranId})) text_pattern_ops`)
      .concurrently(),
    index('callback_events_reference').on(table.retrievalRefNumber).where(sql`retrieval_ref_number <> ''`),
    // Funding a sale looks for a second sale of the same invoice.
    index('callback_events_invoice').on(table.invoiceNumber).where(sql`invoice_number <> ''`),
    index('callback_events_identifiers').using('gin', table.identifiers),
    // Few sales have a person's decision. Whoever made one may not approve a batch that pays the sale.
    index('callback_events_judged')
      .on(table.tranId)
      .where(sql`amount_by is not null or settled_by is not null or sale_by is not null`),
    index('callback_events_link').on(table.linkN).where(sql`link_n is not null`),
  ],
)

/** An address of one of our own systems to which events are forwarded. */
export const callbackEndpoints = pgTable('callback_endpoints', {
  id: uuid().primaryKey().defaultRandom(),
  label: text().notNull(),
  url: text().notNull(),
  /** The signing secret, sealed. */
  secret: text().notNull(),
  active: boolean().notNull(),
  /** An admin allowed an internal address. */
  innerAllowed: boolean('inner_allowed').notNull(),
  createdBy: uuid('created_by')
    .notNull()
    .references(() => users.id),
  createdAt: moment('created_at').notNull(),
})

/** One message for one endpoint. Its id and text stay the same on every retry. */
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
    /** Null if no answer came; then `problem` says why. */
    status: smallint(),
    problem: text(),
    durationMs: integer('duration_ms').notNull(),
  },
  (table) => [index('callback_forward_attempts_forward').on(table.forwardId, table.id)],
)
