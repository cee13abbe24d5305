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

/** As many deliveries as anybody reads, and bytes of them: one body may have 64 KB. */
const SHOWN_DELIVERIES = 100
const SHOWN_BYTES = 512 * 1024

/** Contents of a conflict that are compared. */
const COMPARED_CONTENTS = 20

/** Everything that the page of an event shows. Throws `not-found`. */
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
  const [item = toListItem(row)] = await withRefusals(db, [toListItem(row)])
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

/** What the partner said, where that was clear: an amount that a person set is not it. */
const reportedMinor = ({ amountMinor, resolvedAmountMinor }: EventRow): number | null =>
  resolvedAmountMinor !== null && amountMinor === resolvedAmountMinor ? null : amountMinor

/** As many as anybody looks at, and one that says that there are more. */
const ALSO_PAID = 4

/** Somebody may have paid twice: the others of its payment link; none of what is no approved sale itself. */
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

/** The first delivery of each content, in their order. */
async function listFirsts(db: DbOrTx, n: number): Promise<number[]> {
  const rows = await db
    .select({ n: callbackDeliveries.n })
    .from(callbackDeliveries)
    .where(and(eq(callbackDeliveries.eventN, n), sql`kind <> 'repeat'`))
    .orderBy(asc(callbackDeliveries.n))
    .limit(COMPARED_CONTENTS)
  return rows.map((row) => row.n)
}

/** Latest first; among them in any case the first of each content, and the one whose content stands. */
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

/** Whether it says what stands, of a merchant whose sale it may be. */
const stands = (
  event: EventRow,
  { contentSha256, merchantId }: { contentSha256: string | null; merchantId: string },
): boolean =>
  contentSha256 === event.contentSha256 &&
  (merchantId === '' || event.merchantId === '' || merchantId === event.merchantId)

/** Compared is the first delivery of each content; where there is one content there is nothing to compare. */
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

/** What the partner holds for it, the largest amount first. */
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

/** Latest first, from the audit log; as much as anybody reads. */
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

/** What an entry says that the amount is from then on (cents); null where it says nothing of it. */
const amountNow = (detail: unknown): number | null => AMOUNT_DETAIL.safeParse(detail).data?.to ?? null
