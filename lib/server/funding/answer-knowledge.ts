import { z } from 'zod'
import type { MoneyKnowledge } from '@/lib/domain/funding/check-money'
import { MAX_LINES } from '@/lib/domain/funding/limits'
import { DeskError } from '@/lib/errors'
import { parseSent, readJson } from '@/lib/server/route'
import type { Ctx } from '@/lib/server/services'
import { sanitizeLine } from './data'
import { loadMoneyKnowledge } from './money-knowledge'
import { findProfile } from './profiles'

/** No identifier that the desk knows is longer. */
const cell = z.string().max(255)

const schema = z.strictObject({
  profileId: z.string().max(60),
  /**
   * Each transaction once: its ID, its reference number ('' if missing), its cents, and the indexes of its merchants
   * in `merchants`. The last two help to find the sale that a mistyped ID was meant for.
   */
  transactions: z
    .array(
      z.tuple([
        cell,
        cell,
        z.int().min(0).optional(),
        z.array(z.int().min(0).max(MAX_LINES)).max(MAX_LINES).optional(),
      ]),
    )
    .max(MAX_LINES),
  /** Each merchant ID once. */
  merchants: z.array(cell).max(MAX_LINES),
})

/** Room for the identifiers of the largest batch, as JSON. */
const MAX_JSON_BYTES = 24 * 1024 * 1024

/**
 * What the desk knows about lines that are not stored yet, so that the browser can check them before there is a
 * draft.
 */
export async function answerKnowledge(ctx: Ctx, request: Request): Promise<MoneyKnowledge> {
  const { profileId, transactions, merchants } = parseSent(schema, await readJson(request, MAX_JSON_BYTES))
  const profile = findProfile(ctx, profileId)
  if (!profile) throw new DeskError('invalid', 'Choose one of the funding profiles.')
  const named = { row: 0, transactionId: '', retrievalReferenceNumber: '', merchantId: '', amount: '' }
  const paid = transactions.reduce((count, [, , , places = []]) => count + places.length, 0)
  if (paid > MAX_LINES) throw new DeskError('invalid')
  const given = new Map<string, number>()
  const lines = [
    ...transactions.flatMap(([transactionId, retrievalReferenceNumber, cents, places = []]) => {
      const line = sanitizeLine({ ...named, transactionId, retrievalReferenceNumber })
      if (cents) given.set(line.transactionId, (given.get(line.transactionId) ?? 0) + cents)
      return places.length === 0
        ? [line]
        : places.map((place) => sanitizeLine({ ...line, merchantId: merchants[place] ?? '' }))
    }),
    ...merchants.map((merchantId) => sanitizeLine({ ...named, merchantId })),
  ]
  const batch = { profileId, batchId: null, parentId: null, purpose: 'new' as const }
  return loadMoneyKnowledge(ctx.db, { batch, lines, terms: profile, given })
}
