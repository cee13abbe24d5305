import type { KnownMerchant, MoneyIndex } from './check-money'
import type { FundingLine } from './line'

/**
 * A text that was replaced by the ID that it stands for, and in how many rows. `name`: the merchant's name; null for
 * a transaction. `isReference`: reference numbers that were dropped because the line also has the sale's ID; one
 * entry counts all such rows.
 */
export type ReadAs = { typed: string; id: string; name: string | null; rows: number; isReference?: true }

/** The merchant that a text names, by its name or its ID in other letter case; null if none or several match. */
export function soleMerchant(
  text: string,
  { named, merchants }: Pick<MoneyIndex, 'named' | 'merchants'>,
): KnownMerchant | null {
  const ids = named.get(text)
  return ids?.length === 1 ? (merchants.get(ids[0] ?? '') ?? null) : null
}

/**
 * The same key for transaction IDs that differ only in letter case, whitespace, or a leading apostrophe that a
 * spreadsheet put there. No one means different transactions by those.
 */
export const transactionIdKey = (id: string): string =>
  id
    .replace(/^['’‘`´]+/, '')
    .replace(/\s/gu, '')
    .toLowerCase()

/**
 * Replaces a text by a merchant's ID if it names exactly one, and a transaction ID by the log's spelling if exactly
 * one sale matches `transactionIdKey`. Drops a reference number beside the ID of the same sale, since a request takes
 * only one of the two. Closed merchants are not replaced: their lines are errors that name the merchant. Unchanged
 * lines stay the same objects.
 */
export function withNamesRead(
  lines: readonly FundingLine[],
  index: Pick<MoneyIndex, 'named' | 'merchants' | 'otherSpellings' | 'findTransactionId'>,
): { lines: readonly FundingLine[]; readAs: ReadAs[] } {
  const isNothingNamed = index.named.size === 0 && index.otherSpellings.size === 0
  if (isNothingNamed && !lines.some(hasBothNames)) return { lines, readAs: [] }
  const merchants = new Names((text) => {
    const merchant = soleMerchant(text, index)
    return merchant && merchant.state !== 'closed' ? { id: merchant.merchantId, name: merchant.name } : null
  })
  const sales = new Names((text) => {
    const [id, ...others] = index.otherSpellings.get(text) ?? []
    return id === undefined || others.length > 0 ? null : { id, name: null }
  })
  let leftOut: ReadAs | null = null
  const after = lines.map((line) => {
    const transactionId = index.otherSpellings.has(line.transactionId) ? sales.read(line.transactionId) : null
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

/** The texts of one column, each looked up once. */
class Names {
  private readonly found = new Map<string, ReadAs | null>()
  private readonly find: (text: string) => Pick<ReadAs, 'id' | 'name'> | null

  constructor(find: (text: string) => Pick<ReadAs, 'id' | 'name'> | null) {
    this.find = find
  }

  /** The ID that the text stands for; null to keep the text. */
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

/** The heading on a batch, whoever typed the texts. */
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
