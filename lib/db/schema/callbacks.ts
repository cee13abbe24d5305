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
 * What callbacks tell of: one for each `tran_id` of a profile, however often and to whichever of its receivers it came
 * (older logs can have one for each receiver); and one for each content that names none. Made of its deliveries, and can be made of them again. Texts are cut to 255 characters; the
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
    /** Kept in step with the batches: see lib/server/sales/funding-status.ts. */
    funding: text().$type<FundingStatus>().notNull(),
    fundingBatchId: uuid('funding_batch_id').references(() => fundingBatches.id),
    /** Cents of a funded sale that the partner holds for nobody; null where nothing is left. Kept in step as `funding` is. */
    leftMinor: bigint('left_minor', { mode: 'number' }),
    /** Who said that it was funded outside the desk. */
    outsideBy: uuid('outside_by').references(() => users.id),
    outsideAt: moment('outside_at'),
    outsideNote: text('outside_note'),
    /** Who resolved a conflict, and what they said. */
    resolvedBy: uuid('settled_by').references(() => users.id),
    resolvedAt: moment('settled_at'),
    resolvedNote: text('settled_note'),
    /** Cents, where a person set the amount; who, and why. */
    resolvedAmountMinor: bigint('settled_amount_minor', { mode: 'number' }),
    amountBy: uuid('amount_by').references(() => users.id),
    amountAt: moment('amount_at'),
    amountNote: text('amount_note'),
    /** Who counted it as a sale whose type names none, and why. */
    saleBy: uuid('sale_by').references(() => users.id),
    saleAt: moment('sale_at'),
    saleNote: text('sale_note'),
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
    // People read out the last characters of an ID: `searchedId` of lib/domain/callbacks/searched-id.ts. Beginnings would
    // need a second index, and each costs a tenth of the work that an event is.
    index('callback_events_id_ends')
      .using('btree', sql`reverse(lower(${table.tranId})) text_pattern_ops`)
      .concurrently(),
    index('callback_events_reference').on(table.retrievalRefNumber).where(sql`retrieval_ref_number <> ''`),
    // A second sale of one invoice is looked for when the first is funded.
    index('callback_events_invoice').on(table.invoiceNumber).where(sql`invoice_number <> ''`),
    index('callback_events_identifiers').using('gin', table.identifiers),
    // Of nearly every sale nobody has said anything: whoever did approves no batch that pays it.
    index('callback_events_judged')
      .on(table.tranId)
      .where(sql`amount_by is not null or settled_by is not null or sale_by is not null`),
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
