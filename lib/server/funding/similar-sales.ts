import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import type { MoneyKnowledge } from '@/lib/domain/funding/check-money'
import { transactionIdKey } from '@/lib/domain/funding/names-read'
import { likeIds, nearIds } from '@/lib/domain/funding/near-sale'
import { eachInSlices } from '@/lib/server/in-slices'
import { unindexedProfile } from '@/lib/server/sales/query-parts'
import { inStrides, type Named } from './logged-sales'

/**
 * For IDs that the log does not have: the profile's sales whose IDs differ only by letter case, whitespace or an
 * apostrophe. There is no limit, because a program may write every ID in lower case.
 */
export async function listOtherSpellings(
  db: DbOrTx,
  profileId: string,
  ids: readonly string[],
): Promise<MoneyKnowledge['otherSpellings']> {
  const otherSpellings: MoneyKnowledge['otherSpellings'] = []
  for (const some of inStrides(ids)) {
    const byKey = Map.groupBy(some, transactionIdKey)
    const { rows } = await db.execute<{ tran_id: string }>(sql`
      select distinct tran_id from callback_events
      where identifiers && (select array(select json_array_elements_text(${JSON.stringify([...byKey.keys()])}::json)))
        and profile_id = ${profileId} and tran_id is not null`)
    const found = Map.groupBy(
      rows.map(({ tran_id }) => tran_id),
      transactionIdKey,
    )
    for (const [key, typed] of byKey) {
      const sales = found.get(key)
      if (sales) for (const id of typed) otherSpellings.push([id, sales])
    }
  }
  return otherSpellings
}

/** No one reads more suggestions than this. */
const MAX_SUGGESTIONS = 50

/** Each ID is searched under hundreds of variants, and no one corrects more than this one by one. */
const MENDED = 20

/**
 * The profile's sales that the IDs were probably meant for: those that differ by zeros before the last digits or by
 * letters that look like digits; for the other IDs, those one typing slip away that the batch does not name itself.
 */
export async function listSimilarSales(
  db: DbOrTx,
  profileId: string,
  ids: readonly string[],
  lines: readonly Named[],
): Promise<MoneyKnowledge['similarSales']> {
  const some = ids.slice(0, MAX_SUGGESTIONS)
  const like = await listAlikeSales(db, profileId, some)
  const found = new Set(like.map(([id]) => id))
  const rest = some.filter((id) => !found.has(id)).slice(0, MENDED)
  return [...like, ...(await listNearSales(db, profileId, rest, lines))]
}

/** For IDs whose sale does not fit (`doubtfulIds`): sales one typing slip away that the batch does not name itself. */
export const listSlipSales = (
  db: DbOrTx,
  profileId: string,
  ids: readonly string[],
  lines: readonly Named[],
): Promise<MoneyKnowledge['similarSales']> => listNearSales(db, profileId, ids.slice(0, MENDED), lines)

async function listAlikeSales(
  db: DbOrTx,
  profileId: string,
  ids: readonly string[],
): Promise<MoneyKnowledge['similarSales']> {
  const typed = ids.flatMap((id) => likeIds(id).map((like) => ({ id, like })))
  if (typed.length === 0) return []
  const { rows } = await db.execute<NearRow>(sql`
    select distinct on (typed.id) typed.id, events.tran_id, events.amount_minor
    from json_to_recordset(${JSON.stringify(typed)}::json) as typed (id text, "like" text)
    cross join lateral (
      select tran_id, amount_minor from callback_events
      where identifiers @> array[typed."like"] and profile_id = ${profileId} and lower(tran_id) = typed."like" limit 1
    ) events`)
  return nearSales(rows)
}

async function listNearSales(
  db: DbOrTx,
  profileId: string,
  ids: readonly string[],
  lines: readonly Named[],
): Promise<MoneyKnowledge['similarSales']> {
  const typed = ids.flatMap((id) => nearIds(id).map((near) => ({ id, near })))
  if (typed.length === 0) return []
  const besides = new Set<string>()
  await eachInSlices(lines, ({ transactionId }) => besides.add(transactionId))
  const { rows } = await db.execute<NearRow>(sql`
    select typed.id, events.tran_id, events.amount_minor, events.merchant_id
    from json_to_recordset(${JSON.stringify(typed)}::json) as typed (id text, near text)
    cross join lateral (
      select tran_id, amount_minor, merchant_id from callback_events
      where tran_id = typed.near and tran_id is not null and ${unindexedProfile()} = ${profileId} offset 0
    ) events
    order by typed.id, events.tran_id`)
  return nearSales(rows.filter(({ tran_id }) => !besides.has(tran_id))).map(([id, near]) => [
    id,
    near.map((sale) => ({ ...sale, isSlip: true })),
  ])
}

type NearRow = { id: string; tran_id: string; amount_minor: string | null; merchant_id?: string }

const nearSales = (rows: readonly NearRow[]): MoneyKnowledge['similarSales'] =>
  [...Map.groupBy(rows, ({ id }) => id)].map(([id, own]) => [
    id,
    own.map(({ tran_id, amount_minor, merchant_id }) => ({
      id: tran_id,
      amountMinor: amount_minor === null ? null : Number(amount_minor),
      ...(merchant_id && { merchantId: merchant_id }),
    })),
  ])
