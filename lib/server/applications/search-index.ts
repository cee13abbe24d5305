import { and, asc, desc, eq, gt, lt, lte, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applications, identityFingerprints } from '@/lib/db/schema/applications'
import { underwritingDecisions } from '@/lib/db/schema/underwriting'
import { type AnySectionName, type SectionDraft, sectionIn } from '@/lib/domain/application/draft'
import { readSensitive } from '@/lib/domain/application/field'
import { cleanValue } from '@/lib/domain/application/fields'
import { plainIdentities } from '@/lib/domain/application/plain-identities'
import type { SameIdentity } from '@/lib/domain/application/same-identity'
import { searchWords } from '@/lib/domain/application/search-words'
import { sectionsOf } from '@/lib/domain/application/section-names'
import { merchantSchema, optionsSchema } from '@/lib/domain/application/sections'
import { mapSensitive, type SensitivePlace } from '@/lib/domain/application/sensitive'
import { log } from '@/lib/log'
import { getOpenDraft } from '@/lib/server/drafts/data'
import type { Sealer } from '@/lib/server/sealing/sealer'
import type { Services } from '@/lib/server/services'

/**
 * What is kept beside the sections to find an application by: columns of its row, and keyed hashes of its
 * identities. It is made of the open sections whenever one is saved.
 */

/** One more whenever more or something else is derived: what was derived before is then made again. */
export const INDEX_VERSION = 3

type DerivedColumns = Partial<
  Pick<
    typeof applications.$inferInsert,
    | 'legalName'
    | 'dbaName'
    | 'ownership'
    | 'taxIdLast4'
    | 'merchantWords'
    | 'contactWords'
    | 'partnerUnderwrites'
  >
>

const derivers: { [S in AnySectionName]?: (open: SectionDraft<S>) => DerivedColumns } = {
  merchant: ({ legalName, dbaName, ownership, taxId }) => ({
    legalName: legalName.trim(),
    dbaName: dbaName.trim(),
    ownership,
    taxIdLast4: String(cleanValue(merchantSchema.shape.taxId, taxId) ?? '').slice(-4),
    merchantWords: searchWords(`${legalName} ${dbaName}`),
  }),
  contacts: ({ items }) => ({
    contactWords: searchWords(items.map(({ firstName, lastName }) => `${firstName} ${lastName}`).join(' ')),
  }),
  options: (open) =>
    'partnerUnderwrites' in open
      ? {
          partnerUnderwrites: cleanValue(optionsSchema.shape.partnerUnderwrites, open.partnerUnderwrites),
        }
      : {},
}

/** `open`: the section with its plain values. */
export const indexedColumns = <S extends AnySectionName>(section: S, open: SectionDraft<S>): DerivedColumns =>
  derivers[section]?.(open) ?? {}

/**
 * What counts as the same identity wherever it stands, beside what is kept in the clear: a sole proprietor's tax id
 * may be an SSN. The number typed again to be sure is the same account, and a date of birth is nobody's alone.
 */
const IDENTITY_OF_FIELD: Readonly<Record<string, string>> = {
  taxId: 'nine digits',
  ssn: 'nine digits',
  accountNumber: 'account number',
}

type Fingerprint = typeof identityFingerprints.$inferInsert

/**
 * The hashes of one section's identities, each under every data key; what is not well formed yet has none. `open`: with
 * its plain values.
 */
export function fingerprintsOf<S extends AnySectionName>(
  sealer: Sealer,
  applicationId: string,
  section: S,
  open: SectionDraft<S>,
): Fingerprint[] {
  const rows: Fingerprint[] = []
  const add = (itemId: string, field: string, identity: string, value: string) => {
    for (const fingerprint of sealer.fingerprints(identity, value))
      rows.push({ applicationId, section, itemId, field, fingerprint })
  }
  mapSensitive(section, open, ({ itemId, field, meta }: SensitivePlace, value) => {
    const identity = IDENTITY_OF_FIELD[field]
    const read = typeof value === 'string' ? readSensitive(meta, value) : null
    if (identity !== undefined && typeof read === 'string') add(itemId ?? '', field, identity, read)
    return value
  })
  for (const { itemId, field, identity, value } of plainIdentities(section, open))
    add(itemId, field, identity, value)
  return rows
}

/** Replaces what stands of that section. */
export async function storeFingerprints(
  tx: DbOrTx,
  applicationId: string,
  section: AnySectionName,
  rows: readonly Fingerprint[],
): Promise<void> {
  await tx
    .delete(identityFingerprints)
    .where(
      and(eq(identityFingerprints.applicationId, applicationId), eq(identityFingerprints.section, section)),
    )
  if (rows.length > 0)
    await tx
      .insert(identityFingerprints)
      .values([...rows])
      .onConflictDoNothing()
}

const AT_ONCE = 100

/**
 * Derives again what an earlier version of the desk derived, or did not. Goes on where it was stopped; one that
 * cannot be opened is told of, and left for the next start.
 */
export async function reindex(services: Pick<Services, 'db' | 'sealer'>): Promise<void> {
  let last: string | null = null
  for (;;) {
    const rows: { id: string }[] = await services.db
      .select({ id: applications.id })
      .from(applications)
      .where(
        and(lt(applications.derived, INDEX_VERSION), last === null ? undefined : gt(applications.id, last)),
      )
      .orderBy(asc(applications.id))
      .limit(AT_ONCE)
    if (rows.length === 0) return
    for (const { id } of rows) {
      try {
        await services.db.transaction((tx) => indexApplication(tx, services.sealer, id))
      } catch (error) {
        log.error({ err: error, application: id }, 'an application could not be made findable again')
      }
      last = id
    }
  }
}

/** All that is derived of one application, made anew from its sections as they stand. */
export async function indexApplication(tx: Tx, sealer: Sealer, id: string): Promise<void> {
  const [row] = await tx
    .select({ id: applications.id, kind: applications.kind })
    .from(applications)
    .where(eq(applications.id, id))
    .for('update')
  if (!row) return
  const { draft } = await getOpenDraft(tx, sealer, row)
  let columns: DerivedColumns = {}
  for (const section of sectionsOf(row.kind)) {
    const open = sectionIn(draft, section)
    columns = { ...columns, ...indexedColumns(section, open) }
    await storeFingerprints(tx, id, section, fingerprintsOf(sealer, id, section, open))
  }
  await tx
    .update(applications)
    .set({ ...columns, derived: INDEX_VERSION })
    .where(eq(applications.id, id))
}

/** More of them at one place say no more. */
const MAX_SAME = 20

/** As our underwriters last decided, with effect. */
const isDeclined = sql`coalesce((
  select ${underwritingDecisions.outcome} = 'decline' from ${underwritingDecisions}
  where ${underwritingDecisions.applicationId} = ${applications.id} and ${underwritingDecisions.inEffect}
  order by ${underwritingDecisions.decidedAt} desc limit 1
), false)`

/** Newest first, each place for itself; of many the declined ones are kept. Whoever may read one application may read all. */
export async function listSameIdentities(db: DbOrTx, applicationId: string): Promise<SameIdentity[]> {
  const own = alias(identityFingerprints, 'own')
  const theirs = alias(identityFingerprints, 'theirs')
  // One for each pair of equal hashes: of every data key, and of every place that the other has the identity at.
  const found = db
    .selectDistinct({
      section: own.section,
      itemId: own.itemId,
      field: own.field,
      applicationId: theirs.applicationId,
    })
    .from(own)
    .innerJoin(
      theirs,
      and(eq(theirs.fingerprint, own.fingerprint), ne(theirs.applicationId, own.applicationId)),
    )
    .where(eq(own.applicationId, applicationId))
    .as('found')
  const judged = db
    .select({
      section: found.section,
      itemId: found.itemId,
      field: found.field,
      applicationId: applications.id,
      number: applications.number,
      name: sql<string>`coalesce(nullif(${applications.dbaName}, ''), ${applications.legalName})`.as('name'),
      declined: sql<boolean>`${isDeclined}`.as('declined'),
    })
    .from(found)
    .innerJoin(applications, eq(applications.id, found.applicationId))
    .as('judged')
  const place = sql`${judged.section}, ${judged.itemId}, ${judged.field}`
  const same = db
    .select({
      section: judged.section,
      itemId: judged.itemId,
      field: judged.field,
      applicationId: judged.applicationId,
      number: judged.number,
      name: judged.name,
      declined: judged.declined,
      alike: sql<number>`count(*) over (partition by ${place}, ${judged.declined})`
        .mapWith(Number)
        .as('alike'),
      place:
        sql<number>`row_number() over (partition by ${place} order by ${judged.declined} desc, ${judged.number} desc)`.as(
          'place',
        ),
    })
    .from(judged)
    .as('same')
  const rows = await db.select().from(same).where(lte(same.place, MAX_SAME)).orderBy(desc(same.number))
  return rows.map(({ section, itemId, field, place: _, alike, declined, ...other }) => ({
    section,
    itemId,
    field,
    alike,
    other: { ...other, ...(declined && { declined }) },
  }))
}
