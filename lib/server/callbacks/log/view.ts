import { and, asc, desc, eq, getTableColumns, inArray, ne, notLike, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { callbackDeliveries, callbackEvents } from '@/lib/db/schema/callbacks'
import { auditLog } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { can } from '@/lib/domain/access/permissions'
import { contentDifferences, type FormFields, RECEIVER_MERCHANT } from '@/lib/domain/callbacks/content'
import { whyAmountStands, whyNoSale, whySaleStands } from '@/lib/domain/callbacks/event-state'
import { APPROVED_RESP_CODE, explainField } from '@/lib/domain/callbacks/fields'
import { parseFields } from '@/lib/domain/callbacks/read-callback'
import { DeskError } from '@/lib/errors'
import { listForwards } from '@/lib/server/callbacks/forwarding/forwards'
import { type HeldAmount, listHeldAmounts } from '@/lib/server/sales/held-amounts'
import { listSaleBatches } from '@/lib/server/sales/sale-batches'
import type { Ctx } from '@/lib/server/services'
import { maySetAmount, typeQuestion } from './decisions'
import { STORED } from './event-lock'
import type { EventRow } from './event-rows'
import { isPaymentOf } from './known-links'
import { selectListed, toListItem, withRefusals } from './list'
import type { CallbackEventView, DeliveryView } from './views'

/** The most deliveries and bytes shown; one body can have 64 KB. */
const SHOWN_DELIVERIES = 100
const SHOWN_BYTES = 512 * 1024

/** The most contents of a conflict that are compared. */
const COMPARED_CONTENTS = 20

/** Everything that an event's page shows. Throws `not-found`. */
export async function viewCallback(ctx: Ctx, n: number): Promise<CallbackEventView> {
  const { db } = ctx
  const [row] = await selectListed(db).where(sql`callback_events.n = ${n}`)
  if (!row) throw new DeskError('not-found')
  const { event } = row
  const firsts = await listFirsts(db, n)
  const [deliveries, differences, batches, held, people, forwards, history, alsoPaid] = await Promise.all([
    listDeliveries(db, event, firsts),
    listDifferences(db, event, firsts),
    listSaleBatches(db, event),
    can(ctx.actor.roles, 'funding:read') ? listHeld(db, event) : null,
    listPeople(db, [event.outsideBy, event.resolvedBy, event.amountBy, event.saleBy, event.closedBy]),
    listForwards(db, n),
    listHistory(db, n),
    listAlsoPaid(db, event),
  ])
  const seesMoney = can(ctx.actor.roles, 'funding:read')
  const [item = toListItem(row)] = await withRefusals(ctx, [toListItem(row)])
  const said = (by: string | null, at: Date | null, note: string | null) =>
    at === null ? null : { by: people.get(by ?? '') ?? '', at: at.toISOString(), note: note ?? '' }
  return {
    ...item,
    leftMinor: seesMoney ? event.leftMinor : null,
    tranDate: event.tranDate,
    tranType: event.tranType,
    deliveryList: deliveries,
    differences,
    batches,
    held,
    outside: said(event.outsideBy, event.outsideAt, event.outsideNote),
    resolved: said(event.resolvedBy, event.resolvedAt, event.resolvedNote),
    amountSet: said(event.amountBy, event.amountAt, event.amountNote),
    whyAmountStands: whyAmountStands({ ...event, reportedMinor: reportedMinor(event), batches }),
    countedAsSale: said(event.saleBy, event.saleAt, event.saleNote),
    mayCountAsSale: maySetAmount(ctx) && whyNoSale(typeQuestion(event)) === null,
    mayTakeBackSale: maySetAmount(ctx) && whySaleStands(typeQuestion(event)) === null,
    closed: said(event.closedBy, event.closedAt, event.closedNote),
    version: event.version,
    forwards,
    history,
    alsoPaid,
    mayFund: can(ctx.actor.roles, 'funding:write'),
    mayReprocess: can(ctx.actor.roles, 'callbacks:reprocess'),
    maySetAmount: maySetAmount(ctx),
  }
}

/** The partner's own amount if it was clear; null if a person set the amount. */
const reportedMinor = ({ amountMinor, resolvedAmountMinor }: EventRow): number | null =>
  resolvedAmountMinor !== null && amountMinor === resolvedAmountMinor ? null : amountMinor

/** How many are shown, plus one that tells that there are more. */
const ALSO_PAID = 4

/**
 * Other approved sales of the same payment link, because someone may have paid twice. None for an event that is not
 * an approved sale.
 */
async function listAlsoPaid(
  db: DbOrTx,
  { n, linkN, respCode }: EventRow,
): Promise<{ n: number; tranId: string }[]> {
  if (linkN === null || respCode !== APPROVED_RESP_CODE) return []
  const rows = await db
    .select({ n: callbackEvents.n, tranId: callbackEvents.tranId })
    .from(callbackEvents)
    .where(and(isPaymentOf([linkN]), ne(callbackEvents.n, n)))
    .orderBy(desc(callbackEvents.n))
    .limit(ALSO_PAID)
  return rows.map((row) => ({ n: row.n, tranId: row.tranId ?? '' }))
}

/** The first delivery of each content, in order. */
async function listFirsts(db: DbOrTx, n: number): Promise<number[]> {
  const rows = await db
    .select({ n: callbackDeliveries.n })
    .from(callbackDeliveries)
    .where(and(eq(callbackDeliveries.eventN, n), sql`kind <> 'repeat'`))
    .orderBy(asc(callbackDeliveries.n))
    .limit(COMPARED_CONTENTS)
  return rows.map((row) => row.n)
}

/** The latest deliveries, latest first, and always the first one of each content and the one that counts. */
async function listDeliveries(
  db: DbOrTx,
  event: EventRow,
  firsts: readonly number[],
): Promise<DeliveryView[]> {
  const { n, contentN } = event
  const { rows } = await db.execute<{ n: string }>(sql`
    select n from (
      select n, sum(octet_length(body)) over (order by n desc) as bytes from (
        select n, body from ${callbackDeliveries} where event_n = ${n} order by n desc limit ${SHOWN_DELIVERIES}
      ) latest
    ) sized
    where bytes <= ${SHOWN_BYTES}`)
  const shown = [...new Set([...rows.map((row) => Number(row.n)), ...firsts, contentN])]
  const deliveries = await db
    .select({ ...getTableColumns(callbackDeliveries), merchantId: STORED.merchantId })
    .from(callbackDeliveries)
    .where(inArray(callbackDeliveries.n, shown))
    .orderBy(desc(callbackDeliveries.n))
  return deliveries.map((delivery) => ({
    n: delivery.n,
    receivedAt: delivery.receivedAt.toISOString(),
    address: delivery.address,
    kind: delivery.kind,
    redactions: delivery.redactions,
    stands: stands(event, delivery),
    body: new TextDecoder().decode(delivery.body),
    fields: parseFields(delivery.body).map(([name, text]) => ({ name, text, ...explainField(name, text) })),
  }))
}

/** Whether the delivery has the content that counts, from a receiver whose merchant does not contradict the event's. */
const stands = (
  event: EventRow,
  { contentSha256, merchantId }: { contentSha256: string | null; merchantId: string },
): boolean =>
  contentSha256 === event.contentSha256 &&
  (merchantId === '' || event.merchantId === '' || merchantId === event.merchantId)

/** Compares the first delivery of each content; empty if there is only one content. */
async function listDifferences(
  db: DbOrTx,
  event: EventRow,
  firsts: readonly number[],
): Promise<CallbackEventView['differences']> {
  if (firsts.length < 2) return []
  const deliveries = await db
    .select({ ...STORED, contentSha256: callbackDeliveries.contentSha256 })
    .from(callbackDeliveries)
    .where(inArray(callbackDeliveries.n, [...firsts]))
    .orderBy(asc(callbackDeliveries.n))
  const merchantOf = (delivery: (typeof deliveries)[number]) =>
    delivery.merchantId || (stands(event, delivery) && event.merchantId) || 'None named'
  const contents = deliveries.map(
    (delivery): FormFields => [...parseFields(delivery.body), [RECEIVER_MERCHANT, merchantOf(delivery)]],
  )
  return contentDifferences(contents).map(({ name, texts }) => ({
    name,
    texts: deliveries.map((delivery, place) => ({ n: delivery.n, text: texts[place] ?? null })),
  }))
}

/** What the partner holds for the sale, largest amount first. */
async function listHeld(
  db: DbOrTx,
  { profileId, tranId, retrievalRefNumber }: EventRow,
): Promise<HeldAmount[]> {
  if (tranId === null) return []
  const names = [{ key: tranId, id: tranId, reference: retrievalRefNumber }]
  const held = (await listHeldAmounts(db, names, { profileId })).get(tranId) ?? []
  return held.sort((a, b) => b.amountMinor - a.amountMinor)
}

async function listPeople(db: DbOrTx, ids: readonly (string | null)[]): Promise<Map<string, string>> {
  const asked = ids.filter((id) => id !== null)
  if (asked.length === 0) return new Map()
  const rows = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, asked))
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The latest entries of the audit log; no one reads more. */
async function listHistory(db: DbOrTx, n: number): Promise<CallbackEventView['history']> {
  const rows = await db
    .select({ at: auditLog.at, by: users.name, action: auditLog.action, detail: auditLog.detail })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(
      and(
        eq(auditLog.subjectType, 'callback'),
        eq(auditLog.subjectId, String(n)),
        notLike(auditLog.action, 'comment-%'),
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(200)
  return rows.map(({ at, by, action, detail: { note, amountMinor } }) => ({
    at: at.toISOString(),
    by,
    action,
    note: typeof note === 'string' ? note : null,
    amountMinor: amountNow(amountMinor),
  }))
}

const AMOUNT_DETAIL = z.object({ to: z.int().nullable() })

/** The amount in cents that an entry set; null if it set none. */
const amountNow = (detail: unknown): number | null => AMOUNT_DETAIL.safeParse(detail).data?.to ?? null
