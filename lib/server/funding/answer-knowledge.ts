import { z } from 'zod'
import type { MoneyKnowledge } from '@/lib/domain/funding/check-money'
import { MAX_LINES } from '@/lib/domain/funding/limits'
import { DeskError } from '@/lib/errors'
import { parseSent, readJson } from '@/lib/server/route'
import type { Ctx } from '@/lib/server/services'
import { sanitizeLine } from './data'
import { loadMoneyKnowledge } from './money-knowledge'
import { findProfile } from './profiles'

/** Longer cells name nothing that the desk knows. */
const cell = z.string().max(255)

const schema = z.strictObject({
  profileId: z.string().max(60),
  /** Each transaction once: its id, its reference number; '' for one that it does not have. */
  transactions: z.array(z.tuple([cell, cell])).max(MAX_LINES),
  /** Each merchant id once. */
  merchants: z.array(cell).max(MAX_LINES),
})

/** Every name of the largest batch, as JSON. */
const MAX_JSON_BYTES = 24 * 1024 * 1024

/** What the desk knows of lines that are not stored yet, so that the browser can check them before there is a draft. */
export async function answerKnowledge(ctx: Ctx, request: Request): Promise<MoneyKnowledge> {
  const { profileId, transactions, merchants } = parseSent(schema, await readJson(request, MAX_JSON_BYTES))
  const profile = findProfile(ctx, profileId)
  if (!profile) throw new DeskError('invalid', 'Choose one of the funding profiles.')
  const named = { row: 0, transactionId: '', retrievalReferenceNumber: '', merchantId: '', amount: '' }
  const lines = [
    ...transactions.map(([transactionId, retrievalReferenceNumber]) =>
      sanitizeLine({ ...named, transactionId, retrievalReferenceNumber }),
    ),
    ...merchants.map((merchantId) => sanitizeLine({ ...named, merchantId })),
  ]
  const subject = { profileId, batchId: null, parentId: null, purpose: 'new' as const }
  return loadMoneyKnowledge(ctx.db, subject, lines, profile.isLive === true)
}
