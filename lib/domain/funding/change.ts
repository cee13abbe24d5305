import { dollarWords } from '@/lib/domain/values/money'
import type { BatchMoney } from './batch-money'

/** Column titles for amounts that change what the partner holds, the same on every screen and in every file. */
export const CHANGE_TITLES = { was: 'Was', new: 'New', difference: 'Difference' } as const

/**
 * Cents that the partner held before; 0 if nothing. If not certain, the most that it may have held. `takenMinor`: the
 * part that is taken away by rows that get less; gains in other rows do not offset it.
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

/** What a row loses. */
export const takenFrom = (wasMinor: bigint, newMinor: bigint): bigint =>
  wasMinor > newMinor ? wasMinor - newMinor : 0n

/** `$100.00`, `up to $100.00`. */
export const wasWords = ({ amountMinor, isCertain }: WasSum): string =>
  `${isCertain ? '' : 'up to '}${dollarWords(amountMinor)}`

/** `+$23,659.02`, `−$5.00`, `$0.00`, `at least +$5.00`; `$0.00 (−$75.21 and +$75.21)` if some lose what others gain. */
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

/** The amount taken out, and the amount added beside it; empty if nothing is taken out. */
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
 * The money that a batch moves: normally its amount, `$1,402.95`. If it takes money out, its amount would hide that,
 * so the differences are shown: `−$75.21`, `+$100.00 (−$7.39 and +$107.39)`, or `−$75.21 and +$75.21` if they cancel
 * out.
 */
export function movedWords(was: WasSum | null, newMinor: bigint): string {
  if (!was?.takenMinor) return dollarWords(newMinor)
  return was.amountMinor === newMinor ? bothWays(was, newMinor).join(' and ') : differenceWords(was, newMinor)
}

/**
 * For a button, which shows only the balance: `+$100.00`. `more`: a sentence beside the button with what the balance
 * hides; empty if it hides nothing.
 */
export function movedShortly(was: WasSum | null, newMinor: bigint): { words: string; more: string } {
  const ways = was ? bothWays(was, newMinor) : []
  if (!was || ways.length === 0 || was.amountMinor === newMinor)
    return { words: movedWords(was, newMinor), more: '' }
  const [taken, put] = ways.map((way) => way.replace(/[−+]/, ''))
  return {
    words: balanceWords(was, newMinor),
    more: put ? `${taken?.replace('up', 'Up')} is taken out, and ${put} is added.` : '',
  }
}

/** The change to what the partner holds, for a place that already shows the amount; null if it holds nothing. */
export function changeWords(was: WasSum | null, newMinor: bigint): string | null {
  if (!was || was.amountMinor === 0n) return null
  return was.takenMinor ? movedWords(was, newMinor) : differenceWords(was, newMinor)
}

/**
 * What the partner held for one merchant in a batch's transactions; null if unknown, or if the batch changes nothing.
 */
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

/** What the partner held for the transactions that a batch changes; null if it changes none. */
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
