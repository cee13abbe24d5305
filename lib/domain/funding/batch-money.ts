import { takenFrom } from './change'
import type { TransactionRange } from './check-batch'
import { type CentsOf, type MoneyIndex, transactionKey, transactionName } from './check-money'
import type { FundingLine } from './line'
import { type LineProblem, payeesWords } from './line-problem'
import { countWarnedRows } from './warned-rows'
import {
  type RiskRows,
  riskRows,
  splitDeviation,
  WARNINGS_NAMED,
  type WarningGroup,
  warningGroups,
} from './warning-groups'

/**
 * What an approver sees of a batch's money: computed when the batch is frozen, and again when it is approved. Stored
 * as JSON, so amounts are cents as digits. Lists are cut to a readable length; counts cover everything. Optional
 * fields are missing on batches that were frozen before the field existed.
 */
export type BatchMoney = {
  totalMinor: string
  /** By merchant, largest first. `isFirst`: the partner has not accepted an amount for it yet. */
  merchants: {
    merchantId: string
    name: string
    amountMinor: string
    lines: number
    isFirst: boolean
    lookAlike?: string
    /** What the partner held for it in these transactions. */
    wasMinor?: string
    /** How much of that this batch takes away, summed over the rows that get less; missing if nothing. */
    takenMinor?: string
  }[]
  merchantCount: number
  firstPayments: number
  largest: { transaction: string; merchantId: string; amountMinor: string }[]
  /**
   * Rows that change transactions which the partner already holds. `wasMinor`: null if it holds nothing for this
   * merchant.
   */
  changes: {
    transaction: string
    merchantId: string
    wasMinor: string | null
    isMinor: string
    batch: number | null
    /** False if the amount was in a request whose outcome is unknown. */
    isCertain: boolean
  }[]
  changeCount: number
  /** For transactions that the partner already holds: the sum that it holds, and the sum after this batch. */
  changedWasMinor: string
  changedIsMinor: string
  /** Sums of the changed amounts, before and after. */
  changesSum?: { wasMinor: string; isMinor: string }
  /** How much the changed amounts lose, not offset by gains elsewhere. */
  takenMinor?: string
  overrides: {
    transaction: string
    saleMinor: string
    allowedMinor: string
    by: string
    reason: string
  }[]
  /** Transactions in the callback log, and not in it. */
  inLog: number
  notInLog: number
  /** Of those in the log: how many get less than the sale, and how much less in total. */
  belowSale: number
  belowSaleMinor: string
  warnings: number
  /** Rows with at least one warning. */
  warnedRows?: number
  /** Warnings by kind, each with its largest ones in words. */
  warningGroups?: WarningGroup[]
  /**
   * Rows with warnings that money may go to the wrong place. Such a warning on any other row is new: no approver saw
   * it.
   */
  riskRows?: RiskRows
  /** Sales whose split differs from their merchant's current default split; largest difference first. */
  otherSplits?: ({
    transaction: string
    merchantId: string
    shares: NonNullable<LineProblem['shares']>
  } & Pick<LineProblem, 'isUnowned'>)[]
  otherSplitCount?: number
  /** Transactions in which one merchant loses what another gets, so that their sum may not change. */
  payeeChanges?: ({ transaction: string } & NonNullable<LineProblem['payees']>)[]
  payeeChangeCount?: number
  /** Sales for which the log has no merchant, by the merchant that this batch pays. */
  withoutMerchant?: { merchantId: string; name: string; sales: number; amountMinor: string }[]
  /** How many such merchants there are; the list itself is cut. */
  withoutMerchantCount?: number
}

const MERCHANTS_SHOWN = 200
const LARGEST_SHOWN = 5
const CHANGES_SHOWN = 200
const SPLITS_SHOWN = 50

/** Sums of the changed amounts, before and after; null for an older batch whose list of changes was cut. */
export const sumOfChanges = ({
  changes,
  changeCount,
  changesSum,
}: BatchMoney): NonNullable<BatchMoney['changesSum']> | null => {
  if (changesSum) return changesSum
  if (changes.length < changeCount) return null
  const sum = (minors: readonly (string | null)[]) =>
    String(minors.reduce((total, minor) => total + BigInt(minor ?? 0), 0n))
  return {
    wasMinor: sum(changes.map(({ wasMinor }) => wasMinor)),
    isMinor: sum(changes.map(({ isMinor }) => isMinor)),
  }
}

/** The counts that an approver sees first. */
const COUNTED: readonly [words: string, of: (money: BatchMoney) => number][] = [
  ['rows with warnings', ({ warnings, warnedRows = warnings }) => warnedRows],
  ['not in the callback log', ({ notInLog }) => notInLog],
  ['first payments', ({ firstPayments }) => firstPayments],
  ['changes to what the partner holds', ({ changeCount }) => changeCount],
  ['below the sale', ({ belowSale }) => belowSale],
  ['allowed above the sale', ({ overrides }) => overrides.length],
]

/**
 * What the desk has learned since the batch was shown: `Rows with warnings: 3, before 1.` Empty if no count changed.
 */
export function knowledgeChangeWords(was: BatchMoney | null, is: BatchMoney): string {
  if (was === null) return ''
  const words = COUNTED.flatMap(([name, of]) =>
    of(was) === of(is)
      ? []
      : [`${name}: ${of(is).toLocaleString('en-US')}, before ${of(was).toLocaleString('en-US')}`],
  ).join('; ')
  return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

/** Whether the partner already holds every amount exactly as the batch sets it. */
export const changesNothing = ({ changeCount, changedIsMinor, totalMinor }: BatchMoney): boolean =>
  changeCount === 0 && changedIsMinor === totalMinor

/** Linear in the number of lines. */
export function summarizeMoney(
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  centsOf: CentsOf,
  index: MoneyIndex,
  problems: readonly LineProblem[],
): BatchMoney {
  const warnings = problems.filter(({ severity }) => severity === 'warning')
  const withoutMerchant = new Map<string, { sales: number; cents: number }>()
  let totalMinor = 0n
  const byMerchant = new Map<string, MerchantSum>()
  const largest: { transaction: string; merchantId: string; cents: number }[] = []
  const changes: BatchMoney['changes'] = []
  const overrides: BatchMoney['overrides'] = []
  let changeCount = 0
  let changedWas = 0n
  let changedIs = 0n
  const changesSum = { was: 0n, is: 0n, taken: 0n }
  let inLog = 0
  let belowSale = 0
  let belowSaleMinor = 0n
  for (const range of transactions) {
    const first = lines[range.first]
    if (!first) continue
    const key = transactionKey(first, index.findTransactionId)
    const transaction = transactionName(key)
    const held = index.held.get(key) ?? []
    const heldOf = new Map(held.map((amount) => [amount.merchantId, amount]))
    const untold = new Set(heldOf.keys())
    let given = 0
    for (let at = range.first; at <= range.last; at += 1) {
      const line = lines[at]
      if (!line) continue
      const cents = centsOf(line, at) ?? 0
      given += cents
      // If a merchant has two lines, the first one gets the held amount.
      const was = untold.delete(line.merchantId) ? heldOf.get(line.merchantId) : undefined
      const taken = takenFrom(BigInt(was?.amountMinor ?? 0), BigInt(cents))
      addToMerchant(byMerchant, line.merchantId, cents, { wasCents: was?.amountMinor ?? 0, taken })
      keepLargest(largest, { transaction, merchantId: line.merchantId, cents })
      if (held.length === 0) continue
      if (was?.isCertain === true && was.amountMinor === cents) continue
      changeCount += 1
      changesSum.was += BigInt(was?.amountMinor ?? 0)
      changesSum.is += BigInt(cents)
      changesSum.taken += taken
      if (changes.length >= CHANGES_SHOWN) continue
      changes.push({
        transaction,
        merchantId: line.merchantId,
        wasMinor: was ? String(was.amountMinor) : null,
        isMinor: String(cents),
        batch: was?.batchNumber ?? null,
        isCertain: was?.isCertain ?? true,
      })
    }
    totalMinor += BigInt(given)
    if (held.length > 0) {
      changedWas += BigInt(held.reduce((sum, { amountMinor }) => sum + amountMinor, 0))
      changedIs += BigInt(given)
    }
    const sale = index.sales.get(key)
    if (!sale) continue
    inLog += 1
    if (sale.merchantId === '' && given > 0) countPayees(withoutMerchant, lines, range, centsOf)
    if (sale.amountMinor === null) continue
    if (given < sale.amountMinor) {
      belowSale += 1
      belowSaleMinor += BigInt(sale.amountMinor - given)
    }
    const override = index.overrides.get(key)
    if (override && given > sale.amountMinor) {
      const { allowedMinor, by, reason } = override
      overrides.push({
        transaction,
        saleMinor: String(sale.amountMinor),
        allowedMinor: String(allowedMinor),
        by,
        reason,
      })
    }
  }
  const merchants = [...byMerchant].sort(([, a], [, b]) =>
    a.amountMinor === b.amountMinor ? 0 : a.amountMinor > b.amountMinor ? -1 : 1,
  )
  const isFirst = (merchantId: string, amountMinor: bigint) =>
    amountMinor > 0n && (index.merchants.get(merchantId)?.isFirst ?? true)
  const lookAlikeOf = (merchantId: string, amountMinor: bigint) => {
    const lookAlike = isFirst(merchantId, amountMinor) && index.merchants.get(merchantId)?.lookAlike
    return lookAlike ? { lookAlike } : {}
  }
  return {
    totalMinor: String(totalMinor),
    merchants: merchants.slice(0, MERCHANTS_SHOWN).map(([merchantId, own]) => ({
      merchantId,
      name: index.merchants.get(merchantId)?.name ?? '',
      amountMinor: String(own.amountMinor),
      lines: own.lines,
      isFirst: isFirst(merchantId, own.amountMinor),
      wasMinor: String(own.wasMinor),
      ...(own.takenMinor > 0n && { takenMinor: String(own.takenMinor) }),
      ...lookAlikeOf(merchantId, own.amountMinor),
    })),
    merchantCount: merchants.length,
    firstPayments: merchants.filter(([id, { amountMinor }]) => isFirst(id, amountMinor)).length,
    largest: largest.map(({ cents, ...line }) => ({ ...line, amountMinor: String(cents) })),
    changes,
    changeCount,
    changedWasMinor: String(changedWas),
    changedIsMinor: String(changedIs),
    changesSum: { wasMinor: String(changesSum.was), isMinor: String(changesSum.is) },
    takenMinor: String(changesSum.taken),
    overrides,
    inLog,
    notInLog: transactions.length - inLog,
    belowSale,
    belowSaleMinor: String(belowSaleMinor),
    warnings: warnings.length,
    warnedRows: countWarnedRows(lines.length, problems),
    warningGroups: warningGroups(warnings, { lines, transactions, centsOf }, WARNINGS_NAMED),
    riskRows: riskRows(warnings),
    ...otherSplitsOf(warnings, lines),
    ...payeeChangesOf(warnings, lines),
    withoutMerchantCount: withoutMerchant.size,
    withoutMerchant: [...withoutMerchant]
      .sort(([, one], [, other]) => other.cents - one.cents)
      .slice(0, MERCHANTS_SHOWN)
      .map(([merchantId, { sales, cents }]) => ({
        merchantId,
        name: index.merchants.get(merchantId)?.name ?? '',
        sales,
        amountMinor: String(cents),
      })),
  }
}

function otherSplitsOf(
  warnings: readonly LineProblem[],
  lines: readonly FundingLine[],
): Pick<BatchMoney, 'otherSplits' | 'otherSplitCount'> {
  const found = warnings.filter(({ code }) => code === 'split-differs')
  const byRow = new Map(found.map((problem) => [problem.row, problem]))
  const otherSplits = lines
    .flatMap((line) => {
      const problem = byRow.get(line.row)
      return problem
        ? [
            {
              transaction: line.transactionId || line.retrievalReferenceNumber,
              merchantId: problem.merchant ?? '',
              shares: problem.shares ?? [],
              ...(problem.isUnowned && { isUnowned: true }),
            },
          ]
        : []
    })
    .sort((one, other) => splitDeviation(other) - splitDeviation(one))
    .slice(0, SPLITS_SHOWN)
  return { otherSplits, otherSplitCount: found.length }
}

function payeeChangesOf(
  warnings: readonly LineProblem[],
  lines: readonly FundingLine[],
): Pick<BatchMoney, 'payeeChanges' | 'payeeChangeCount'> {
  const found = warnings.filter(({ code }) => code === 'payee-changed')
  const shown = new Map(found.slice(0, SPLITS_SHOWN).map((problem) => [problem.row, problem]))
  const payeeChanges = lines.flatMap(({ row, transactionId, retrievalReferenceNumber }) => {
    const payees = shown.get(row)?.payees
    return payees ? [{ transaction: transactionId || retrievalReferenceNumber, ...payees }] : []
  })
  return { payeeChanges, payeeChangeCount: found.length }
}

/** `Merchant changes: was BLUEBIRD-01 $75.21, is KAYAKS-08 $75.21`; null if no merchant loses what another gets. */
export function payeeChangeWords({ payeeChanges = [], payeeChangeCount = 0 }: BatchMoney): string | null {
  const [first] = payeeChanges
  if (!first) return null
  return payeeChangeCount === 1
    ? `Merchant changes: ${payeesWords(first)}`
    : `Merchant changes in ${payeeChangeCount.toLocaleString('en-US')} transactions. ${first.transaction}: ${payeesWords(first)}`
}

/** Counts a sale once per merchant, even if the merchant has several rows of it. */
function countPayees(
  payees: Map<string, { sales: number; cents: number }>,
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  centsOf: CentsOf,
): void {
  const counted = new Set<string>()
  for (let at = first; at <= last; at += 1) {
    const line = lines[at]
    const cents = line ? (centsOf(line, at) ?? 0) : 0
    if (!line || cents === 0) continue
    const own = payees.get(line.merchantId) ?? { sales: 0, cents: 0 }
    payees.set(line.merchantId, own)
    if (!counted.has(line.merchantId)) own.sales += 1
    counted.add(line.merchantId)
    own.cents += cents
  }
}

type MerchantSum = { amountMinor: bigint; wasMinor: bigint; takenMinor: bigint; lines: number }

function addToMerchant(
  byMerchant: Map<string, MerchantSum>,
  merchantId: string,
  cents: number,
  { wasCents, taken }: { wasCents: number; taken: bigint },
): void {
  const own = byMerchant.get(merchantId) ?? { amountMinor: 0n, wasMinor: 0n, takenMinor: 0n, lines: 0 }
  own.amountMinor += BigInt(cents)
  own.wasMinor += BigInt(wasCents)
  own.takenMinor += taken
  own.lines += 1
  byMerchant.set(merchantId, own)
}

/** Keeps the largest first; equal amounts keep the order of their rows. */
function keepLargest<T extends { cents: number }>(largest: T[], line: T): void {
  if (largest.length === LARGEST_SHOWN && (largest.at(-1)?.cents ?? 0) >= line.cents) return
  const place = largest.findIndex(({ cents }) => cents < line.cents)
  largest.splice(place === -1 ? largest.length : place, 0, line)
  if (largest.length > LARGEST_SHOWN) largest.pop()
}
