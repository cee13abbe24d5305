import { eq } from 'drizzle-orm'
import { fundingBatches } from '@/lib/db/schema/funding'
import type { FundingLine } from '@/lib/domain/funding/line'
import { createBatch, type NewBatch } from '@/lib/server/funding/create-batch'
import { requireBatch } from '@/lib/server/funding/data'
import { sendBatch, sendFundingBatch } from '@/lib/server/funding/send'
import { approveBatch, submitBatch } from '@/lib/server/funding/submit'
import type { Ctx, Services } from '@/lib/server/services'
import { knowMerchants } from './merchants'

/** A line of a grid: an amount of 12.50 to one merchant, unless told otherwise. */
export const fundingLine = (row: number, fields: Partial<FundingLine> = {}): FundingLine => ({
  row,
  transactionId: '',
  retrievalReferenceNumber: '',
  merchantId: 'MERCHANT-1',
  amount: '1250',
  ...fields,
})

/** Lines from row 2 on, each a transaction of its own with one of these ids. */
export const linesOf = (ids: readonly string[], fields: Partial<FundingLine> = {}): FundingLine[] =>
  ids.map((transactionId, index) => fundingLine(index + 2, { transactionId, ...fields }))

export const newBatch = (fields: Partial<NewBatch> = {}): NewBatch => ({
  batchId: crypto.randomUUID(),
  name: 'Payouts',
  profileId: '941000000001',
  amountStyle: 'cents',
  source: 'grid',
  fileName: null,
  again: false,
  ...fields,
})

/** A stored draft with these lines; its id. The directory knows their merchants. */
export async function seedBatch(
  ctx: Ctx,
  lines: readonly FundingLine[],
  fields: Partial<NewBatch> = {},
): Promise<string> {
  await knowMerchants(
    ctx,
    lines.map(({ merchantId }) => merchantId),
  )
  const result = await createBatch(ctx, newBatch(fields), { lines, sha256: null })
  if (!result.ok) throw new Error(result.message)
  return result.batchId
}

/** The same, submitted by who made it, and approved by these. */
export async function seedApproved(
  ctx: Ctx,
  approvers: readonly Ctx[],
  lines: readonly FundingLine[],
  fields: Partial<NewBatch> = {},
): Promise<string> {
  const batchId = await seedBatch(ctx, lines, fields)
  await submitDraft(ctx, batchId)
  for (const approver of approvers) await approve(approver, batchId)
  return batchId
}

/** Submits it as a person who intends what it contains. */
export async function submitDraft(ctx: Ctx, batchId: string): Promise<void> {
  const { version } = await requireBatch(ctx.db, batchId)
  const result = await submitAsMeant(ctx, { batchId, version })
  if (!result.ok) throw new Error(result.message)
}

/** Confirms the transactions that the desk asks about. */
export async function submitAsMeant(
  ctx: Ctx,
  submitted: { batchId: string; version: number },
): ReturnType<typeof submitBatch> {
  const asked = await submitBatch(ctx, submitted)
  return asked.ok || asked.reason !== 'unconfirmed'
    ? asked
    : submitBatch(ctx, { ...submitted, confirmed: asked.question.count })
}

export async function approve(ctx: Ctx, batchId: string): Promise<void> {
  const result = await approveBatch(ctx, await approvalOf(ctx, batchId))
  if (!result.ok) throw new Error(result.message)
}

/** What the page of a batch sends with its *Approve*. */
export async function approvalOf({ db }: Pick<Services, 'db'>, batchId: string) {
  const { contentSha256, amountMinor } = await requireBatch(db, batchId)
  return { batchId, contentSha256: contentSha256 ?? '', amountMinor: String(amountMinor), note: '' }
}

/** A person presses “Send”, and the job runs to its end; returns the batch's status then. */
export async function sendToEnd(ctx: Ctx, batchId: string): Promise<string> {
  const result = await sendBatch(ctx, { batchId })
  if (!result.ok) throw new Error(result.message)
  await sendFundingBatch(ctx, { batchId })
  return batchStatus(ctx, batchId)
}

export async function batchStatus({ db }: Pick<Services, 'db'>, batchId: string): Promise<string> {
  const [batch] = await db
    .select({ status: fundingBatches.status })
    .from(fundingBatches)
    .where(eq(fundingBatches.id, batchId))
  return batch?.status ?? 'gone'
}
