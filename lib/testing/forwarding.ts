import { eq } from 'drizzle-orm'
import { callbackEvents, callbackForwards } from '@/lib/db/schema/callbacks'
import type { ForwardType } from '@/lib/domain/callbacks/forward'
import { addEndpoint, switchEndpoint } from '@/lib/server/callbacks/forwarding/endpoints'
import { forwardCallback } from '@/lib/server/callbacks/forwarding/forward-job'
import type { PostWays } from '@/lib/server/callbacks/forwarding/forward-post'
import { recordForwards } from '@/lib/server/callbacks/forwarding/forwards'
import type { Ctx, Services } from '@/lib/server/services'
import { type CallbackFields, type SeededReceiver, saleFields, storeDeliveries } from './callbacks'

/** An endpoint at this address that is on, and what its messages are signed with. */
export async function seedEndpoint(
  ctx: Ctx,
  { url, label = 'Our ERP', innerAllowed = true }: { url: string; label?: string; innerAllowed?: boolean },
): Promise<{ endpointId: string; secret: string }> {
  const endpointId = crypto.randomUUID()
  const added = await addEndpoint(ctx, { endpointId, label, url, innerAllowed })
  if (!added.ok || added.secret === null) throw new Error('An endpoint was not stored.')
  await switchEndpoint(ctx, { endpointId, active: true })
  return { endpointId, secret: added.secret }
}

/** A sale as it is stored once it is classified, with its delivery; its number. */
export async function seedEvent(
  services: Services,
  receiver: SeededReceiver,
  fields: CallbackFields = {},
): Promise<number> {
  const given = saleFields(fields)
  const [n] = await storeDeliveries(services, receiver, [given])
  if (n === undefined) throw new Error('A delivery was not stored.')
  const receivedAt = services.now()
  await services.db.insert(callbackEvents).values({
    n,
    receivedAt,
    lastReceivedAt: receivedAt,
    deliveries: 1,
    profileId: receiver.profileId,
    merchantId: receiver.merchantId,
    tranId: given.tran_id ?? null,
    contentN: n,
    contentSha256: String(n),
    state: 'approved',
    anomalies: [],
    respCode: '000',
    amountText: given.tran_amount ?? '',
    amountMinor: 12_500,
    currencyCode: '840',
    tranDate: given.tran_date ?? '',
    tranType: 'SALE',
    account: given.acct_number ?? '',
    invoiceNumber: given.invoice_number ?? '',
    clientRefNumber: given.client_ref_number ?? '',
    retrievalRefNumber: given.retrieval_ref_number ?? '',
    hppTranId: given.hpp_tran_id ?? '',
    identifiers: [],
    funding: 'unfunded',
  })
  return n
}

/** Puts up the messages of an event as its classification does; their ids. */
export const putUp = (
  services: Services,
  n: number,
  type: ForwardType = 'callback.received',
): Promise<string[]> => services.db.transaction((tx) => recordForwards(tx, services, [{ n, type }]))

/** One run of the job; why it is to be tried again, in words, or null. */
export async function tryOnce(
  services: Services,
  forwardId: string,
  { last = false, ways }: { last?: boolean; ways?: PostWays } = {},
): Promise<string | null> {
  try {
    await forwardCallback(services, { forwardId }, last, ways)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

export async function requireForward(services: Services, forwardId: string) {
  const [forward] = await services.db
    .select()
    .from(callbackForwards)
    .where(eq(callbackForwards.id, forwardId))
  if (!forward) throw new Error(`There is no message ${forwardId}.`)
  return forward
}
