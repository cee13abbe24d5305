import { randomBytes } from 'node:crypto'
import { asc, eq, inArray } from 'drizzle-orm'
import {
  callbackDeliveries,
  callbackEvents,
  callbackKeys,
  callbackReceivers,
} from '@/lib/db/schema/callbacks'
import type { Redaction } from '@/lib/domain/callbacks/event'
import { classifyWaiting } from '@/lib/server/callbacks/log/classify'
import type { Ctx, Services } from '@/lib/server/services'

/** A stored receiver with one active key; `key` is the secret in its address. */
export type SeededReceiver = {
  receiverId: string
  keyId: string
  key: string
  profileId: string
  merchantId: string
}

export type EventRow = typeof callbackEvents.$inferSelect
export type DeliveryRow = typeof callbackDeliveries.$inferSelect

/** A receiver of the whole first profile of the sandbox by default. */
export async function seedReceiver(
  { db, sealer, actor, now }: Ctx,
  fields: { profileId?: string; merchantId?: string; label?: string; key?: string; allowed?: string[] } = {},
): Promise<SeededReceiver> {
  const { profileId = '941000000001', merchantId = '', allowed = [] } = fields
  const key = fields.key ?? randomBytes(24).toString('base64url')
  const made = { createdBy: actor.id, createdAt: now() }
  const [receiver] = await db
    .insert(callbackReceivers)
    .values({ label: fields.label ?? 'Main', profileId, merchantId, allowed, ...made })
    .returning({ id: callbackReceivers.id })
  if (!receiver) throw new Error('A receiver was not stored.')
  const [stored] = await db
    .insert(callbackKeys)
    .values({
      receiverId: receiver.id,
      fingerprint: sealer.fingerprint('callback-key', key),
      lastFour: key.slice(-4),
      ...made,
    })
    .returning({ id: callbackKeys.id })
  if (!stored) throw new Error('A key was not stored.')
  return { receiverId: receiver.id, keyId: stored.id, key, profileId, merchantId }
}

export type CallbackFields = Readonly<Record<string, string>>

/** The fields of an approved sale in order (interface, "Events"); one that is given empty is left out. */
export const saleFields = (fields: CallbackFields = {}): CallbackFields =>
  Object.fromEntries(
    Object.entries({
      resp_code: '000',
      resp_text: 'APPROVED',
      tran_id: 'SBX-C-000001',
      tran_amount: '125.00',
      tran_date: '11/20/2026 03:04:05 PM',
      auth_code: '012345',
      invoice_number: 'INV-1',
      client_ref_number: 'REF-1',
      acct_number: '************1111',
      exp_date: '1228',
      currency_code: '840',
      tran_type: 'SALE',
      retrieval_ref_number: '700000000001',
      ...fields,
    }).filter(([, text]) => text !== ''),
  )

/** What is posted: fields to be encoded as a form, or bytes as they are. */
export type CallbackBody = CallbackFields | Uint8Array | string

const bytesOf = (body: CallbackBody): Uint8Array =>
  body instanceof Uint8Array
    ? body
    : new TextEncoder().encode(typeof body === 'string' ? body : new URLSearchParams(body).toString())

type Posting = { receivedAt?: Date; address?: string; redactions?: Redaction[] }

/** Stores these as the intake does, in their order, without classifying them; returns their numbers. */
export async function storeDeliveries(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { keyId }: Pick<SeededReceiver, 'keyId'>,
  bodies: readonly CallbackBody[],
  { receivedAt = now(), address = '203.0.113.7', redactions = [] }: Posting = {},
): Promise<number[]> {
  if (bodies.length === 0) return []
  const rows = await db
    .insert(callbackDeliveries)
    .values(bodies.map((body) => ({ keyId, receivedAt, address, body: bytesOf(body), redactions })))
    .returning({ n: callbackDeliveries.n })
  return rows.map(({ n }) => n).sort((a, b) => a - b)
}

/** Stores these and classifies all that wait; returns their events, by number. */
export async function postCallbacks(
  services: Services,
  receiver: Pick<SeededReceiver, 'keyId'>,
  bodies: readonly CallbackBody[],
  posting: Posting = {},
): Promise<EventRow[]> {
  const stored = await storeDeliveries(services, receiver, bodies, posting)
  await classifyAll(services)
  const numbers = services.db
    .select({ n: callbackDeliveries.eventN })
    .from(callbackDeliveries)
    .where(inArray(callbackDeliveries.n, stored))
  return services.db
    .select()
    .from(callbackEvents)
    .where(inArray(callbackEvents.n, numbers))
    .orderBy(asc(callbackEvents.n))
}

/** Classifies until nothing waits. */
export async function classifyAll(services: Services): Promise<void> {
  while ((await classifyWaiting(services)) > 0);
}

export async function requireEvent({ db }: Pick<Services, 'db'>, n: number): Promise<EventRow> {
  const [event] = await db.select().from(callbackEvents).where(eq(callbackEvents.n, n))
  if (!event) throw new Error(`There is no event ${n}.`)
  return event
}

/** By their numbers. */
export const listDeliveries = ({ db }: Pick<Services, 'db'>): Promise<DeliveryRow[]> =>
  db.select().from(callbackDeliveries).orderBy(asc(callbackDeliveries.n))

/** By their numbers. */
export const listEvents = ({ db }: Pick<Services, 'db'>): Promise<EventRow[]> =>
  db.select().from(callbackEvents).orderBy(asc(callbackEvents.n))
