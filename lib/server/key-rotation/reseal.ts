import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import { log } from '@/lib/log'
import { requestPlace } from '@/lib/server/applications/attempt'
import { secretPlace } from '@/lib/server/callbacks/forwarding/forward-signature'
import { fileKeyPlace } from '@/lib/server/documents/upload-files'
import { resealSection } from '@/lib/server/drafts/sealed-sections'
import { factorSecretPlace } from '@/lib/server/factors/totp'
import type { Place, Sealer } from '@/lib/server/sealing/sealer'
import type { Services } from '@/lib/server/services'

/** `stays`: values that do not open, which are told of and left as they are. */
export type Resealed = { resealed: number; stays: number }

/** Rows of one transaction. */
const PAGE = 200

/** Everything sealed that the desk's tables have: a column more with sealed values is a row more here. */
const COLUMNS: readonly Column[] = [
  text('documents', 'sealed_key', fileKeyPlace),
  text('partner_attempts', 'request', requestPlace),
  text('second_factors', 'secret_sealed', factorSecretPlace),
  text('callback_endpoints', 'secret', secretPlace),
  section('application_sections', 'data'),
  section('sent_sections', 'sent'),
  section('sent_sections', 'taken'),
  {
    table: 'underwriting_requests',
    column: 'before',
    key: ['id'],
    owner: 'application_id',
    reseal: (sealer, { owner, value }) =>
      Object.fromEntries(
        Object.entries(storedSection.parse(value)).map(([name, data]) => [
          name,
          resealIn(sealer, owner, name, data),
        ]),
      ),
  },
]

type Row = { place: string; id: string; name: string; owner: string; value: unknown }

type Column = {
  table: string
  column: string
  /** The columns of its key: an id, and a name where that is a part of it. */
  key: readonly [id: string, name?: string]
  /** Of whom the value is a part. */
  owner: string
  reseal(sealer: Sealer, row: Row): unknown
}

function text(table: string, column: string, place: (id: string) => Place): Column {
  return {
    table,
    column,
    key: ['id'],
    owner: 'id',
    reseal: (sealer, { owner, value }) => sealer.reseal(place(owner), String(value)),
  }
}

function section(table: string, column: string): Column {
  return {
    table,
    column,
    key: ['application_id', 'section'],
    owner: 'application_id',
    reseal: (sealer, { name, owner, value }) => resealIn(sealer, owner, name, value),
  }
}

/** A section as it was stored, of whatever version. */
const resealIn = (sealer: Sealer, applicationId: string, name: string, stored: unknown): unknown =>
  resealSection(
    sealer,
    applicationId,
    name as AnySectionName,
    storedSection.parse(stored) as SectionDraft<AnySectionName>,
  )

const storedSection = z.record(z.string(), z.unknown())

type RowKey = Pick<Row, 'id' | 'name'>
/** `last`: the key of the last row; null where none are left. */
type Page = Resealed & { last: RowKey | null }

/** Seals with the key in use whatever another one sealed. Ends early where the desk is stopping. */
export async function resealValues(
  { db, sealer, jobs }: Pick<Services, 'db' | 'sealer'> & { jobs: Pick<Services['jobs'], 'isStopping'> },
  onPage: (resealed: number) => Promise<void> | void = () => {},
): Promise<Resealed> {
  const total: Resealed = { resealed: 0, stays: 0 }
  for (const column of COLUMNS) {
    for (let after: RowKey | null = null; !jobs.isStopping(); ) {
      const from: RowKey | null = after
      const page: Page = await db.transaction((tx) => resealPage(tx, sealer, column, from))
      total.resealed += page.resealed
      total.stays += page.stays
      await onPage(total.resealed)
      after = page.last
      if (after === null) break
    }
  }
  return total
}

async function resealPage(
  tx: Tx,
  sealer: Sealer,
  { table, column, key: [id, name], owner, reseal }: Column,
  after: RowKey | null,
): Promise<Page> {
  const at = (of: string) => sql`${sql.identifier(of)}`
  const key = name === undefined ? at(id) : sql`${at(id)}, ${at(name)}`
  const before =
    after && (name === undefined ? sql`${after.id}::uuid` : sql`${after.id}::uuid, ${after.name}`)
  // A sealed value names its key behind `v1.`; the lookahead leaves out the one in use.
  const old = String.raw`(^|")v1\.(?!${sealer.keyInUse()}\.)\d+\.`
  const { rows } = await tx.execute<Row>(sql`
    select ctid::text as place, ${at(id)}::text as id, ${name === undefined ? sql`''` : at(name)} as name,
      ${at(owner)}::text as owner, ${at(column)} as value
    from ${at(table)}
    where ${before ? sql`(${key}) > (${before})` : sql`true`} and ${at(column)}::text ~ ${old}
    order by ${key} limit ${sql.raw(String(PAGE))} for update`)
  const done = { resealed: 0, stays: 0 }
  for (const row of rows) {
    let value: unknown
    try {
      value = reseal(sealer, row)
    } catch (error) {
      log.error(
        { err: error, table, column, row: row.id },
        'a sealed value does not open, and stays as it is',
      )
      done.stays += 1
      continue
    }
    const given = typeof value === 'string' ? sql`${value}` : sql`${JSON.stringify(value)}::jsonb`
    // The place of the row: it is locked, and so stays where it is.
    await tx.execute(sql`update ${at(table)} set ${at(column)} = ${given} where ctid = ${row.place}::tid`)
    done.resealed += 1
  }
  const last = rows.at(-1)
  return { ...done, last: rows.length < PAGE || !last ? null : { id: last.id, name: last.name } }
}
