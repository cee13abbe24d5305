import { and, desc, gt, inArray, lte, max, min } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { callbackDeliveries, callbackEvents } from '@/lib/db/schema/callbacks'
import { can } from '@/lib/domain/access/permissions'
import { type CallbackListQuery, callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { valuesByName } from '@/lib/domain/callbacks/content'
import { ANOMALY_LABELS, FUNDING_LABELS, STATE_LABELS } from '@/lib/domain/callbacks/event-labels'
import { type IneligibleReason, ineligibleReason } from '@/lib/domain/callbacks/ineligible'
import { openMinor } from '@/lib/domain/callbacks/open-amount'
import { parseFields } from '@/lib/domain/callbacks/read-callback'
import { sumHeld } from '@/lib/domain/funding/held'
import { CSV_START, csvLine } from '@/lib/domain/values/csv'
import { exactCents } from '@/lib/domain/values/money'
import { recordBy } from '@/lib/server/audit'
import { streamText } from '@/lib/server/lists/stream-text'
import { type HeldAmount, listHeldAmounts } from '@/lib/server/sales/held-amounts'
import type { Ctx } from '@/lib/server/services'
import type { EventRow } from './event-rows'
import { everyCondition, type ListedRow, selectListed } from './list'

/** How many event numbers one query covers. The process serves no one else while it formats their rows. */
const STRIDE = 1_000

/**
 * The events that the log's filters find, as CSV, read from the database only as fast as the browser takes them. They
 * are in order of their numbers, which never change, so an event that changes meanwhile is in the file once. The audit
 * log records the export before its first row.
 */
export async function exportCallbacks(
  ctx: Ctx,
  query: CallbackListQuery,
): Promise<ReadableStream<Uint8Array>> {
  const seesMoney = can(ctx.actor.roles, 'funding:read')
  const asked = { ...query, short: query.short && seesMoney, cursor: null }
  await recordBy(ctx, ctx.db, {
    action: 'callbacks-exported',
    subject: ['user', ctx.actor.id],
    detail: { query: callbackList.write(asked) },
  })
  return streamText(csvChunks(ctx, asked, seesMoney))
}

/** `withMoney`: the reader may see what was funded. */
async function* csvChunks(
  { db, days, funding }: Pick<Ctx, 'db' | 'days' | 'funding'>,
  query: CallbackListQuery,
  withMoney: boolean,
): AsyncGenerator<string, void> {
  yield CSV_START + csvLine(COLUMNS.map(([title]) => title))
  const asked = everyCondition({ days, funding }, query)
  const [ends] = await db
    .select({ first: min(callbackEvents.n), last: max(callbackEvents.n) })
    .from(callbackEvents)
  const first = ends?.first ?? 0
  for (let last = ends?.last ?? -1; last >= first; last -= STRIDE) {
    const rows = await selectListed(db)
      .where(and(asked, gt(callbackEvents.n, last - STRIDE), lte(callbackEvents.n, last)))
      .orderBy(desc(callbackEvents.n))
    if (rows.length === 0) continue
    const held = withMoney ? await listHeldOf(db, rows) : null
    const authCodes = await listAuthCodes(db, rows)
    yield rows
      .map(({ event, ...row }) =>
        lineOf({
          event,
          ...row,
          held: held && (held.get(event.n) ?? []),
          authCode: authCodes.get(event.contentN) ?? '',
        }),
      )
      .join('')
  }
}

/** `held`: what the partner holds for it; null for users who cannot see funding. */
type ExportedRow = ListedRow & { held: readonly HeldAmount[] | null; authCode: string }

/** What the partner holds, by event number. Only batches of the sale's own profile count. */
async function listHeldOf(db: Db, rows: readonly ListedRow[]): Promise<Map<number, HeldAmount[]>> {
  const held = new Map<number, HeldAmount[]>()
  const sales = rows.flatMap(({ event: { n, profileId, tranId, retrievalRefNumber } }) =>
    tranId === null ? [] : [{ profileId, key: String(n), id: tranId, reference: retrievalRefNumber }],
  )
  for (const [profileId, names] of Map.groupBy(sales, (sale) => sale.profileId)) {
    for (const [key, amounts] of await listHeldAmounts(db, names, { profileId })) {
      held.set(Number(key), amounts)
    }
  }
  return held
}

/** Authorization codes by delivery, because the event itself does not store them. */
async function listAuthCodes(db: Db, rows: readonly ListedRow[]): Promise<Map<number, string>> {
  const deliveries = await db
    .select({ n: callbackDeliveries.n, body: callbackDeliveries.body })
    .from(callbackDeliveries)
    .where(
      inArray(
        callbackDeliveries.n,
        rows.map(({ event }) => event.contentN),
      ),
    )
  return new Map(
    deliveries.map(({ n, body }) => [n, valuesByName(parseFields(body)).get('auth_code')?.[0] ?? '']),
  )
}

const fundedWith = (held: readonly HeldAmount[] | null, isCertain: boolean): string | null => {
  const amounts = (held ?? []).filter((amount) => amount.isCertain === isCertain)
  return amounts.length === 0 ? null : exactCents(sumHeld(amounts).amountMinor)
}

const lineOf = (row: ExportedRow) => csvLine(COLUMNS.map(([, cellOf]) => cellOf(row)))

type Cell = string | number | null

/**
 * The same columns for everyone, so that spreadsheets built on the file keep working. Identifiers are exactly as
 * received, so that a batch made from this file names the same sales.
 */
const COLUMNS: readonly [title: string, cellOf: (row: ExportedRow) => Cell][] = [
  ['Number', ({ event }) => event.n],
  ['Received', ({ event }) => event.receivedAt.toISOString()],
  ['Last received', ({ event }) => event.lastReceivedAt.toISOString()],
  ['Deliveries', ({ event }) => event.deliveries],
  ['State', ({ event }) => STATE_LABELS[event.state].label],
  ['Anomalies', ({ event }) => event.anomalies.map((anomaly) => ANOMALY_LABELS[anomaly].label).join('; ')],
  ['Receiver', ({ label }) => label],
  ['Profile ID', ({ event }) => event.profileId],
  ['Merchant ID', ({ event }) => event.merchantId],
  ['Transaction ID', ({ event }) => event.tranId],
  ['Response code', ({ event }) => event.respCode],
  ['Amount as received', ({ event }) => event.amountText],
  ['Amount', ({ event }) => (event.amountMinor === null ? null : exactCents(event.amountMinor))],
  ['Currency', ({ event }) => event.currencyCode],
  ['Transaction date as received', ({ event }) => event.tranDate],
  ['Transaction type', ({ event }) => event.tranType],
  ['Card or account', ({ event }) => event.account],
  ['Invoice number', ({ event }) => event.invoiceNumber],
  ['Client reference', ({ event }) => event.clientRefNumber],
  ['Retrieval reference number', ({ event }) => event.retrievalRefNumber],
  ['Payment page ID', ({ event }) => event.hppTranId],
  ['Funding', ({ event }) => FUNDING_LABELS[event.funding].label],
  ['Batch', ({ batch }) => batch && `B-${batch.number}`],
  ['Payment link', ({ event }) => event.linkN],
  [
    'Amount of the payment link',
    ({ event }) => (event.linkAmountMinor === null ? null : exactCents(event.linkAmountMinor)),
  ],
  ['Funded amount', ({ held }) => fundedWith(held, true)],
  ['Funded amount, outcome unknown', ({ held }) => fundedWith(held, false)],
  [
    'Funded in',
    ({ held }) => [...new Set((held ?? []).map(({ batchNumber }) => `B-${batchNumber}`))].join('; '),
  ],
  ['Authorization code', ({ authCode }) => authCode],
  ['Left to fund', (row) => leftToFund(row)],
  ['Held', ({ event }) => heldWords(event)],
]

const HELD_WORDS: Readonly<Partial<Record<IneligibleReason, string>>> = {
  conflict: 'Conflict',
  'amount-unknown': 'Amount not known',
  'other-currency': 'Other currency',
  'link-amount': 'Not the amount of its payment link',
}

/** The sum of this column is what the page of unfunded sales calls open. */
function leftToFund({ event, held }: ExportedRow): string | null {
  if (held === null) return null
  const amountMinor = openMinor(event)
  return amountMinor === null ? null : exactCents(amountMinor)
}

/** Why an unfunded sale cannot be funded now. */
function heldWords(event: EventRow): string {
  const reason = event.funding === 'unfunded' ? ineligibleReason(event) : null
  return reason === null ? '' : (HELD_WORDS[reason] ?? 'Held')
}
