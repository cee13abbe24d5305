import type { KnownMerchant, MoneyIndex } from './check-money'
import type { FundingLine } from './line'

/**
 * A text that stood for a merchant or a transaction, the id that it names, and in how many rows it stood. `name`: the
 * merchant's; null for a transaction. `isReference`: a reference number of the sale that the line names by its id as well,
 * told once for all such rows.
 */
export type ReadAs = { typed: string; id: string; name: string | null; rows: number; isReference?: true }

/** The one merchant that a text names, by its name or its id in other capitals; null where there is none, or several. */
export function soleMerchant(
  text: string,
  { named, merchants }: Pick<MoneyIndex, 'named' | 'merchants'>,
): KnownMerchant | null {
  const ids = named.get(text)
  return ids?.length === 1 ? (merchants.get(ids[0] ?? '') ?? null) : null
}

/**
 * Equal for transaction ids that differ in letter case, in blanks, and in the apostrophe by which a spreadsheet keeps a
 * text: nobody means another transaction by them.
 */
export const transactionIdKey = (id: string): string =>
  id
    .replace(/^['’‘`´]+/, '')
    .replace(/\s/gu, '')
    .toLowerCase()

/**
 * The lines with the id of the merchant where a text names exactly one, and with the transaction id of the log where
 * exactly one sale differs from it by no more than `transactionIdKey` leaves out. A reference number beside the id of
 * the same sale is left out: a request has one of the two. A closed merchant is not read: its lines are errors, and say
 * whose they are. Lines that stay as they are stay the same objects.
 */
export function withNamesRead(
  lines: readonly FundingLine[],
  index: Pick<MoneyIndex, 'named' | 'merchants' | 'sameSales' | 'findTransactionId'>,
): { lines: readonly FundingLine[]; readAs: ReadAs[] } {
  const isNothingNamed = index.named.size === 0 && index.sameSales.size === 0
  if (isNothingNamed && !lines.some(hasBothNames)) return { lines, readAs: [] }
  const merchants = new Names((text) => {
    const merchant = soleMerchant(text, index)
    return merchant && merchant.state !== 'closed' ? { id: merchant.merchantId, name: merchant.name } : null
  })
  const sales = new Names((text) => {
    const [id, ...others] = index.sameSales.get(text) ?? []
    return id === undefined || others.length > 0 ? null : { id, name: null }
  })
  let leftOut: ReadAs | null = null
  const after = lines.map((line) => {
    const transactionId = index.sameSales.has(line.transactionId) ? sales.read(line.transactionId) : null
    const merchantId = index.named.has(line.merchantId) ? merchants.read(line.merchantId) : null
    const reference = line.retrievalReferenceNumber
    const id = transactionId ?? line.transactionId
    const isSame = hasBothNames(line) && index.findTransactionId(reference) === id
    if (isSame) {
      leftOut ??= { typed: reference, id, name: null, rows: 0, isReference: true }
      leftOut.rows += 1
    }
    return transactionId === null && merchantId === null && !isSame
      ? line
      : {
          ...line,
          ...(transactionId !== null && { transactionId }),
          ...(merchantId !== null && { merchantId }),
          ...(isSame && { retrievalReferenceNumber: '' }),
        }
  })
  return {
    lines: after,
    readAs: [...merchants.readAs(), ...sales.readAs(), ...(leftOut === null ? [] : [leftOut])],
  }
}

const hasBothNames = ({ transactionId, retrievalReferenceNumber }: FundingLine): boolean =>
  transactionId !== '' && retrievalReferenceNumber !== ''

/** Texts of one column, each looked up once. */
class Names {
  private readonly found = new Map<string, ReadAs | null>()
  private readonly find: (text: string) => Pick<ReadAs, 'id' | 'name'> | null

  constructor(find: (text: string) => Pick<ReadAs, 'id' | 'name'> | null) {
    this.find = find
  }

  /** The id that it means; null where it stays. */
  read(typed: string): string | null {
    let read = this.found.get(typed)
    if (read === undefined) {
      const meant = this.find(typed)
      read = meant && { typed, ...meant, rows: 0 }
      this.found.set(typed, read)
    }
    if (read === null) return null
    read.rows += 1
    return read.id
  }

  readAs = (): ReadAs[] => [...this.found.values()].filter((read) => read !== null)
}

/** Of a batch, whoever typed them. */
export const READ_AS = 'Read as IDs'

const TOLD = 5

export function readAsTitle(readAs: readonly ReadAs[]): string {
  if (readAs.every(({ isReference }) => isReference)) return 'One identifier is enough'
  return readAs.length === 1 ? 'One entry was read as an ID' : 'Some entries were read as IDs'
}

/** `“bluebird cafe” read as BLUEBIRD-01 (Bluebird Cafe) in 12 rows.` */
export function readAsWords(readAs: readonly ReadAs[]): string[] {
  const ofMerchants = readAs.filter(({ name }) => name !== null)
  const ofSales = readAs.filter(({ name, isReference }) => name === null && !isReference)
  return [
    ...wordsOf(ofMerchants, 'more merchants read by their names.'),
    ...wordsOf(ofSales, 'more transaction IDs read as the callback log has them.'),
    ...readAs.flatMap(({ isReference, rows }) => (isReference ? [leftOutWords(rows)] : [])),
  ]
}

const leftOutWords = (rows: number): string =>
  rows === 1
    ? 'The retrieval reference number of 1 row was left out: it is the same sale as the transaction ID.'
    : `The retrieval reference numbers of ${rows.toLocaleString('en-US')} rows were left out: they are the same sales as the transaction IDs.`

function wordsOf(readAs: readonly ReadAs[], others: string): string[] {
  const told = readAs
    .slice(0, TOLD)
    .map(
      ({ typed, id, name, rows }) =>
        `“${typed}” read as ${id}${name === null ? '' : ` (${name})`} in ${rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`}.`,
    )
  const more = readAs.length - told.length
  return more > 0 ? [...told, `${more.toLocaleString('en-US')} ${others}`] : told
}
