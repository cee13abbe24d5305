import { z } from 'zod'
import { accepted, NOT_FOUND, refused } from '../call'
import { buildCallbackEvent, type EventFields } from '../callback-event'
import { encodeFields, listCallbacks, queueCallbacks } from '../callbacks'
import { findProfile } from '../profiles'
import { newHppTranId, newNumbers, randomDigits } from '../sales'
import { APPROVED_CREDIT } from '../test-cards'
import { type ControlSet, control } from './control'

/** `fields` are sent exactly as given, except null ones. Without `fields` the sandbox makes up an event. */
const sendSchema = z.strictObject({
  profileId: z.string(),
  times: z.int().min(1).max(1_000).default(1),
  fields: z.record(z.string(), z.string().nullable()).optional(),
})

const listQuery = z.object({
  since: z.coerce.number().int().min(0).default(0),
  last: z.coerce.number().int().min(1).max(1_000).optional(),
})

export const CALLBACK_CONTROLS: readonly ControlSet[] = [
  {
    path: /^\/callbacks$/,
    methods: {
      GET: control({
        query: listQuery,
        run: async ({ tx, query }) => accepted(await listCallbacks(tx, query)),
      }),
      POST: control({
        body: sendSchema,
        run: async ({ tx, body: { profileId, times, fields }, now }) => {
          if (!(await findProfile(tx, profileId))) return refused(404, NOT_FOUND)
          const body = encodeFields(fields ? withoutNull(fields) : madeUpEvent(now))
          return accepted({
            queued: times,
            first: await queueCallbacks(tx, { profileId, body, at: now, times }),
          })
        },
      }),
    },
  },
]

const withoutNull = (fields: Record<string, string | null>): EventFields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )

/** An approved sale with every field, as the hosted page would send it. It has no transaction that can be funded. */
const madeUpEvent = (now: Date): EventFields =>
  buildCallbackEvent({
    ...newNumbers(),
    hppTranId: newHppTranId(),
    card: APPROVED_CREDIT,
    amountMinor: 12_500,
    at: now,
    authCode: randomDigits(6),
    expDate: `12${String(now.getUTCFullYear() + 2).slice(-2)}`,
    billingAddress: '12 Example Street',
    billingZip: '43004',
    invoiceNumber: `INV-${randomDigits(6)}`,
    clientReferenceNumber: `REF-${randomDigits(6)}`,
  })
