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

/** What of a delivery is read; `merchantId` is that of its receiver. */
export type StoredDelivery = {
  n: number
  body: Uint8Array
  redactions: readonly Redaction[]
  merchantId: string
}

/** A delivery by today's rules; `reading` is null where the rules themselves failed on it. */
export type ReadDelivery = Telling & { n: number; reading: CallbackReading | null }

export type Read = typeof readCallback

/**
 * Reads a delivery of a receiver of this profile. Never throws: a body on which the rules fail must not keep the
 * others waiting. It is logged, without its text, and can be read again once the rules are mended.
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

/** What the log shows of a content of which nothing could be read. */
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

/** What people said of an event, and the payment link that it came by. */
type WhatPeopleSaid = { isContested: boolean; link: KnownLink | null } & Pick<
  EventRow,
  'closedAt' | 'saleAt' | 'resolvedAmountMinor'
>

/** The columns of an event that follow from the content that stands, and from what people said of it. */
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

/** The columns of an event that nobody has closed. */
export const NOT_CLOSED = { closedBy: null, closedAt: null, closedNote: null } as const

/** The columns of an event that nobody has counted as a sale. */
export const NOT_COUNTED = { saleBy: null, saleAt: null, saleNote: null } as const

/** Far more than a sale has names; whoever posts a thousand contents of one sale makes it no longer to write. */
const MOST_IDENTIFIERS = 200

/** What an event is found by, with what another content of it names. */
export const withIdentifiers = (known: readonly string[], more: readonly string[]): string[] =>
  known.length >= MOST_IDENTIFIERS ? [...known] : [...new Set([...known, ...more])].slice(0, MOST_IDENTIFIERS)

const COLUMN_NAMES = new Map(
  Object.entries(getTableColumns(callbackEvents)).map(([key, { name }]) => [key, name]),
)

/** As one JSON: parameters one by one would take longer than the rows themselves. */
export async function insertEvents(tx: Tx, events: readonly EventRow[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map((event) =>
    Object.fromEntries(Object.entries(event).map(([key, value]) => [COLUMN_NAMES.get(key), value])),
  )
  await tx.execute(
    sql`insert into callback_events select * from json_populate_recordset(null::callback_events, ${JSON.stringify(rows)}::json)`,
  )
}

/** What a delivery turned out to be. */
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
