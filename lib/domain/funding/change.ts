import { dollarWords } from '@/lib/domain/values/money'
import type { BatchMoney } from './batch-money'

/** What every screen and file calls the three amounts of a batch that changes what the partner holds. */
export const CHANGE_TITLES = { was: 'Was', new: 'New', difference: 'Difference' } as const

/**
 * Cents that the partner held before; 0 where it held none. Not certain, it is the most that it may have held. `takenMinor`:
 * what is taken out of it, in the rows that get less than they had; what others get more does not make up for it.
 */
export type WasSum = { amountMinor: bigint; isCertain: boolean; takenMinor?: bigint }

export const NO_WAS: WasSum = { amountMinor: 0n, isCertain: true }

export function addWas(one: WasSum, other: WasSum): WasSum {
  const takenMinor = (one.takenMinor ?? 0n) + (other.takenMinor ?? 0n)
  return {
    amountMinor: one.amountMinor + other.amountMinor,
    isCertain: one.isCertain && other.isCertain,
    ...(takenMinor > 0n && { takenMinor }),
  }
}

/** What a row that had `wasMinor` loses. */
export const takenFrom = (wasMinor: bigint, newMinor: bigint): bigint =>
  wasMinor > newMinor ? wasMinor - newMinor : 0n

/** `$100.00`, `up to $100.00`. */
export const wasWords = ({ amountMinor, isCertain }: WasSum): string =>
  `${isCertain ? '' : 'up to '}${dollarWords(amountMinor)}`

/** `+$23,659.02`, `−$5.00`, `$0.00`, `at least +$5.00`; `$0.00 (−$75.21 and +$75.21)` where some lose what others get. */
export function differenceWords(was: WasSum, newMinor: bigint): string {
  const words = balanceWords(was, newMinor)
  const ways = bothWays(was, newMinor)
  return ways.length > 1 ? `${words} (${ways.join(' and ')})` : words
}

/** `+$23,659.02`, `at least +$5.00`. */
function balanceWords(was: WasSum, newMinor: bigint): string {
  const difference = newMinor - was.amountMinor
  return `${was.isCertain ? '' : 'at least '}${difference > 0n ? '+' : ''}${dollarWords(difference)}`
}

/** What is taken out, and what is put in beside it; nothing where nothing is taken out. */
function bothWays(was: WasSum, newMinor: bigint): string[] {
  const { amountMinor, isCertain, takenMinor = 0n } = was
  if (takenMinor === 0n) return []
  const putMinor = newMinor - amountMinor + takenMinor
  return [
    `${isCertain ? '' : 'up to '}${dollarWords(-takenMinor)}`,
    ...(putMinor > 0n ? [`${isCertain ? '' : 'at least '}+${dollarWords(putMinor)}`] : []),
  ]
}

/**
 * What a batch moves, in short: its amount, `$1,402.95`. Where it takes money out that amount would hide it, and be
 * $0.00 where nothing else is set: `−$75.21`, `+$100.00 (−$7.39 and +$107.39)`; `−$75.21 and +$75.21`, where no more is put
 * in than is taken out.
 */
export function movedWords(was: WasSum | null, newMinor: bigint): string {
  if (!was?.takenMinor) return dollarWords(newMinor)
  return was.amountMinor === newMinor ? bothWays(was, newMinor).join(' and ') : differenceWords(was, newMinor)
}

/**
 * The same on a button, where the balance is enough: `+$100.00`. `more`: the sentence beside it, which says what the
 * balance hides; empty where it hides nothing, or the button says it.
 */
export function movedShortly(was: WasSum | null, newMinor: bigint): { words: string; more: string } {
  const ways = was ? bothWays(was, newMinor) : []
  if (!was || ways.length === 0 || was.amountMinor === newMinor)
    return { words: movedWords(was, newMinor), more: '' }
  const [taken, put] = ways
  return {
    words: balanceWords(was, newMinor),
    more: put ? `${taken} is taken out, and ${put} is put in.` : '',
  }
}

/** What is moved of what the partner holds, beside an amount that does not say it: null where it holds nothing. */
export function changeWords(was: WasSum | null, newMinor: bigint): string | null {
  if (!was || was.amountMinor === 0n) return null
  return was.takenMinor ? movedWords(was, newMinor) : differenceWords(was, newMinor)
}

/** What the partner holds for one merchant of what a batch changes; null where that was not kept, or it changes nothing. */
export function wasOfMerchant(
  { merchants, changes, changeCount }: BatchMoney,
  merchantId: string,
): WasSum | null {
  const own = merchants.find((merchant) => merchant.merchantId === merchantId)
  if (changeCount === 0 || own?.wasMinor === undefined) return null
  return {
    amountMinor: BigInt(own.wasMinor),
    isCertain: changes.every((each) => each.isCertain || each.merchantId !== merchantId),
    takenMinor: BigInt(own.takenMinor ?? 0),
  }
}

/** What the partner holds of what a batch changes; null where it changes nothing of that. */
export function wasOfBatch({
  changes,
  changeCount,
  changedWasMinor,
  takenMinor,
}: Pick<BatchMoney, 'changes' | 'changeCount' | 'changedWasMinor' | 'takenMinor'>): WasSum | null {
  if (changeCount === 0) return null
  const listed = changes.map(({ wasMinor, isMinor }) => takenFrom(BigInt(wasMinor ?? 0), BigInt(isMinor)))
  return {
    amountMinor: BigInt(changedWasMinor),
    isCertain: changes.every(({ isCertain }) => isCertain),
    takenMinor: takenMinor === undefined ? listed.reduce((sum, one) => sum + one, 0n) : BigInt(takenMinor),
  }
}
