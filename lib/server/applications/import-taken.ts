import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applications, identityFingerprints } from '@/lib/db/schema/applications'
import type { Violation } from '@/lib/domain/values/violation'
import type { Ctx } from '@/lib/server/world'
import { taxIdFingerprint } from './derived'
import { importSchema, readRows } from './import'

export const takenTaxIdsSchema = importSchema.pick({ kind: true, text: true, places: true })

/** A row of the file whose tax ID other applications have. */
export type TakenRow = { row: number; about: NonNullable<Violation['about']> }

/** More of them say no more. */
const MAX_NAMED = 3

/** Before any draft is made: rows of merchants that are here already. By hash, and the numbers are told nowhere. */
export async function findTakenTaxIds(
  ctx: Ctx,
  input: z.output<typeof takenTaxIdsSchema>,
): Promise<TakenRow[]> {
  const rows = readRows(ctx, input).flatMap(({ row, read }) => {
    const draft = read()
    const fingerprint = draft && taxIdFingerprint(ctx.sealer, draft)
    return fingerprint ? [{ row, fingerprint }] : []
  })
  const asked = [...new Set(rows.map(({ fingerprint }) => fingerprint))]
  if (asked.length === 0) return []
  const found = await ctx.db
    .selectDistinct({
      fingerprint: identityFingerprints.fingerprint,
      applicationId: applications.id,
      number: applications.number,
      name: sql<string>`coalesce(nullif(${applications.dbaName}, ''), ${applications.legalName})`,
    })
    .from(identityFingerprints)
    .innerJoin(applications, eq(applications.id, identityFingerprints.applicationId))
    .where(inArray(identityFingerprints.fingerprint, asked))
    .orderBy(desc(applications.number))
  return rows.flatMap(({ row, fingerprint }) => {
    const about = found
      .filter((one) => one.fingerprint === fingerprint)
      .slice(0, MAX_NAMED)
      .map(({ applicationId, number, name }) => ({ applicationId, number, name }))
    return about.length > 0 ? [{ row, about }] : []
  })
}
