import { createHash } from 'node:crypto'
import { and, desc, eq, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { fundingBatches } from '@/lib/db/schema/funding'
import { users } from '@/lib/db/schema/people'
import { type AmountStyle, batchAmountText } from '@/lib/domain/funding/amount'
import type { BatchPurpose, BatchSource } from '@/lib/domain/funding/batch'
import type { FundingLine } from '@/lib/domain/funding/line'
import { type ReadAs, readAsWords } from '@/lib/domain/funding/names-read'
import { findPlainDollars, lineInDollars, plainDollarsText } from '@/lib/domain/funding/source-amounts'
import { keptTotals, type StatedTotal } from '@/lib/domain/funding/totals-rows'
import { DeskError } from '@/lib/errors'
import { mapInSlices } from '@/lib/server/in-slices'
import { refreshFunding } from '@/lib/server/sales/funding-status'
import { sanitizeText } from '@/lib/server/sanitize-text'
import { businessTodayOf, type Ctx } from '@/lib/server/services'
import { type CheckedLines, judgeLines } from './check-lines'
import { auditBatch, insertLines, sanitizeLine } from './data'
import { findProfile } from './profiles'
import type { CreateBatchResult, LineTotals } from './views'

const MAX_NAME = 120

export const batchName = z.string().transform(sanitizeText).pipe(z.string().trim().min(1).max(MAX_NAME))
export const profileId = z.string().max(60)
/** How the source writes its amounts; the batch holds dollars. */
export const amountStyle = z.enum(['dollars', 'cents'])

export const newBatchSchema = z.strictObject({
  /** Made by the page, so that a second press or a lost answer leads to the same batch. */
  batchId: z.uuid(),
  /** Left empty, it is called after its file, or after its day. */
  name: z.union([batchName, z.string().trim().max(0)]),
  profileId,
  amountStyle,
  source: z.enum(['csv', 'xlsx', 'json', 'pasted', 'grid', 'callbacks']),
  fileName: z.string().max(1_000).transform(sanitizeText).nullable(),
  /** What came in before is wanted once more. */
  again: z.boolean(),
})
export type NewBatch = z.output<typeof newBatchSchema>

/** `sha256`: of the file as it came, by which it is known again; null for what nobody could bring twice. */
export type BatchContent = {
  lines: readonly FundingLine[]
  sha256: string | null
  /** Names of the columns that each line's `other` has cells of. */
  otherColumns?: readonly string[]
  /** Its totals rows, their amounts as it wrote them. */
  statedTotals?: readonly StatedTotal[]
}

/**
 * Makes a draft of what came in, in dollars, with its problems: nobody loses what they typed. The same functions as in the
 * browser judge it, and all its totals are made here.
 */
export async function createBatch(
  ctx: Ctx,
  input: NewBatch,
  content: BatchContent,
): Promise<CreateBatchResult> {
  const profile = findProfile(ctx, input.profileId)
  if (!profile) throw new DeskError('invalid', 'Choose one of the funding profiles.')
  const given = await mapInSlices(content.lines, sanitizeLine)
  const plain = input.amountStyle === 'cents' ? findPlainDollars(given) : null
  if (plain) return { ok: false, reason: 'unreadable', message: plainDollarsText(plain) }
  const lines = await mapInSlices(given, (line) => lineInDollars(line, input.amountStyle))
  const statedTotals = keptTotals(
    lines,
    (content.statedTotals ?? []).map(({ row, amount }) => ({
      row,
      amount: sanitizeText(batchAmountText(amount, input.amountStyle)),
    })),
  )
  const checked = await judgeLines(
    ctx.db,
    {
      profileId: profile.profileId,
      batchId: null,
      parentId: null,
      purpose: 'new',
      statedTotals,
      otherColumns: content.otherColumns ?? [],
    },
    lines,
    profile,
  )
  return ctx.db.transaction(async (tx) => {
    // Two presses, or two windows with one file, take turns: the second sees what the first has made.
    await takeTurn(tx, content.sha256 ?? input.batchId)
    const there = await findOwn(ctx, tx, input.batchId)
    if (there) return there
    const earlier = content.sha256 === null || input.again ? null : await findSameFile(tx, content.sha256)
    if (earlier) {
      return {
        ok: false,
        reason: 'same-file',
        message: `The same content came in before, as B-${earlier.number}. Go on only if it is wanted once more.`,
        earlier,
      }
    }
    const origin = {
      ...input,
      name: nameOf(ctx, input),
      sha256: content.sha256,
      otherColumns: content.otherColumns,
      statedTotals,
    }
    return insertBatch(ctx, tx, { ...origin, purpose: 'new', parentId: null }, checked)
  })
}

export const takeTurn = (tx: Tx, key: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`)

export function nameOf(ctx: Ctx, { name, fileName }: Pick<NewBatch, 'name' | 'fileName'>): string {
  const ofFile = fileName?.replace(/\.[^.]*$/, '').trim() ?? ''
  return [...(name || ofFile || `Batch of ${businessTodayOf(ctx)}`)].slice(0, MAX_NAME).join('')
}

/** What a press that came twice made the first time. */
export async function findOwn(
  ctx: Ctx,
  tx: Tx,
  batchId: string,
): Promise<Extract<CreateBatchResult, { ok: true }> | null> {
  const [there] = await tx.select().from(fundingBatches).where(eq(fundingBatches.id, batchId))
  if (!there) return null
  if (there.createdBy !== ctx.actor.id) throw new DeskError('invalid')
  return { ok: true, batchId, number: there.number, totals: totalsOf(there) }
}

/** The latest batch of the same content that was not discarded. */
export async function findSameFile(
  db: DbOrTx,
  sha256: string,
): Promise<Extract<CreateBatchResult, { reason: 'same-file' }>['earlier'] | null> {
  const [earlier] = await db
    .select({
      id: fundingBatches.id,
      number: fundingBatches.number,
      name: fundingBatches.name,
      status: fundingBatches.status,
      createdBy: users.name,
      createdAt: fundingBatches.createdAt,
    })
    .from(fundingBatches)
    .innerJoin(users, eq(users.id, fundingBatches.createdBy))
    .where(and(eq(fundingBatches.fileSha256, sha256), ne(fundingBatches.status, 'discarded')))
    .orderBy(desc(fundingBatches.number))
    .limit(1)
  return earlier ? { ...earlier, createdAt: earlier.createdAt.toISOString() } : null
}

type Origin = {
  batchId: string
  name: string
  profileId: string
  amountStyle: AmountStyle
  source: BatchSource
  purpose: BatchPurpose
  parentId: string | null
  fileName: string | null
  sha256: string | null
  /** Whoever worked on the lines before, in another batch. */
  workedOnBy?: readonly string[]
  otherColumns?: readonly string[]
  statedTotals?: StatedTotal[]
}

/** Writes a draft, its lines and its audit row, which keeps what was read as an ID: the lines have the ID alone. */
export async function insertBatch(
  ctx: Ctx,
  tx: Tx,
  origin: Origin,
  { lines, totals, readAs = [] }: CheckedLines & { readAs?: readonly ReadAs[] },
): Promise<Extract<CreateBatchResult, { ok: true }>> {
  const now = ctx.now()
  const [batch] = await tx
    .insert(fundingBatches)
    .values({
      id: origin.batchId,
      name: origin.name,
      profileId: origin.profileId,
      amountStyle: origin.amountStyle,
      status: 'draft',
      source: origin.source,
      purpose: origin.purpose,
      parentId: origin.parentId,
      fileName: origin.fileName,
      fileSha256: origin.sha256,
      otherColumns: (origin.otherColumns ?? []).map(sanitizeText),
      statedTotals: origin.statedTotals ?? [],
      ...totals,
      createdBy: ctx.actor.id,
      createdAt: now,
      workedOnBy: [...new Set([...(origin.workedOnBy ?? []), ctx.actor.id])],
      updatedAt: now,
    })
    .returning({ number: fundingBatches.number })
  if (!batch) throw new Error('A batch was not stored.')
  await insertLines(tx, origin.batchId, lines)
  const shown = totalsOf(totals)
  await auditBatch(ctx, tx, 'funding-batch-created', origin.batchId, {
    number: batch.number,
    source: origin.source,
    purpose: origin.purpose,
    parentId: origin.parentId,
    fileSha256: origin.sha256,
    ...(readAs.length > 0 && { readAs: readAsWords(readAs) }),
    ...shown,
  })
  await refreshFunding(tx, { batchId: origin.batchId })
  return { ok: true, batchId: origin.batchId, number: batch.number, totals: shown }
}

/** Totals as JSON can hold them. */
export const totalsOf = ({
  lines,
  transactions,
  amountMinor,
  errors,
  warnings,
}: Omit<LineTotals, 'amountMinor'> & { amountMinor: bigint }): LineTotals => ({
  lines,
  transactions,
  amountMinor: String(amountMinor),
  errors,
  warnings,
})

/** By which content is known again. */
export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')
