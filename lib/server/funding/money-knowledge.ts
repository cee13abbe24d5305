import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { type FundableSale, whyLeftOut } from '@/lib/domain/callbacks/left-out'
import {
  type KnownMerchant,
  type KnownSale,
  type MoneyKnowledge,
  transactionKey,
} from '@/lib/domain/funding/check-money'
import type { FundingLine } from '@/lib/domain/funding/line'
import { splitWords } from '@/lib/domain/merchants/default-split'
import { type LookAlike, lookAlikeFinder, lookAlikeWords } from '@/lib/domain/merchants/look-alike'
import type { StoredShare } from '@/lib/domain/merchants/merchant'
import { nearestMerchantId } from '@/lib/domain/merchants/nearest-merchant-id'
import { listNamedMerchants } from '@/lib/server/merchants/data'
import { loadFundingRules } from '@/lib/server/settings'
import { listHeldAmounts } from './held-amounts'

/** Which batch the lines are of: one that is not stored yet has no id, and may have a parent. */
export type Subject = { profileId: string; batchId: string | null; parentId: string | null }

type Named = Pick<FundingLine, 'transactionId' | 'retrievalReferenceNumber' | 'merchantId'>

/** A transaction by every name that the desk knows of it; '' for one that it does not know. */
type Name = { key: string; id: string; reference: string }

/**
 * Everything that the desk knows of the transactions and merchants of these lines, in a few statements however many
 * there are. To act on it, ask for it under `lockStandings`.
 */
export async function loadMoneyKnowledge(
  db: DbOrTx,
  subject: Subject,
  lines: readonly Named[],
): Promise<MoneyKnowledge> {
  const { unlogged, overSale } = await loadFundingRules(db)
  const rows = await listSaleRows(db, subject.profileId, lines)
  const names = soleReferences(rows)
  const find = (reference: string) => names.get(reference) ?? null
  const named = nameTransactions(lines, find, rows)
  const transactions = await listNamedInBatches(db, named)
  const held = await listHeldAmounts(db, transactions, subject.batchId ?? undefined)
  return {
    names: [...names],
    sales: salesOf(rows, find),
    held: [...held].map(([key, amounts]) => ({ key, amounts })),
    open: await listOpen(db, transactions, subject.batchId),
    declaredAbsent: await listDeclaredAbsent(db, transactions, subject.batchId),
    likeSales: await listLikeSales(db, subject.profileId, unloggedIds(named, rows)),
    ...(await loadMerchants(db, lines)),
    overrides: subject.batchId === null || !overSale ? [] : await listOverrides(db, subject.batchId),
    origins: await listOrigins(db, subject),
    unlogged,
  }
}

type SaleRow = {
  /** As a line has it: its transaction id, else its reference number. */
  id: string
  reference: string
  n: number
  isOwnProfile: boolean
  tranId: string
  retrievalRefNumber: string
  /** No other sale of the profile has its reference number. */
  isSole: boolean
  amountMinor: number | null
  state: FundableSale['state']
  isSale: boolean
  currencyCode: string
  anomalies: FundableSale['anomalies']
  isOutside: boolean
  merchantId: string
  judgedBy: string | null
}

/** As the statement gives it: see `listSaleRows`. */
type SaleCells = [
  id: string,
  reference: string,
  n: number,
  isOwnProfile: boolean,
  tranId: string,
  retrievalRefNumber: string,
  isSole: boolean,
  amountMinor: number | null,
  state: FundableSale['state'],
  isSale: boolean,
  currencyCode: string,
  anomalies: FundableSale['anomalies'],
  isOutside: boolean,
  merchantId: string,
  judgedBy: string | null,
]

/**
 * Every sale that the log knows by one of the identifiers, of any profile. As one JSON: to read 50,000 rows cell by cell
 * takes four times as long as to find them.
 */
async function listSaleRows(db: DbOrTx, profileId: string, lines: readonly Named[]): Promise<SaleRow[]> {
  const ids = new Set<string>()
  const references = new Set<string>()
  for (const { transactionId, retrievalReferenceNumber } of lines) {
    if (transactionId !== '') ids.add(transactionId)
    else if (retrievalReferenceNumber !== '') references.add(retrievalReferenceNumber)
  }
  if (ids.size + references.size === 0) return []
  const columns = sql`n, profile_id, tran_id, retrieval_ref_number, amount_minor, state, funding, currency_code,
    anomalies, outside_at, merchant_id, amount_by, settled_by`
  // `offset 0` keeps each a look-up in its index, also before PostgreSQL has statistics.
  const { rows } = await db.execute<{ sales: string | null }>(sql`
    select json_agg(json_build_array(named.id, named.reference, events.n, events.profile_id = ${profileId}, events.tran_id,
      events.retrieval_ref_number,
      events.retrieval_ref_number <> '' and not exists (
        select from callback_events others
        where others.retrieval_ref_number = events.retrieval_ref_number and others.retrieval_ref_number <> ''
          and others.profile_id || '' = events.profile_id and others.tran_id <> events.tran_id
      ),
      events.amount_minor, events.state, events.funding <> 'none', events.currency_code, events.anomalies,
      events.outside_at is not null, events.merchant_id,
      (select name from users where users.id = coalesce(events.amount_by, events.settled_by))))::text as sales
    from (
      select id, '' as reference from json_array_elements_text(${JSON.stringify([...ids])}::json) as ids (id)
      union all
      select '', reference from json_array_elements_text(${JSON.stringify([...references])}::json) as names (reference)
    ) named
    cross join lateral (
      (select ${columns} from callback_events where tran_id = named.id and tran_id is not null and named.id <> '' offset 0)
      union all
      (select ${columns} from callback_events
        where retrieval_ref_number = named.reference and retrieval_ref_number <> '' and named.reference <> ''
          and tran_id is not null offset 0)
    ) events`)
  const sales: SaleCells[] = JSON.parse(rows[0]?.sales ?? '[]')
  return sales.map(
    ([
      id,
      reference,
      n,
      isOwnProfile,
      tranId,
      retrievalRefNumber,
      isSole,
      amountMinor,
      state,
      isSale,
      currencyCode,
      anomalies,
      isOutside,
      merchantId,
      judgedBy,
    ]) => ({
      id,
      reference,
      n,
      isOwnProfile,
      tranId,
      retrievalRefNumber,
      isSole,
      amountMinor,
      state,
      isSale,
      currencyCode,
      anomalies,
      isOutside,
      merchantId,
      judgedBy,
    }),
  )
}

/** Those of the transactions that a line of a batch names: of the others there is nothing to be found in batches. */
async function listNamedInBatches(db: DbOrTx, names: readonly Name[]): Promise<Name[]> {
  if (names.length === 0) return []
  const asked = JSON.stringify(names.map(({ id, reference }) => [id, reference]))
  const { rows } = await db.execute<{ named: string | null }>(sql`
    select json_agg(at)::text as named from (
      select at - 1 as at, pair ->> 0 as id, pair ->> 1 as reference
      from json_array_elements(${asked}::json) with ordinality as pairs (pair, at) offset 0
    ) names
    where exists (
      select from funding_lines where transaction_id = names.id and transaction_id <> '' offset 0
    ) or (names.reference <> '' and exists (
      select from funding_lines
      where retrieval_reference_number = names.reference and retrieval_reference_number <> '' offset 0
    ))`)
  const places: number[] = JSON.parse(rows[0]?.named ?? '[]')
  return places.flatMap((at) => names[at] ?? [])
}

/** Which reference numbers lead to one transaction of the profile; one that several have leads nowhere. */
function soleReferences(rows: readonly SaleRow[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { isOwnProfile, isSole, retrievalRefNumber, tranId } of rows) {
    if (isOwnProfile && isSole) names.set(retrievalRefNumber, tranId)
  }
  return names
}

function nameTransactions(
  lines: readonly Named[],
  find: (reference: string) => string | null,
  rows: readonly SaleRow[],
): Name[] {
  // Also one that another sale has by now: what was funded by it may have been this one.
  const references = new Map<string, string>()
  for (const { tranId, retrievalRefNumber } of rows) {
    if (retrievalRefNumber !== '') references.set(tranId, retrievalRefNumber)
  }
  const names = new Map<string, Name>()
  for (const line of lines) {
    const { transactionId, retrievalReferenceNumber } = line
    if (transactionId === '' && retrievalReferenceNumber === '') continue
    const key = transactionKey(line, find)
    if (names.has(key)) continue
    const id = transactionId || find(retrievalReferenceNumber) || ''
    names.set(key, { key, id, reference: references.get(id) ?? (id === '' ? retrievalReferenceNumber : '') })
  }
  return [...names.values()]
}

/** One for each transaction. Where two receivers of the profile tell of it differently, it is in conflict. */
function salesOf(rows: readonly SaleRow[], find: (reference: string) => string | null): KnownSale[] {
  const byKey = new Map<string, SaleRow[]>()
  for (const row of rows) {
    const key = transactionKey({ transactionId: row.id, retrievalReferenceNumber: row.reference }, find)
    const others = byKey.get(key)
    if (others) others.push(row)
    else byKey.set(key, [row])
  }
  const known: KnownSale[] = []
  for (const [key, all] of byKey) {
    const own = all.length === 1 ? all : all.filter(({ isOwnProfile }) => isOwnProfile)
    const sales = own.length > 0 ? own : all
    const [first] = sales
    if (first) known.push(saleOf(key, first, sales))
  }
  return known
}

function saleOf(key: string, first: SaleRow, sales: readonly SaleRow[]): KnownSale {
  const isOfOtherProfile = !first.isOwnProfile
  const { n, amountMinor } = first
  if (sales.some(({ tranId }) => tranId !== first.tranId))
    return {
      key,
      n,
      amountMinor: null,
      trouble: 'ambiguous',
      isOfOtherProfile,
      merchantId: '',
      judgedBy: null,
    }
  const differs = sales.some((sale) => sale.amountMinor !== amountMinor)
  let trouble: KnownSale['trouble'] = null
  for (const sale of sales) trouble ??= troubleOf(sale)
  return {
    key,
    n,
    amountMinor,
    trouble: trouble ?? (differs ? 'conflict' : null),
    isOfOtherProfile,
    merchantId: sales.find(({ merchantId }) => merchantId !== '')?.merchantId ?? '',
    judgedBy: sales.find(({ judgedBy }) => judgedBy !== null)?.judgedBy ?? null,
  }
}

/** How far its money is counts by the batches themselves: `listOpen`, `listHeldAmounts`. */
function troubleOf({
  state,
  isSale,
  amountMinor,
  currencyCode,
  anomalies,
  isOutside,
}: SaleRow): KnownSale['trouble'] {
  const funding = !isSale ? 'none' : isOutside ? 'outside' : 'unfunded'
  const reason = whyLeftOut({ state, funding, amountMinor, currencyCode, anomalies })
  return reason === 'in-batch' || reason === 'funded' ? null : reason
}

/** Transaction ids that the log has not, at most so many: of more nobody reads what each could have meant. */
function unloggedIds(transactions: readonly Name[], rows: readonly SaleRow[]): string[] {
  const logged = new Set(rows.map(({ tranId }) => tranId))
  const unlogged: string[] = []
  for (const { id } of transactions) {
    if (id !== '' && !logged.has(id) && unlogged.push(id) === SUGGESTED) break
  }
  return unlogged
}

/** Sales of the profile whose id differs in upper and lower case, or in zeros before its last digits. */
async function listLikeSales(
  db: DbOrTx,
  profileId: string,
  ids: readonly string[],
): Promise<MoneyKnowledge['likeSales']> {
  const typed = ids.flatMap((id) => likeIds(id).map((like) => ({ id, like })))
  if (typed.length === 0) return []
  const { rows } = await db.execute<{ id: string; tran_id: string }>(sql`
    select distinct on (typed.id) typed.id, events.tran_id
    from json_to_recordset(${JSON.stringify(typed)}::json) as typed (id text, "like" text)
    cross join lateral (
      select tran_id from callback_events
      where identifiers @> array[typed."like"] and profile_id = ${profileId} and lower(tran_id) = typed."like" limit 1
    ) events`)
  return rows.map(({ id, tran_id }) => [id, tran_id])
}

const MOST_ZEROS = 3

/** `SBX-C-20237`: itself in lower case, and with one to three zeros more or fewer before its last digits. */
function likeIds(id: string): string[] {
  const lower = id.toLowerCase()
  const [, before = '', zeros = '', rest = ''] = /^(.*?)(0*)(\d+)$/s.exec(lower) ?? []
  if (rest === '') return [lower]
  const counts = Array.from({ length: 2 * MOST_ZEROS + 1 }, (_, index) => zeros.length + index - MOST_ZEROS)
  return counts.filter((count) => count >= 0).map((count) => `${before}${'0'.repeat(count)}${rest}`)
}

/** The batches that have a transaction and have not ended it: drafts, and what waits, is sent, or is not known. */
async function listOpen(
  db: DbOrTx,
  names: readonly Name[],
  batchId: string | null,
): Promise<MoneyKnowledge['open']> {
  if (names.length === 0) return []
  const { rows } = await db.execute<{ key: string; number: string; is_draft: boolean }>(sql`
    with names as materialized (
      select * from json_to_recordset(${JSON.stringify(names)}::json) as names (key text, id text, reference text)
    ),
    found as (
      select names.key, lines.batch_id, lines.transaction_no from names cross join lateral (
        (select batch_id, transaction_no from funding_lines
          where transaction_id = names.id and transaction_id <> '' offset 0)
        union all
        (select batch_id, transaction_no from funding_lines
          where retrieval_reference_number = names.reference and retrieval_reference_number <> '' offset 0)
      ) lines
    )
    select distinct on (found.key) found.key, batches.number, batches.status = 'draft' as is_draft
    from found
      join funding_batches batches on batches.id = found.batch_id
        and batches.status <> 'discarded' and batches.id is distinct from ${batchId}::uuid
      left join funding_requests requests on requests.batch_id = found.batch_id
        and found.transaction_no between requests.first_transaction and requests.last_transaction
    where requests.state is null or requests.state not in ('accepted', 'refused', 'withdrawn')
    order by found.key, is_draft, batches.number desc`)
  return rows.map(({ key, number, is_draft }) => ({ key, batch: Number(number), isDraft: is_draft }))
}

/** By the last attempt of a request that was not sent again since. */
async function listDeclaredAbsent(
  db: DbOrTx,
  names: readonly Name[],
  batchId: string | null,
): Promise<MoneyKnowledge['declaredAbsent']> {
  if (names.length === 0) return []
  const { rows } = await db.execute<{ key: string; number: string; by: string }>(sql`
    with absent as materialized (
      select requests.batch_id, requests.first_transaction, requests.last_transaction, batches.number, users.name as by
      from funding_attempts attempts
        join funding_requests requests on requests.batch_id = attempts.batch_id and requests.n = attempts.request
          and requests.state not in ('accepted', 'sending', 'unknown')
        join funding_batches batches on batches.id = attempts.batch_id
        join users on users.id = attempts.resolved_by
      where attempts.resolution = 'absent' and attempts.batch_id is distinct from ${batchId}::uuid
        and not exists (
          select from funding_attempts later
          where later.batch_id = attempts.batch_id and later.request = attempts.request
            and later.sequence > attempts.sequence
        )
    ),
    names as materialized (
      select * from json_to_recordset(${JSON.stringify(names)}::json) as names (key text, id text, reference text)
      where exists (select from absent)
    )
    select distinct on (names.key) names.key, absent.number, absent.by
    from absent
      join funding_lines lines on lines.batch_id = absent.batch_id
        and lines.transaction_no between absent.first_transaction and absent.last_transaction
      join names on (names.id <> '' and lines.transaction_id = names.id)
        or (names.reference <> '' and lines.retrieval_reference_number = names.reference)
    order by names.key, absent.number desc`)
  return rows.map(({ key, number, by }) => ({ key, batch: Number(number), by }))
}

async function loadMerchants(
  db: DbOrTx,
  lines: readonly Named[],
): Promise<Pick<MoneyKnowledge, 'merchants' | 'suggestions'>> {
  const ids = [...new Set(lines.map(({ merchantId }) => merchantId))].filter((id) => id !== '')
  if (ids.length === 0) return { merchants: [], suggestions: [] }
  const { rows } = await db.execute<{
    merchant_id: string
    name: string
    state: Exclude<KnownMerchant['standing'], 'unconfirmed'>
    is_confirmed: boolean
    is_paid: boolean | null
    split: StoredShare[]
  }>(sql`
    select merchants.merchant_id, merchants.name, merchants.state, merchants.split,
      merchants.confirmed_at is not null as is_confirmed, paid.is_paid
    from merchants left join lateral (
      select true as is_paid from funding_lines lines
        join funding_requests requests on requests.batch_id = lines.batch_id and requests.state = 'accepted'
          and lines.transaction_no between requests.first_transaction and requests.last_transaction
      where lines.merchant_id = merchants.merchant_id and lines.amount_minor > 0
        and not exists (
          select from funding_failures failures
          where failures.batch_id = lines.batch_id and failures.transaction_no = lines.transaction_no
        )
      limit 1
    ) paid on true
    where merchants.merchant_id in (select json_array_elements_text(${JSON.stringify(ids)}::json))`)
  const known = new Set(rows.map(({ merchant_id }) => merchant_id))
  const find = rows.some(({ is_paid }) => is_paid !== true)
    ? lookAlikeFinder(await listNamedMerchants(db))
    : null
  return {
    merchants: rows.map(({ merchant_id, name, state, is_confirmed, is_paid, split }) => ({
      merchantId: merchant_id,
      name,
      standing: is_confirmed ? state : 'unconfirmed',
      isFirst: is_paid !== true,
      ...(is_paid !== true && find && lookAlikeTold(find({ merchantId: merchant_id, name }))),
      ...(split.length > 0 && { defaultSplit: splitWords(merchant_id, split) }),
    })),
    suggestions: await suggestMerchants(
      db,
      ids.filter((id) => !known.has(id)),
    ),
  }
}

const lookAlikeTold = (others: readonly LookAlike[]): Pick<KnownMerchant, 'lookAlike'> =>
  others.length === 0 ? {} : { lookAlike: lookAlikeWords(others) }

/** Of more nobody reads what each could have meant. */
const SUGGESTED = 50

async function suggestMerchants(
  db: DbOrTx,
  unknown: readonly string[],
): Promise<MoneyKnowledge['suggestions']> {
  if (unknown.length === 0) return []
  const known = await listNamedMerchants(db)
  const ids = known.map(({ merchantId }) => merchantId)
  // A file may have the names, as people know them.
  const byName = Map.groupBy(known, ({ name }) => name.toLowerCase())
  return unknown.slice(0, SUGGESTED).flatMap((id): [string, string][] => {
    const named = byName.get(id.toLowerCase()) ?? []
    const nearest = (named.length === 1 ? named[0]?.merchantId : null) ?? nearestMerchantId(id, ids)
    return nearest === null ? [] : [[id, nearest]]
  })
}

async function listOverrides(db: DbOrTx, batchId: string): Promise<MoneyKnowledge['overrides']> {
  const { rows } = await db.execute<{
    key: string
    allowed_minor: string
    sale_minor: string
    by: string
    reason: string
  }>(sql`
    select overrides.key, overrides.allowed_minor, overrides.sale_minor, users.name as by, overrides.reason
    from funding_overrides overrides
      join users on users.id = overrides.by
      join funding_batches batches on batches.id = overrides.batch_id and overrides.by <> all (batches.worked_on_by)
    where overrides.batch_id = ${batchId}::uuid order by overrides.key`)
  return rows.map(({ key, allowed_minor, sale_minor, by, reason }) => ({
    key,
    allowedMinor: Number(allowed_minor),
    saleMinor: Number(sale_minor),
    by,
    reason,
  }))
}

/** The batches that this one retries or corrects, and those that they did. */
async function listOrigins(db: DbOrTx, { batchId, parentId }: Subject): Promise<number[]> {
  const { rows } = await db.execute<{ number: string }>(sql`
    with recursive origins (id, parent_id, number) as (
      select id, parent_id, number from funding_batches where id = coalesce(
        ${parentId}::uuid, (select parent_id from funding_batches where id = ${batchId}::uuid)
      )
      union all
      select parents.id, parents.parent_id, parents.number from funding_batches parents
        join origins on parents.id = origins.parent_id
    )
    select number from origins`)
  return rows.map(({ number }) => Number(number))
}
