import { crc32 } from 'node:zlib'
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { sandboxFundings, sandboxSales } from '@/lib/db/schema/sandbox'
import type { TransactionIdentifiers } from '@/lib/domain/funding/request-rules'

/** A transaction that can be looked up. Only debits can be found by reference number. */
export type KnownTransaction = {
  id: string
  retrievalReferenceNumber: string | null
  kind: 'credit' | 'debit' | 'pin-debit' | 'declined'
  settled: boolean
}

export type FundingAmount = { merchantId: string; amount: string }

/** A request's funding amounts for one transaction. */
export type GivenAmounts = { transactionId: string; amounts: readonly FundingAmount[] }

/** contract.md, "The sandbox": transactions without rows, because everything follows from their ids. */
const SERIES: Readonly<
  Record<string, { kind: KnownTransaction['kind']; settledEnding?: string; referencePrefix?: string }>
> = {
  C: { kind: 'credit', settledEnding: '7' },
  D: { kind: 'debit', settledEnding: '0', referencePrefix: '9' },
  P: { kind: 'pin-debit', referencePrefix: '8' },
  X: { kind: 'declined' },
}
const LAST_OF_SERIES = 200_000

function namedTransaction(id: string): KnownTransaction | null {
  const [, letter = '', digits = ''] = /^SBX-([CDPX])-(\d{6})$/.exec(id) ?? []
  const series = SERIES[letter]
  const number = Number(digits)
  if (!series || number < 1 || number > LAST_OF_SERIES) return null
  const { kind, settledEnding, referencePrefix } = series
  return {
    id,
    retrievalReferenceNumber: referencePrefix ? referencePrefix + digits.padStart(11, '0') : null,
    kind,
    settled: settledEnding !== undefined && digits.endsWith(settledEnding),
  }
}

function namedByReference(retrievalReferenceNumber: string): KnownTransaction | null {
  const [, prefix, digits] = /^([89])0{5}(\d{6})$/.exec(retrievalReferenceNumber) ?? []
  return digits === undefined ? null : namedTransaction(`SBX-${prefix === '9' ? 'D' : 'P'}-${digits}`)
}

/**
 * Loads the hosted-page sales among the wanted transactions and returns a function that finds transactions. With a
 * profile, sales of other profiles are not found.
 */
export async function findTransactions(
  tx: Tx,
  wanted: readonly TransactionIdentifiers[],
  profileId?: string,
): Promise<(identifiers: TransactionIdentifiers) => KnownTransaction | null> {
  const sales = await findSales(
    tx,
    wanted.flatMap(({ id }) => (id && !namedTransaction(id) ? [id] : [])),
    wanted.flatMap(({ retrievalReferenceNumber: reference }) =>
      reference && !namedByReference(reference) ? [reference] : [],
    ),
    profileId,
  )
  const byId = new Map(sales.map((sale) => [sale.id, sale]))
  const byReference = new Map(sales.map((sale) => [sale.retrievalReferenceNumber, sale]))
  return ({ id, retrievalReferenceNumber: reference }) => {
    if (id) return namedTransaction(id) ?? byId.get(id) ?? null
    return reference ? (namedByReference(reference) ?? byReference.get(reference) ?? null) : null
  }
}

async function findSales(
  tx: Tx,
  ids: string[],
  references: string[],
  profileId: string | undefined,
): Promise<KnownTransaction[]> {
  if (ids.length === 0 && references.length === 0) return []
  const found = await tx
    .select()
    .from(sandboxSales)
    .where(
      and(
        profileId === undefined ? undefined : eq(sandboxSales.profileId, profileId),
        or(
          sql`${sandboxSales.tranId} in ${textsOf(ids)}`,
          sql`${sandboxSales.retrievalReferenceNumber} in ${textsOf(references)}`,
        ),
      ),
    )
  return found.map(({ tranId, retrievalReferenceNumber, kind, approved }) => ({
    id: tranId,
    retrievalReferenceNumber: kind === 'debit' ? retrievalReferenceNumber : null,
    kind: approved ? kind : 'declined',
    settled: false,
  }))
}

/** Passes all texts as one parameter; `inArray` would use 10,000. */
const textsOf = (texts: string[]): SQL => sql`(select json_array_elements_text(${JSON.stringify(texts)}))`

/** A transaction's bucket in `sandboxFundings`; it never changes. */
const bucketOf = (transactionId: string): number => crc32(transactionId) % BUCKETS
const BUCKETS = 512

/**
 * Stores a request's amounts; each transaction occurs once. It only inserts rows, so concurrent requests neither wait
 * for nor overwrite each other. All rows share one number, so that of two requests with the same transactions, the
 * same one is the later for all of them.
 */
export async function storeAmounts(tx: Tx, given: readonly GivenAmounts[], at: Date): Promise<void> {
  const buckets: (typeof sandboxFundings.$inferInsert)['entries'][] = Array.from(
    { length: BUCKETS },
    () => [],
  )
  for (const { transactionId, amounts } of given) {
    buckets[bucketOf(transactionId)]?.push([
      transactionId,
      amounts.map(({ merchantId, amount }) => [merchantId, amount]),
    ])
  }
  await tx.execute(sql`
    insert into ${sandboxFundings} (bucket, request, entries, at)
    select number - 1, (select nextval(pg_get_serial_sequence('sandbox.fundings', 'request'))), entries,
      ${at.toISOString()}::timestamptz
    from json_array_elements(${JSON.stringify(buckets)}) with ordinality as buckets (entries, number)
    where json_array_length(entries) > 0`)
}

/** A transaction's funding amounts after all requests. */
export async function readAmounts(
  tx: Tx,
  transactionId: string,
): Promise<{ merchantFundingAmounts: FundingAmount[]; updatedAt: Date | null }> {
  const rows = await tx
    .select({ entries: sandboxFundings.entries, at: sandboxFundings.at })
    .from(sandboxFundings)
    .where(eq(sandboxFundings.bucket, bucketOf(transactionId)))
    .orderBy(asc(sandboxFundings.request))
  let merchantFundingAmounts: FundingAmount[] = []
  let updatedAt: Date | null = null
  for (const { entries, at } of rows) {
    const given = entries.find(([id]) => id === transactionId)?.[1]
    if (!given) continue
    const amounts = given.map(([merchantId, amount]) => ({ merchantId, amount }))
    merchantFundingAmounts = modify(merchantFundingAmounts, amounts)
    updatedAt = at
  }
  return { merchantFundingAmounts, updatedAt }
}

/**
 * Interface, "Create or modify funding amounts": a merchant's new amounts replace its old ones, and other merchants
 * keep theirs. A merchant that occurs twice in one request has both amounts.
 */
function modify(held: readonly FundingAmount[], given: readonly FundingAmount[]): FundingAmount[] {
  const byMerchant = Map.groupBy(given, ({ merchantId }) => merchantId)
  const modified = new Set<string>()
  const kept = held.flatMap((amount) => {
    const { merchantId } = amount
    if (modified.has(merchantId)) return []
    const inItsPlace = byMerchant.get(merchantId)
    if (inItsPlace) modified.add(merchantId)
    return inItsPlace ?? [amount]
  })
  return [...kept, ...given.filter(({ merchantId }) => !modified.has(merchantId))]
}
