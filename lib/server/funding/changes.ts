import { and, asc, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { auditLog } from '@/lib/db/schema/desk'
import { LINE_FIELDS, type LineField } from '@/lib/domain/funding/columns'
import type { CellChange } from '@/lib/domain/funding/content-change'
import type { batchChangesInput } from '@/lib/domain/funding/inputs'
import type { Ctx } from '@/lib/server/services'

/** One page of changes, by row. `next`: where the next page starts; null on the last. */
export type CellChanges = { cells: CellChange[]; next: number | null }

type Cells = Partial<Record<LineField, string>>
type Line = { row: number; before: Cells | null; after: Cells | null }

const PART = 500

/** The cells that these history entries changed, each once, from its first text to its last. */
export async function listChanges(
  { db }: Pick<Ctx, 'db'>,
  { batchId, entries, after }: z.output<typeof batchChangesInput>,
  part = PART,
): Promise<CellChanges> {
  const saves = await db
    .select({ detail: auditLog.detail })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectType, 'funding-batch'),
        eq(auditLog.subjectId, batchId),
        inArray(auditLog.id, entries),
      ),
    )
    .orderBy(asc(auditLog.id))
  const changes = new Map<string, CellChange>()
  for (const { row, before, after: now } of saves.flatMap(({ detail }) => linesOf(detail))) {
    for (const field of LINE_FIELDS) {
      if (before?.[field] === undefined && now?.[field] === undefined) continue
      const key = `${row} ${field}`
      const first = changes.get(key)
      const from = first ? first.from : (before?.[field] ?? null)
      changes.set(key, { row, field, from, to: now?.[field] ?? null })
    }
  }
  const all = [...changes.values()]
    .filter(({ from, to }) => (from ?? '') !== (to ?? ''))
    .sort((a, b) => a.row - b.row || LINE_FIELDS.indexOf(a.field) - LINE_FIELDS.indexOf(b.field))
  return { cells: all.slice(after, after + part), next: all.length > after + part ? after + part : null }
}

/** Older entries were not stored by line and have only some of their cells. */
function linesOf(detail: Record<string, unknown>): Line[] {
  if (Array.isArray(detail.changedLines)) return detail.changedLines as Line[]
  const cells = Array.isArray(detail.cells) ? detail.cells : []
  return cells.map(({ row, field, from, to }) => ({ row, before: { [field]: from }, after: { [field]: to } }))
}
