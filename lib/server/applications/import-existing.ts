import type { z } from 'zod'
import { sectionIn } from '@/lib/domain/application/draft'
import { isMasked } from '@/lib/domain/application/identities'
import { checkSameIdentities } from '@/lib/domain/application/same-identity'
import { sectionsOf } from '@/lib/domain/application/section-names'
import type { Violation } from '@/lib/domain/values/violation'
import type { Ctx } from '@/lib/server/services'
import { compareFileIdentities, compareTaxIds } from './compare-identities'
import { importSchema, readRows } from './import'
import { fingerprintsOf, listSameAs } from './search-index'

export const existingMerchantsSchema = importSchema.pick({
  kind: true,
  text: true,
  places: true,
  corrections: true,
})

/**
 * `pausedUntil`: no more tax IDs are compared for this person until then. `isPartial`: not every masked identity was
 * compared with those of people and bank accounts; each draft does it.
 */
export type ExistingMerchants = {
  existing: { row: number; same: Violation[] }[]
  pausedUntil: string | null
  isPartial: boolean
}

/**
 * Before any draft is made: what the rows share with applications that are here already, as their drafts would say it.
 * By hash, and the numbers are told nowhere. Tax IDs with those of merchants as far as this person may compare more of
 * them; masked identities with everybody's within the limit that holds for what is typed into drafts.
 */
export async function findExistingMerchants(
  ctx: Ctx,
  input: z.output<typeof existingMerchantsSchema>,
): Promise<ExistingMerchants> {
  const rows = readRows(ctx, input).flatMap(({ row, read }) => {
    const draft = read()
    if (!draft) return []
    const made = sectionsOf(input.kind).flatMap((section) =>
      fingerprintsOf(ctx.sealer, '', section, sectionIn(draft, section)),
    )
    // Under each data key it has another one; the first stands for them all.
    const places = Map.groupBy(made, ({ section, itemId, field }) => `${section} ${itemId} ${field}`)
    const own = [...places.values()].flatMap((same) => {
      const counted = same[0]?.fingerprint ?? ''
      return same.map(({ section, itemId = '', field, fingerprint }) => {
        return { section, itemId, field, fingerprint, counted }
      })
    })
    return [{ row, draft, own }]
  })
  const masked = rows.flatMap(({ own }) => own.filter(isMasked))
  const taxIds = masked.filter(({ field }) => field === 'taxId')
  const merchants = await compareTaxIds(ctx, ctx.db, countedIn(taxIds))
  const everybody = await compareFileIdentities(ctx, ctx.db, countedIn(masked))
  const asked = rows.flatMap(({ row, own }) =>
    own
      .filter(
        (one) =>
          !isMasked(one) ||
          everybody.has(one.counted) ||
          (one.field === 'taxId' && merchants.granted.has(one.counted)),
      )
      .map((one) => ({ ...one, itemId: `${row} ${one.itemId}` })),
  )
  const found = asked.length === 0 ? [] : await listSameAs(ctx.db, asked)
  const withPeople = new Set(
    asked
      .filter(({ field, counted }) => field === 'taxId' && everybody.has(counted))
      .map(({ itemId }) => itemId),
  )
  const byRow = Map.groupBy(
    found.filter(({ itemId, other }) => other.as !== 'ssn' || withPeople.has(itemId)),
    ({ itemId }) => Number(itemId.split(' ')[0]),
  )
  const existing = rows.flatMap(({ row, draft }) => {
    const same = (byRow.get(row) ?? []).map((one) => ({ ...one, itemId: one.itemId.split(' ')[1] ?? '' }))
    return same.length > 0 ? [{ row, same: checkSameIdentities(draft, same) }] : []
  })
  const isPartial = masked.some(({ counted }) => !everybody.has(counted))
  return { existing, pausedUntil: merchants.until, isPartial }
}

const countedIn = (own: readonly { counted: string }[]): string[] => [
  ...new Set(own.map(({ counted }) => counted)),
]
