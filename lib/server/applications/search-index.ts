import { and, asc, eq, gt, lt, type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applications, identityFingerprints } from '@/lib/db/schema/applications'
import { type AnySectionName, type SectionDraft, sectionIn } from '@/lib/domain/application/draft'
import { cleanValue } from '@/lib/domain/application/fields'
import { identitiesOf, isMasked } from '@/lib/domain/application/identities'
import { nameInRow } from '@/lib/domain/application/name-in-row'
import type { SameIdentity } from '@/lib/domain/application/same-identity'
import { searchWords } from '@/lib/domain/application/search-words'
import { sectionsOf } from '@/lib/domain/application/section-names'
import { merchantSchema, optionsSchema } from '@/lib/domain/application/sections'
import { log } from '@/lib/log'
import { getOpenDraft } from '@/lib/server/drafts/data'
import type { Sealer } from '@/lib/server/sealing/sealer'
import type { Services } from '@/lib/server/services'

/**
 * What is kept beside the sections to find an application by: columns of its row, and keyed hashes of its
 * identities. It is made of the open sections whenever one is saved.
 */

/** One more whenever more or something else is derived: what was derived before is then made again. */
export const INDEX_VERSION = 4

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
  return identitiesOf(section, open).flatMap(({ itemId, field, identity, value }) =>
    sealer
      .fingerprints(identity, value)
      .map((fingerprint) => ({ applicationId, section, itemId, field, fingerprint })),
  )
}

/**
 * Replaces what stands of that section. `isKept`: whether a masked identity is the one that stood at its place, and is
 * as compared as it was. One that was typed is not, even where it is the same: that it is would tell what stood there.
 */
export async function storeFingerprints(
  tx: DbOrTx,
  applicationId: string,
  section: AnySectionName,
  made: readonly Fingerprint[],
  isKept: (place: { itemId: string; field: string }) => boolean,
): Promise<void> {
  const { itemId, field } = identityFingerprints
  const waiting = await tx
    .selectDistinct({ itemId, field })
    .from(identityFingerprints)
    .where(
      and(
        eq(identityFingerprints.applicationId, applicationId),
        eq(identityFingerprints.section, section),
        eq(identityFingerprints.compared, false),
      ),
    )
  const rows = made.map((row) => {
    const place = { itemId: row.itemId ?? '', field: row.field }
    const wasWaiting = waiting.some((one) => one.itemId === place.itemId && one.field === place.field)
    return { ...row, compared: !isMasked(row) || (isKept(place) && !wasWaiting) }
  })
  await tx
    .delete(identityFingerprints)
    .where(
      and(eq(identityFingerprints.applicationId, applicationId), eq(identityFingerprints.section, section)),
    )
  if (rows.length > 0) await tx.insert(identityFingerprints).values(rows).onConflictDoNothing()
}

const AT_ONCE = 100

const IS_BEHIND = lt(applications.derived, INDEX_VERSION)

/** How many applications have not been derived again since an upgrade. */
export const countToIndex = (db: DbOrTx): Promise<number> => db.$count(applications, IS_BEHIND)

/**
 * Derives again what an earlier version of the desk derived, or did not. Goes on where it was stopped. One that cannot be
 * opened is left for the next run, and logged if `logsEach`: how many were.
 */
export async function reindex(
  services: Pick<Services, 'db' | 'sealer'> & { jobs: Pick<Services['jobs'], 'isStopping'> },
  logsEach = true,
): Promise<number> {
  let last: string | null = null
  let failed = 0
  for (;;) {
    const rows: { id: string }[] = await services.db
      .select({ id: applications.id })
      .from(applications)
      .where(and(IS_BEHIND, last === null ? undefined : gt(applications.id, last)))
      .orderBy(asc(applications.id))
      .limit(AT_ONCE)
    if (rows.length === 0) return failed
    for (const { id } of rows) {
      if (services.jobs.isStopping()) return failed
      try {
        await services.db.transaction((tx) => indexApplication(tx, services.sealer, id, IS_BEHIND))
      } catch (error) {
        failed += 1
        if (logsEach)
          log.error({ err: error, application: id }, 'an application could not be made findable again')
      }
      last = id
    }
  }
}

/**
 * All that is derived of one application, made anew from its sections as they stand. `only`: what it must be once it is
 * locked, such as that no other worker derived it meanwhile.
 */
export async function indexApplication(tx: Tx, sealer: Sealer, id: string, only?: SQL): Promise<void> {
  const [row] = await tx
    .select({ id: applications.id, kind: applications.kind })
    .from(applications)
    .where(and(eq(applications.id, id), only))
    .for('update')
  if (!row) return
  const { draft } = await getOpenDraft(tx, sealer, row)
  let columns: DerivedColumns = {}
  for (const section of sectionsOf(row.kind)) {
    const open = sectionIn(draft, section)
    columns = { ...columns, ...indexedColumns(section, open) }
    await storeFingerprints(tx, id, section, fingerprintsOf(sealer, id, section, open), () => true)
  }
  await tx
    .update(applications)
    .set({ ...columns, derived: INDEX_VERSION })
    .where(eq(applications.id, id))
}

/** More of them at one place say no more. */
const MAX_SAME = 20

/**
 * Of one identity so many others are read: what a bookkeeper or an agency gives for every merchant would cost each save
 * of each of them as much as all of them. Those that were declined are looked for among all.
 */
const MAX_READ = 1_000

type SameRow = {
  section: AnySectionName
  item_id: string
  field: string
  application_id: string
  /** 64 bits wide, and so text. */
  number: string
  name: string
  /** The field that has it there, where no field of the same name does. */
  as: string | null
  declined: boolean
  isOpen: boolean
  alike: number
  has_more: boolean
}

/**
 * Newest first, each place for itself; of many the declined ones are kept. Whoever may read one application may read all.
 */
export const listSameIdentities = async (db: DbOrTx, applicationId: string): Promise<SameIdentity[]> =>
  readSame((await db.execute<SameRow>(sameOf(applicationId))).rows)

/** The same as a column of another statement, for `readSame`. */
export const sameColumn = (applicationId: string): SQL<SameRow[]> =>
  sql`(select coalesce(json_agg(same), '[]') from (${sameOf(applicationId)}) same)`

const sameOf = (applicationId: string): SQL =>
  sameRows(
    sql`select section, item_id, field, fingerprint from identity_fingerprints where application_id = ${applicationId}`,
    applicationId,
  )

/** The same of identities that no application has yet. */
export const listSameAs = async (
  db: DbOrTx,
  own: readonly Pick<Required<Fingerprint>, 'section' | 'itemId' | 'field' | 'fingerprint'>[],
): Promise<SameIdentity[]> => {
  const given = sql`select * from unnest(
      ${sql.param(own.map(({ section }) => section))}::text[], ${sql.param(own.map(({ itemId }) => itemId))}::text[],
      ${sql.param(own.map(({ field }) => field))}::text[], ${sql.param(own.map(({ fingerprint }) => fingerprint))}::text[]
    ) as given (section, item_id, field, fingerprint)`
  return readSame((await db.execute<SameRow>(sameRows(given, null))).rows)
}

const sameRows = (own: SQL, applicationId: string | null): SQL => sql`
    with own as materialized (${own}), read as materialized (
      select own.*, theirs.application_id, theirs.field as their_field
      from own cross join lateral (
        select application_id, field from identity_fingerprints
        where fingerprint = own.fingerprint and application_id is distinct from ${applicationId}::uuid
        limit ${MAX_READ}
      ) theirs
    ), shared as materialized (
      select section, item_id, field, fingerprint from read
      group by section, item_id, field, fingerprint having count(*) = ${MAX_READ}
    ), last_decided as materialized (
      -- As our underwriters last decided, with effect.
      select distinct on (application_id) application_id, outcome from underwriting_decisions
      where in_effect and exists (select from shared)
      order by application_id, decided_at desc
    ), pairs as (
      -- One for each pair of equal hashes: of every data key, and of every place that the other has the identity at.
      select section, item_id, field, application_id, their_field from read
      union
      select shared.section, shared.item_id, shared.field, theirs.application_id, theirs.field
      from shared cross join lateral (
        select application_id, field from identity_fingerprints
        where fingerprint = shared.fingerprint and application_id is distinct from ${applicationId}::uuid
          and application_id in (select application_id from last_decided where outcome = 'decline')
        limit ${MAX_READ}
      ) theirs
    ), found as (
      select section, item_id, field, application_id,
        case when bool_and(their_field <> field) then min(their_field) end as "as"
      from pairs group by section, item_id, field, application_id
    ), judged as materialized (
      select found.*, applications.number,
        coalesce(nullif(dba_name, ''), legal_name) as name,
        coalesce((
          select outcome = 'decline' from underwriting_decisions decision
          where decision.application_id = found.application_id and in_effect
          order by decided_at desc limit 1
        ), false) as declined,
        status in ('submitting', 'outcome-unknown') as "isOpen"
      from found join applications on applications.id = found.application_id
    ), ranked as (
      select judged.*,
        count(*) over (partition by section, item_id, field, "as", declined)::int as alike,
        row_number() over (partition by section, item_id, field order by declined desc, "isOpen" desc, number desc) as place
      from judged
    )
    select section, item_id, field, application_id, number, name, "as", declined, "isOpen", alike,
      (not declined or alike >= ${MAX_READ})
        and (section, item_id, field) in (select section, item_id, field from shared) as has_more
    from ranked where place <= ${MAX_SAME}
    order by number desc`

export const readSame = (rows: readonly SameRow[]): SameIdentity[] =>
  rows.map(({ section, item_id, field, application_id, number, alike, has_more, ...other }) => ({
    section,
    itemId: item_id,
    field,
    alike,
    ...(has_more && { hasMore: true }),
    other: {
      applicationId: application_id,
      number: Number(number),
      name: nameInRow(other.name),
      ...((other.as === 'ssn' || other.as === 'taxId') && { as: other.as }),
      ...(other.declined && { declined: true }),
      ...(other.isOpen && { isOpen: true }),
    },
  }))
