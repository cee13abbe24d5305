import type { LineProblemCode } from '@/lib/domain/funding/line-problem'
import { countWarnedRows } from '@/lib/domain/funding/warned-rows'
import {
  WARNINGS_NAMED,
  type WarningGroup,
  warningGroups,
  warningPart,
} from '@/lib/domain/funding/warning-groups'
import { DeskError } from '@/lib/errors'
import type { Ctx } from '@/lib/server/services'
import { reviewRest } from './approve-rest'
import { checkedBatchOf, type JudgedLines, reviewLines, warnedLines } from './check-lines'
import { type BatchRow, listLines, listRequests, requireBatch } from './data'
import { termsOf } from './lines'
import type { WarningPart } from './views'

/** The warnings that an approver should look at: grouped by kind on the batch's page, and listed page by page. */

/** The most lines that a page load checks again without a noticeable delay. */
export const COUNTED_ANEW = 10_000

/** The warnings of a waiting batch as the desk knows it now; for a very large batch, as of its submission. */
export async function groupWarnings(
  ctx: Ctx,
  batch: BatchRow,
): Promise<{ warnings: WarningGroup[]; warnedRows?: number }> {
  if (batch.status !== 'waiting') return { warnings: [] }
  if (batch.lines > COUNTED_ANEW)
    return { warnings: batch.money?.warningGroups ?? [], warnedRows: batch.money?.warnedRows }
  const judged = await reviewWhole(ctx, batch)
  return {
    warnings: warningGroups(warningsOf(judged), warnedLines(judged), WARNINGS_NAMED),
    warnedRows: countWarnedRows(judged.lines.length, judged.problems),
  }
}

export const WARNINGS_PART = 500

/** Warnings of one kind after the `after`th, largest first, for a waiting batch or the unsent rest of a stopped one. */
export async function listWarnings(
  ctx: Ctx,
  { batchId, kind, after }: { batchId: string; kind: string; after: number },
  most = WARNINGS_PART,
): Promise<WarningPart> {
  if (!Number.isInteger(after) || after < 0) throw new DeskError('not-found')
  const batch = await requireBatch(ctx.db, batchId)
  const judged =
    batch.status === 'waiting'
      ? await reviewWhole(ctx, batch)
      : (await reviewRest(ctx, ctx.db, batch, await listRequests(ctx.db, batchId)))?.judged
  if (!judged) return { texts: [], next: null }
  const [shown, code] = [warningsOf(judged), kind as LineProblemCode]
  const texts = warningPart(shown, warnedLines(judged), code, { after, most: most + 1 })
  return { texts: texts.slice(0, most), next: texts.length > most ? after + most : null }
}

const reviewWhole = async (ctx: Ctx, batch: BatchRow): Promise<JudgedLines> =>
  reviewLines(ctx.db, checkedBatchOf(batch), await listLines(ctx.db, batch.id), termsOf(ctx, batch))

const warningsOf = ({ problems }: JudgedLines) => problems.filter(({ severity }) => severity === 'warning')
