import { createHash } from 'node:crypto'
import { getTableColumns, sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { callbackDeliveries, callbackEvents } from '@/lib/db/schema/callbacks'
import { canonicalContent } from '@/lib/domain/callbacks/content'
import type { DeliveryKind, Redaction } from '@/lib/domain/callbacks/event'
import { asSale, eventState, withLink, withSetAmount } from '@/lib/domain/callbacks/event-state'
import { type CallbackReading, parseFields, readCallback } from '@/lib/domain/callbacks/read-callback'
import type { Telling } from '@/lib/domain/callbacks/tellings'
import { log } from '@/lib/log'
import type { KnownLink } from './known-links'

export type EventRow = typeof callbackEvents.$inferSelect

/** The parts of a delivery that are read; `merchantId` is its receiver's. */
export type StoredDelivery = {
  n: number
  body: Uint8Array
  redactions: readonly Redaction[]
  merchantId: string
}

/** A delivery as read with the current rules. `reading` is null if the rules threw an error. */
export type ReadDelivery = Telling & { n: number; reading: CallbackReading | null }

export type Read = typeof readCallback

/**
 * Reads a delivery for this profile. Never throws: a body on which the rules fail must not hold up the others. The
 * error is logged without the text, and the delivery can be read again once the rules are fixed.
 */
export function readDelivery(
  { n, body, redactions, merchantId }: StoredDelivery,
  profileId: string,
  read: Read = readCallback,
): ReadDelivery {
  try {
    const fields = parseFields(body)
    return {
      n,
      merchantId,
      contentSha256: sha256(canonicalContent(fields)),
      reading: read(fields, redactions, profileId),
    }
  } catch (error) {
    log.error({ err: error, delivery: n }, 'a callback could not be read')
    return { n, merchantId, contentSha256: sha256(body), reading: null }
  }
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** What the log shows for a content that could not be read at all. */
const NOTHING_READ: CallbackReading = {
  tranId: null,
  anomalies: [],
  respCode: '',
  amountText: '',
  amountMinor: null,
  currencyCode: '',
  tranDate: '',
  tranType: '',
  account: '',
  invoiceNumber: '',
  clientRefNumber: '',
  retrievalRefNumber: '',
  hppTranId: '',
  identifiers: [],
}

export const tranIdOf = ({ reading }: ReadDelivery): string | null => reading?.tranId ?? null

/** People's decisions about an event, and its payment link. */
type WhatPeopleSaid = { isContested: boolean; link: KnownLink | null } & Pick<
  EventRow,
  'closedAt' | 'saleAt' | 'resolvedAmountMinor'
>

/** The columns of an event that follow from the content that counts and from people's decisions. */
export function contentColumns(
  { n, contentSha256, reading }: ReadDelivery,
  { isContested, closedAt, saleAt, resolvedAmountMinor, link }: WhatPeopleSaid,
) {
  const content = reading ?? NOTHING_READ
  const amount = withSetAmount(content, resolvedAmountMinor)
  const linkAmountMinor = link?.amountMinor ?? null
  const anomalies = asSale(withLink(amount, linkAmountMinor), saleAt !== null)
  const { tranId } = content
  return {
    ...content,
    ...amount,
    anomalies,
    linkN: link?.n ?? null,
    linkAmountMinor,
    contentN: n,
    contentSha256,
    state: eventState({ tranId, anomalies, isContested, isClosed: closedAt !== null }),
  }
}

/** The columns of an event that is not closed. */
export const NOT_CLOSED = { closedBy: null, closedAt: null, closedNote: null } as const

/** The columns of an event that no person has counted as a sale. */
export const NOT_COUNTED = { saleBy: null, saleAt: null, saleNote: null } as const

/** Far more identifiers than a sale has. Limits the row size if a sender posts a thousand contents of one sale. */
const MOST_IDENTIFIERS = 200

/** An event's search identifiers, with those of another of its contents added. */
export const withIdentifiers = (known: readonly string[], more: readonly string[]): string[] =>
  known.length >= MOST_IDENTIFIERS ? [...known] : [...new Set([...known, ...more])].slice(0, MOST_IDENTIFIERS)

const COLUMN_NAMES = new Map(
  Object.entries(getTableColumns(callbackEvents)).map(([key, { name }]) => [key, name]),
)

/** Passes all rows as one JSON, because binding single parameters would take longer than the inserts. */
export async function insertEvents(tx: Tx, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) =>
    Object.fromEntries(Object.entries(event).map(([key, value]) => [COLUMN_NAMES.get(key), value])),
  )
  await tx.execute(
    sql`insert into callback_events select * from json_populate_recordset(null::callback_events, ${JSON.stringify(rows)}::json)`,
  )
}

/** How a delivery was classified. */
export type Classified = { n: number; eventN: number; kind: DeliveryKind; contentSha256: string }

export async function markDeliveries(tx: Tx, classified: readonly Classified[]): Promise<void> {
  const rows = classified.map(({ n, eventN, kind, contentSha256 }) => ({
    n,
    event_n: eventN,
    kind,
    content_sha256: contentSha256,
  }))
  await tx.execute(sql`
    update ${callbackDeliveries} set kind = classified.kind, event_n = classified.event_n, content_sha256 = classified.content_sha256
    from json_to_recordset(${JSON.stringify(rows)}::json)
      as classified (n bigint, event_n bigint, kind text, content_sha256 text)
    where ${callbackDeliveries.n} = classified.n`)
}
