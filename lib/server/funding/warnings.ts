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
import { type JudgedLines, reviewLines, subjectOf, warnedLines } from './check-lines'
import { type BatchRow, listLines, listRequests, requireBatch } from './data'
import { termsOf } from './lines'
import type { WarningPart } from './views'

/** What a batch is to be looked at for before somebody approves it: by kind on its page, each kind part by part. */

/** Lines that are counted anew for a page in a moment that nobody notices. */
export const COUNTED_ANEW = 10_000

/** Of a batch that waits, as the desk knows it now; of a very large one as it was submitted. */
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

/** Those of one kind after the `after`th, the largest first: of the batch that waits, or of what is left of one that stopped. */
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
  reviewLines(ctx.db, subjectOf(batch), await listLines(ctx.db, batch.id), termsOf(ctx, batch))

const warningsOf = ({ problems }: JudgedLines) => problems.filter(({ severity }) => severity === 'warning')
