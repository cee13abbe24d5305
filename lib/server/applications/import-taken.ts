import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applications, identityFingerprints } from '@/lib/db/schema/applications'
import type { TakenBy } from '@/lib/domain/application/import/check-rows'
import type { Violation } from '@/lib/domain/values/violation'
import type { Ctx } from '@/lib/server/services'
import { importSchema, readRows } from './import'
import { fingerprintsOf } from './search-index'

export const takenMerchantsSchema = importSchema.pick({ kind: true, text: true, places: true })

/** A row of the file whose tax ID, or name at its address, other applications have. */
export type TakenRow = { row: number; by: TakenBy; about: NonNullable<Violation['about']> }

const BY: ReadonlyMap<string, TakenBy> = new Map([
  ['taxId', 'tax-id'],
  ['legalName', 'name'],
  ['dbaName', 'name'],
])

/** More of them say no more. */
const MAX_NAMED = 3

/** Before any draft is made: rows of merchants that are here already. By hash, and the numbers are told nowhere. */
export async function findTakenMerchants(
  ctx: Ctx,
  input: z.output<typeof takenMerchantsSchema>,
): Promise<TakenRow[]> {
  const rows = readRows(ctx, input).flatMap(({ row, read }) => {
    const draft = read()
    if (!draft) return []
    return fingerprintsOf(ctx.sealer, '', 'merchant', draft.merchant).flatMap(({ field, fingerprint }) => {
      const by = BY.get(field)
      return by ? [{ row, by, fingerprint }] : []
    })
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
  // One for each row and reason: under several data keys, and as either name, it is the same application.
  const groups = Map.groupBy(rows, ({ row, by }) => `${row} ${by}`)
  return [...groups.values()].flatMap((same) => {
    const [first] = same
    const fingerprints = same.map(({ fingerprint }) => fingerprint)
    const others = new Map(
      found
        .filter(({ fingerprint }) => fingerprints.includes(fingerprint))
        .map(({ applicationId, number, name }) => [applicationId, { applicationId, number, name }]),
    )
    const about = [...others.values()].slice(0, MAX_NAMED)
    return first && about.length > 0 ? [{ row: first.row, by: first.by, about }] : []
  })
}
