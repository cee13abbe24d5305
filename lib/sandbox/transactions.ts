import { crc32 } from 'node:zlib'
import { and, asc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { sandboxFundings, sandboxSales } from '@/lib/db/schema/sandbox'
import type { TransactionIdentifiers } from '@/lib/domain/funding/request-rules'

/** A transaction that can be asked about. Only a debit has a reference number that leads to it. */
export type KnownTransaction = {
  id: string
  retrievalReferenceNumber: string | null
  kind: 'credit' | 'debit' | 'pin-debit' | 'declined'
  settled: boolean
}

export type FundingAmount = { merchantId: string; amount: string }

/** The funding amounts that a request gives one transaction. */
export type GivenAmounts = { transactionId: string; amounts: readonly FundingAmount[] }

/** contract.md, "The sandbox": transactions that are there without rows, since all follows from the name. */
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
 * Reads what is needed of the hosted-page sales, and gives a finder of these transactions. With a profile, the
 * sales of another one are not there.
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

/** One parameter, where `inArray` would make one of each of 10,000. */
const textsOf = (texts: string[]): SQL => sql`(select json_array_elements_text(${JSON.stringify(texts)}))`

/** One of the buckets of `sandboxFundings`, always the same for a transaction. */
const bucketOf = (transactionId: string): number => crc32(transactionId) % BUCKETS
const BUCKETS = 512

/**
 * Adds what a request gives its transactions, each named once. Nothing that is there is read or changed, so
 * requests at once neither wait for nor undo each other. One number for all of it: of two requests that name
 * the same transactions, one is the later for every one of them.
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

/** What holds of a transaction's funding amounts after all requests that gave it some. */
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
 * Interface, "Create or modify funding amounts": what is given for a merchant takes the place of what it had;
 * other merchants keep theirs. A merchant that one request names twice has both.
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
