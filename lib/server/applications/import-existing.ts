import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applications, identityFingerprints } from '@/lib/db/schema/applications'
import type { MatchedBy } from '@/lib/domain/application/import/check-rows'
import type { Violation } from '@/lib/domain/values/violation'
import type { Ctx } from '@/lib/server/services'
import { compareTaxIds } from './compare-identities'
import { importSchema, readRows } from './import'
import { fingerprintsOf, isMasked } from './search-index'

export const existingMerchantsSchema = importSchema.pick({
  kind: true,
  text: true,
  places: true,
  corrections: true,
})

/** A row of the file whose tax ID, or name at its address, other applications have. */
export type ExistingRow = { row: number; by: MatchedBy; about: NonNullable<Violation['about']> }

const BY: ReadonlyMap<string, MatchedBy> = new Map([
  ['taxId', 'tax-id'],
  ['legalName', 'name'],
  ['dbaName', 'name'],
])

/** More of them say no more. */
const MAX_NAMED = 3

/** `pausedUntil`: no more tax IDs are compared for this person until then. */
export type ExistingMerchants = { existing: ExistingRow[]; pausedUntil: string | null }

/**
 * Before any draft is made: rows of merchants that are here already. By hash, and the numbers are told nowhere. Tax IDs
 * as far as this person may compare more of them, and with those of merchants alone: a person's Social Security number
 * is not looked for by whole files.
 */
export async function findExistingMerchants(
  ctx: Ctx,
  input: z.output<typeof existingMerchantsSchema>,
): Promise<ExistingMerchants> {
  const read = readRows(ctx, input).flatMap(({ row, read: readRow }) => {
    const draft = readRow()
    if (!draft) return []
    const made = fingerprintsOf(ctx.sealer, '', 'merchant', draft.merchant)
    // Under each data key it has another one; the first stands for them all.
    const taxId = made.find(isMasked)?.fingerprint ?? null
    return made.flatMap(({ field, fingerprint }) => {
      const by = BY.get(field)
      return by ? [{ row, by, fingerprint, counted: by === 'tax-id' ? taxId : null }] : []
    })
  })
  const { granted, until } = await compareTaxIds(
    ctx,
    ctx.db,
    read.flatMap(({ counted }) => counted ?? []),
  )
  const rows = read.filter(({ counted }) => counted === null || granted.has(counted))
  const asked = [...new Set(rows.map(({ fingerprint }) => fingerprint))]
  if (asked.length === 0) return { existing: [], pausedUntil: until }
  const found = await ctx.db
    .selectDistinct({
      fingerprint: identityFingerprints.fingerprint,
      applicationId: applications.id,
      number: applications.number,
      name: sql<string>`coalesce(nullif(${applications.dbaName}, ''), ${applications.legalName})`,
    })
    .from(identityFingerprints)
    .innerJoin(applications, eq(applications.id, identityFingerprints.applicationId))
    .where(
      and(inArray(identityFingerprints.fingerprint, asked), eq(identityFingerprints.section, 'merchant')),
    )
    .orderBy(desc(applications.number))
  // One for each row and reason: under several data keys, and as either name, it is the same application.
  const groups = Map.groupBy(rows, ({ row, by }) => `${row} ${by}`)
  const existing = [...groups.values()].flatMap((same) => {
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
  return { existing, pausedUntil: until }
}
