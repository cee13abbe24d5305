import { and, asc, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Db, DbOrTx, Tx } from '@/lib/db/client'
import { callbackDeliveries, callbackEvents, paymentLinks } from '@/lib/db/schema/callbacks'
import { fundingBatches, fundingLines } from '@/lib/db/schema/funding'
import { redactBody } from '@/lib/domain/callbacks/redact'
import { hasCardNumber } from '@/lib/domain/values/card-number'
import { log } from '@/lib/log'
import { withoutCardsInTexts } from '@/lib/server/applications/store-section'
import { recordAudit } from '@/lib/server/audit'
import { tranIdFingerprint } from '@/lib/server/callbacks/intake/intake'
import { lockClassifier } from '@/lib/server/callbacks/log/classify'
import { lockEvent } from '@/lib/server/callbacks/log/event-lock'
import { markDeliveries } from '@/lib/server/callbacks/log/event-rows'
import { getSale, reread } from '@/lib/server/callbacks/log/reprocess'
import { refreshFunding } from '@/lib/server/sales/funding-status'
import { withoutCardNumbers } from '@/lib/server/sanitize-text'
import type { Services } from '@/lib/server/services'
import { getSetting, storeSetting } from '@/lib/server/settings'

/** One more whenever more is masked than before: everything is then swept once more. */
const SWEEP_VERSION = 1

/** Rows of one transaction: the embedded database answers no one else meanwhile. */
const PAGE = 200

/**
 * Where people and others wrote texts beside the deliveries, before card numbers were masked in all of them. Sealed
 * values, digests and the identifiers of batches are none of these.
 */
const PLACES: readonly Place[] = [
  {
    table: 'callback_events',
    key: ['n', 'bigint'],
    texts: [
      ...[
        'outside_note',
        'settled_note',
        'amount_note',
        'closed_note',
        'invoice_number',
        'client_ref_number',
      ],
      ...['hpp_tran_id', 'amount_text', 'tran_date', 'tran_type', 'resp_code', 'currency_code'],
    ],
  },
  { table: 'callback_forwards', key: ['id', 'uuid'], texts: ['payload'] },
  { table: 'callback_forward_attempts', key: ['id', 'bigint'], texts: ['problem'] },
  { table: 'payment_links', key: ['n', 'bigint'], texts: ['invoice_number', 'reference', 'link'] },
  { table: 'audit_log', key: ['id', 'bigint'], json: ['detail'] },
  { table: 'saved_views', key: ['id', 'uuid'], texts: ['query', 'name'] },
  { table: 'application_sections', key: ["application_id || ' ' || section", 'text'], json: ['data'] },
  { table: 'sent_sections', key: ["application_id || ' ' || section", 'text'], json: ['sent', 'taken'] },
  { table: 'partner_attempts', key: ['id', 'uuid'], texts: ['resolution_note', 'resend_reason'] },
  { table: 'underwriting_cases', key: ['application_id', 'uuid'], texts: ['hand_over_note'] },
  { table: 'underwriting_decisions', key: ['id', 'uuid'], texts: ['note'] },
  { table: 'underwriting_requests', key: ['id', 'uuid'], texts: ['answer_note'], json: ['items'] },
  { table: 'underwriting_notes', key: ['id', 'uuid'], texts: ['text'] },
  {
    table: 'funding_approvals',
    key: ["batch_id || ' ' || content_sha256 || ' ' || \"by\"", 'text'],
    texts: ['note'],
  },
  { table: 'funding_overrides', key: ["batch_id || ' ' || key", 'text'], texts: ['reason'] },
  { table: 'funding_attempts', key: ['id', 'uuid'], texts: ['resolution_note'] },
]

type Place = {
  table: string
  /** By which its rows are gone through, and its type. */
  key: readonly [expression: string, type: 'bigint' | 'uuid' | 'text']
  texts?: readonly string[]
  json?: readonly string[]
}

/** How far it is: `step` 0 are the deliveries, the others the places in their order; `after` is the last row's key. */
const progressSchema = z.object({
  version: z.int(),
  step: z.int(),
  after: z.string(),
  masked: z.record(z.string(), z.int()),
  isDone: z.boolean(),
})
type Progress = z.output<typeof progressSchema>

const START: Progress = { version: SWEEP_VERSION, step: 0, after: '', masked: {}, isDone: false }

/**
 * Masks card numbers and security codes in what was kept before the desk masked them everywhere (decision 0015). A page
 * of rows at a time, each with how far it is in its own transaction: stopped at any point it goes on from there, two
 * instances take turns, and once it is through it is never begun again. By the owner of the tables, since no other role
 * may change a row of the audit log.
 */
export async function sweepCardNumbers(
  services: Services,
  { asOwner }: Pick<Database, 'asOwner'>,
): Promise<void> {
  if ((await readProgress(services.db)).isDone) return
  await asOwner(async (db) => {
    for (;;) {
      const { isDone } = await db.transaction((tx) => sweepPage(services, tx))
      if (isDone || services.jobs.isStopping()) return
    }
  })
}

/** The audit log alone, by its owner, before another role is to run the desk on it. */
export async function sweepAuditLog(db: Db): Promise<number> {
  const place = PLACES.find(({ table }) => table === 'audit_log')
  let masked = 0
  for (let after = ''; place; ) {
    const page = await db.transaction((tx) => sweepPlace(tx, place, after))
    masked += page.masked
    if (page.last === null) break
    after = page.last
  }
  return masked
}

async function readProgress(db: DbOrTx): Promise<Progress> {
  const stored = progressSchema.safeParse(await getSetting(db, 'card-number-sweep'))
  return stored.success && stored.data.version === SWEEP_VERSION ? stored.data : START
}

/** Any number that no other lock of the desk has. */
const SWEEP_LOCK = 7_239_401_141

async function sweepPage(services: Services, tx: Tx): Promise<Progress> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SWEEP_LOCK})`)
  const before = await readProgress(tx)
  if (before.isDone) return before
  const swept = PLACES[before.step - 1]
  const page = swept
    ? await sweepPlace(tx, swept, before.after)
    : await sweepDeliveries(services, tx, before.after)
  const name = swept?.table ?? 'callback_deliveries'
  const masked =
    page.masked > 0 ? { ...before.masked, [name]: (before.masked[name] ?? 0) + page.masked } : before.masked
  const isLastStep = before.step === PLACES.length
  const after: Progress =
    page.last !== null
      ? { ...before, after: page.last, masked }
      : { ...before, step: before.step + 1, after: '', masked, isDone: isLastStep }
  await storeSetting(tx, 'card-number-sweep', after)
  if (after.isDone && Object.keys(masked).length > 0) {
    log.warn({ masked }, 'card numbers that were kept before were masked')
    await recordAudit(tx, {
      at: services.now(),
      actorId: null,
      action: 'card-numbers-masked',
      subject: ['setting', 'card-number-sweep'],
      requestId: 'job',
      detail: { rows: masked },
    })
  }
  return after
}

/** How many rows were masked, and the key of the last one that was looked at; null where none are left. */
type Page = { masked: number; last: string | null }

async function sweepDeliveries(services: Services, tx: Tx, after: string): Promise<Page> {
  await lockClassifier(tx)
  const deliveries = await tx
    .select({ ...DELIVERY, eventN: callbackDeliveries.eventN, tranId: callbackEvents.tranId })
    .from(callbackDeliveries)
    .leftJoin(callbackEvents, eq(callbackEvents.n, callbackDeliveries.eventN))
    .where(gt(callbackDeliveries.n, Number(after)))
    .orderBy(asc(callbackDeliveries.n))
    .limit(PAGE)
  const events = new Map<number, string | null>()
  let masked = 0
  for (const { eventN, tranId, ...delivery } of deliveries) {
    if (redactBody(delivery.body).redactions.length === 0) continue
    if (eventN === null) masked += await maskDelivery(services, tx, delivery, false)
    else events.set(eventN, tranId)
  }
  for (const [eventN, tranId] of events) masked += await maskEvent(services, tx, eventN, tranId)
  return { masked, last: deliveries.length < PAGE ? null : String(deliveries.at(-1)?.n) }
}

const DELIVERY = {
  n: callbackDeliveries.n,
  body: callbackDeliveries.body,
  redactions: callbackDeliveries.redactions,
}
type Delivery = Pick<typeof callbackDeliveries.$inferSelect, keyof typeof DELIVERY>

/** How many it were: 0 or 1. */
async function maskDelivery(
  services: Services,
  tx: Tx,
  delivery: Delivery,
  keepsTranId: boolean,
): Promise<number> {
  const { body, redactions } = redactBody(delivery.body, {
    fingerprint: tranIdFingerprint(services.sealer),
    keepsTranId,
  })
  if (redactions.length === 0) return 0
  await tx
    .update(callbackDeliveries)
    .set({ body, redactions: [...new Set([...delivery.redactions, ...redactions])] })
    .where(eq(callbackDeliveries.n, delivery.n))
  return 1
}

/** All deliveries of an event at once, so that no repeat looks like another content; then the event is made of them. */
async function maskEvent(services: Services, tx: Tx, eventN: number, tranId: string | null): Promise<number> {
  const keepsTranId = tranId !== null && hasCardNumber(tranId) && (await isNamedByBatch(tx, tranId))
  let masked = 0
  let after = 0
  for (;;) {
    const deliveries: Delivery[] = await tx
      .select(DELIVERY)
      .from(callbackDeliveries)
      .where(and(eq(callbackDeliveries.eventN, eventN), gt(callbackDeliveries.n, after)))
      .orderBy(asc(callbackDeliveries.n))
      .limit(PAGE)
    for (const delivery of deliveries) masked += await maskDelivery(services, tx, delivery, keepsTranId)
    if (deliveries.length < PAGE) break
    after = deliveries.at(-1)?.n ?? after
  }
  if (masked === 0) return 0
  const event = await lockEvent(tx, eventN)
  const { columns, classified } = await reread(tx, event)
  const taken = await getSale(tx, event, columns)
  // Masked, it would be another event that came since: it stays one of its own, told apart by its number.
  const own =
    taken === null || taken === eventN
      ? columns
      : {
          ...columns,
          tranId: columns.tranId && `${columns.tranId}-${eventN}`,
          contentSha256: `${columns.contentSha256}-${eventN}`,
        }
  await markDeliveries(tx, classified)
  await tx.update(callbackEvents).set(own).where(eq(callbackEvents.n, eventN))
  await refreshFunding(tx, { events: [eventN] })
  return masked
}

/** A batch names it: to the partner it is a transaction, and the batch must find its sale. */
async function isNamedByBatch(tx: Tx, tranId: string): Promise<boolean> {
  const [line] = await tx
    .select({ row: fundingLines.row })
    .from(fundingLines)
    .innerJoin(fundingBatches, eq(fundingBatches.id, fundingLines.batchId))
    .where(and(eq(fundingLines.transactionId, tranId), ne(fundingBatches.status, 'discarded')))
    .limit(1)
  return line !== undefined
}

/** What could be a card number: PostgreSQL leaves out the others before anything is read. */
const CANDIDATE = String.raw`\d([^[:alnum:]]{0,8}\d){12}`

async function sweepPlace(tx: Tx, place: Place, after: string): Promise<Page> {
  const { table, texts = [], json = [] } = place
  const [key, type] = [sql.raw(`(${place.key[0]})`), sql.raw(place.key[1])]
  const name = sql.identifier(table)
  const columns = [...texts, ...json]
  // To lock a row is to be able to change it.
  const mayChange = table !== 'audit_log' || (await mayChangeAuditLog(tx))
  const { rows } = await tx.execute<{ key: string } & Record<string, unknown>>(sql`
    select ${key}::text as key, ${list(columns.map((column) => sql.identifier(column)))} from ${name}
    where ${after === '' ? sql`true` : sql`${key} > ${after}::${type}`} and (${anyMatches(columns)})
    order by ${key} limit ${sql.raw(String(PAGE))} ${sql.raw(mayChange ? 'for update' : '')}`)
  let masked = 0
  for (const row of rows) {
    const changes: SQL[] = []
    for (const column of columns) {
      const value = row[column]
      const cut = await maskValue(tx, table, column, value, row.key)
      if (JSON.stringify(cut) === JSON.stringify(value)) continue
      const given = json.includes(column) ? sql`${JSON.stringify(cut)}::jsonb` : sql`${cut}`
      changes.push(sql`${sql.identifier(column)} = ${given}`)
    }
    if (changes.length === 0) continue
    masked += 1
    if (!mayChange)
      throw new Error(
        'The audit log holds card numbers of an earlier version, which this role may not mask: run npm run db:grant with the DATABASE_URL of the owner.',
      )
    // The one change that its trigger lets through, as long as the row was never sealed.
    if (table === 'audit_log') await tx.execute(sql`set local desk.masks_card_numbers = 'on'`)
    await tx.execute(sql`update ${name} set ${list(changes)} where ${key} = ${row.key}::${type}`)
  }
  return { masked, last: rows.length < PAGE ? null : (rows.at(-1)?.key ?? null) }
}

async function mayChangeAuditLog(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ may: boolean }>(
    sql`select has_table_privilege('audit_log', 'update') as may`,
  )
  return rows[0]?.may ?? false
}

async function maskValue(
  tx: Tx,
  table: string,
  column: string,
  value: unknown,
  key: string,
): Promise<unknown> {
  if (value === null) return value
  switch (`${table}.${column}`) {
    case 'payment_links.link':
      return maskLink(String(value))
    case 'payment_links.reference':
      return maskReference(tx, String(value), key)
    // Sealed values stand in them, and numbers that the partner gave.
    case 'application_sections.data':
    case 'sent_sections.sent':
    case 'sent_sections.taken':
      return withoutCardsInTexts(value)
    default:
      return withoutCardNumbers(value)
  }
}

/** A reference is used once, and several may look alike when they are masked. */
async function maskReference(tx: Tx, reference: string, key: string): Promise<string> {
  const cut = withoutCardNumbers(reference)
  if (cut === reference) return reference
  const [other] = await tx
    .select({ n: paymentLinks.n })
    .from(paymentLinks)
    .where(eq(paymentLinks.reference, cut))
    .limit(1)
  return other ? `${cut}-${key}` : cut
}

const list = (parts: readonly (SQL | ReturnType<typeof sql.identifier>)[]): SQL =>
  sql.join(
    parts.map((part) => sql`${part}`),
    sql`, `,
  )

const anyMatches = (columns: readonly string[]): SQL =>
  sql.join(
    columns.map((column) => sql`${sql.identifier(column)}::text ~ ${CANDIDATE}`),
    sql` or `,
  )

/** An address with its query's values masked, which stand in it encoded. */
function maskLink(link: string): string {
  const url = new URL(link)
  let isMasked = false
  for (const [name, value] of [...url.searchParams]) {
    const cut = withoutCardNumbers(value)
    if (cut === value) continue
    url.searchParams.set(name, cut)
    isMasked = true
  }
  return isMasked ? url.href : link
}
