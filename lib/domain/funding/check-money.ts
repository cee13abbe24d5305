import type { IneligibleReason } from '@/lib/domain/callbacks/ineligible'
import { finish, STEP, type Steps } from '@/lib/domain/values/steps'
import type { TransactionRange } from './check-batch'
import {
  type DefaultShare,
  expectedSplit,
  followsSplit,
  type PreparedSplit,
  prepareSplit,
} from './expected-split'
import type { Refusal } from './failure-advice'
import type { HeldAmount } from './held'
import type { FundingLine } from './line'
import type { LineProblem, LineProblemCode, WaitsFor } from './line-problem'
import { transactionIdKey } from './names-read'
import { meantSale, meantSaleOf, type NearSale } from './near-sale'
import type { FindTransactionId } from './request-rules'

/**
 * What the desk knows about the merchants and transactions of some lines, as plain data: the server loads it and the
 * browser checks by it. Transactions are named by `transactionKey`; amounts are cents.
 */
export type MoneyKnowledge = {
  /** Reference numbers that the callback log has for exactly one transaction: `[reference, transaction id]`. */
  names: [string, string][]
  sales: KnownSale[]
  held: { key: string; amounts: HeldAmount[] }[]
  /** Another open batch with the same transaction. If there are several drafts, one of them. */
  open: { key: string; batch: number; isDraft: boolean; waitsFor?: WaitsFor }[]
  /** The merchants of the lines and of their sales, as far as the directory has them. */
  merchants: KnownMerchant[]
  /**
   * For texts that are not a merchant ID: the IDs that they may stand for, by name or in other letter case.
   * `merchants` has those merchants too. More than one ID means that the text is ambiguous.
   */
  named: [string, string[]][]
  /** For IDs that the directory does not have, a similar one: `[as typed, known]`. */
  suggestions: [string, string][]
  /**
   * Similar sales for transaction IDs that the log does not have, has for a merchant without a line here, or has with
   * another amount. If there are several, their amounts tell which one was meant.
   */
  similarSales: [string, NearSale[]][]
  /** The same ID in another spelling, for IDs that the log does not have as typed (`transactionIdKey`). */
  otherSpellings: [string, string[]][]
  /** For transaction IDs that another batch, submitted or sent, has in another spelling. */
  sameInBatches: [string, SameInBatch][]
  /** Valid overrides: Settings allow them, and the person who allowed them has not worked on the batch since. */
  overrides: {
    key: string
    allowedMinor: number
    saleMinor: number
    /** Cents by merchant: who was to be paid when it was allowed, and how much. */
    shares: Readonly<Record<string, number>>
    by: string
    reason: string
  }[]
  /** Numbers of the batches that this one corrects. Setting their amounts again is intended. */
  origins: number[]
  /**
   * Transactions that another batch sent without getting an answer, and that a person then recorded as not received
   * by the partner.
   */
  declaredAbsent: { key: string; batch: number; by: string }[]
  /** Transactions that the partner refused in another batch for good: the latest of them. */
  refused: ({ key: string; batch: number } & Refusal)[]
  unlogged: 'allowed' | 'refused'
}

export type Resolved = { by: string; note: string; others: { tranType: string; amount: string }[] }

/** An ID as another batch spells it. `isLogged`: the log has both spellings, so they may be two sales. */
type SameInBatch = { id: string; batch: number; isLogged?: true }

/** A sale in the callback log. `trouble`: why it cannot be funded; null if it can. */
export type KnownSale = {
  key: string
  n: number
  amountMinor: number | null
  trouble: SaleTrouble | null
  /** The log has it only under another funding profile. */
  isOfOtherProfile: boolean
  /** The merchant of the receiver that got it; '' if that receiver serves many merchants. */
  merchantId: string
  /** Name of the person who set its amount by hand, or chose between conflicting deliveries. */
  judgedBy: string | null
  /** The reason given for setting its amount by hand. */
  amountNote?: string
  /** Who chose between conflicting deliveries, why, and what the rejected ones say. */
  resolved?: Resolved
  /** The person who counted it as a sale, and the type that the partner sent. */
  counted?: { by: string; tranType: string }
  /** The partner's own text for an amount that was set by hand. */
  amountText?: string
  /** Another sale with the same invoice, card and amount. */
  twin?: string
  /**
   * Another callback for the same payment (same reference number, or same invoice and card) that returned money; who
   * closed it, and why.
   */
  takenBack?: { tranId: string; tranType: string; closed: { by: string; note: string } | null }
  /** All merchants whose receivers reported this sale, if there are several. */
  merchantIds?: string[]
}
/** `ambiguous`: several sales share the reference number that the line uses. */
export type SaleTrouble = 'ambiguous' | Exclude<IneligibleReason, 'in-draft' | 'in-batch' | 'funded'>

export type KnownMerchant = {
  merchantId: string
  name: string
  state: 'active' | 'paused' | 'closed' | 'unconfirmed'
  /** The partner has not yet accepted an amount above 0 for it. */
  isFirst: boolean
  /** For a first payment: other merchants that it could be confused with, in words. */
  lookAlike?: string
  /** Its default split in words, and as shares. */
  defaultSplit?: string
  shares?: DefaultShare[]
}

/** `MoneyKnowledge`, indexed by name. */
export type MoneyIndex = {
  /** Transaction IDs by reference number. */
  names: ReadonlyMap<string, string>
  findTransactionId: FindTransactionId
  sales: ReadonlyMap<string, KnownSale>
  held: ReadonlyMap<string, readonly HeldAmount[]>
  open: ReadonlyMap<string, MoneyKnowledge['open'][number]>
  merchants: ReadonlyMap<string, KnownMerchant>
  /** Prepared default splits by merchant, filled on first use. */
  splits: Map<string, PreparedSplit>
  named: ReadonlyMap<string, readonly string[]>
  suggestions: ReadonlyMap<string, string>
  similarSales: ReadonlyMap<string, readonly NearSale[]>
  otherSpellings: ReadonlyMap<string, readonly string[]>
  sameInBatches: ReadonlyMap<string, SameInBatch>
  overrides: ReadonlyMap<string, MoneyKnowledge['overrides'][number]>
  origins: ReadonlySet<number>
  declaredAbsent: ReadonlyMap<string, MoneyKnowledge['declaredAbsent'][number]>
  refused: ReadonlyMap<string, MoneyKnowledge['refused'][number]>
  unlogged: MoneyKnowledge['unlogged']
}

export function indexMoney(knowledge: MoneyKnowledge): MoneyIndex {
  const names = new Map(knowledge.names)
  const byKey = <T extends { key: string }>(items: readonly T[]) =>
    new Map(items.map((item) => [item.key, item]))
  return {
    names,
    findTransactionId: (reference) => names.get(reference) ?? null,
    sales: byKey(knowledge.sales),
    held: new Map(knowledge.held.map(({ key, amounts }) => [key, amounts])),
    open: byKey(knowledge.open),
    merchants: new Map(knowledge.merchants.map((merchant) => [merchant.merchantId, merchant])),
    splits: new Map(),
    named: new Map(knowledge.named),
    suggestions: new Map(knowledge.suggestions),
    similarSales: new Map(knowledge.similarSales),
    otherSpellings: new Map(knowledge.otherSpellings),
    sameInBatches: new Map(knowledge.sameInBatches),
    overrides: byKey(knowledge.overrides),
    origins: new Set(knowledge.origins),
    declaredAbsent: byKey(knowledge.declaredAbsent),
    refused: byKey(knowledge.refused),
    unlogged: knowledge.unlogged,
  }
}

/** The same key for the same transaction, whether a line names it by ID or by reference number. */
export function transactionKey(
  {
    transactionId,
    retrievalReferenceNumber,
  }: Pick<FundingLine, 'transactionId' | 'retrievalReferenceNumber'>,
  findTransactionId: FindTransactionId,
): string {
  const id = transactionId || (retrievalReferenceNumber && findTransactionId(retrievalReferenceNumber))
  return id ? `id ${id}` : `ref ${retrievalReferenceNumber}`
}

/** The identifier inside a key, as shown to people. */
export const transactionName = (key: string): string => key.slice(key.indexOf(' ') + 1)

/** A line's amount in cents; null if it cannot be read. */
export type CentsOf = (line: FundingLine, index: number) => number | null

/**
 * Checks every line against its merchant, its sale and what was funded before: product.md, "Merchants", "Held against
 * the sale", "Create or modify". The same check runs in the browser, on the server, at approval and before each
 * request is sent. Problems are in transaction order. Linear in the number of lines.
 */
export const checkMoney = (
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  centsOf: CentsOf,
  index: MoneyIndex,
): LineProblem[] => finish(checkMoneyInSteps(lines, transactions, centsOf, index))

export function* checkMoneyInSteps(
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  centsOf: CentsOf,
  index: MoneyIndex,
): Steps<LineProblem[]> {
  const problems: LineProblem[] = []
  const firstsTold = new Set<string>()
  const ids: SeenIds = { logged: new Map(), unlogged: new Map() }
  const below: BelowSale = { count: 0, missingMinor: 0, row: null }
  const haveCents = lines.some(showsCents)
  for (let at = 0; at < transactions.length; at += 1) {
    const range = transactions[at]
    const first = range && lines[range.first]
    if (!first) continue
    if (at % STEP === 0) yield
    const key = transactionKey(first, index.findTransactionId)
    const held = index.held.get(key) ?? NOTHING_HELD
    checkMerchants(lines, range, centsOf, index, held, firstsTold, problems)
    const isLogged = index.sales.has(key)
    if (haveCents && !isLogged) problems.push(...wholeNumbers(lines, range))
    // A line without an identifier already has its own error.
    if (first.transactionId === '' && first.retrievalReferenceNumber === '') continue
    const after = positionAfter(lines, range, centsOf, held)
    if (!isLogged) sayIfNamedOtherwise(problems, first, ids.unlogged)
    // Taking all of it back is how a duplicate payment is corrected, so that is not reported.
    if (after.afterMinor > 0) {
      if (isLogged) sayIfLoggedOtherwise(problems, first, transactionName(key), ids.logged)
      sayIfElsewhereOtherwise(problems, first, transactionName(key), index)
    }
    transactionProblems(lines, range, centsOf, key, held, after, index, problems, below)
    const payees = payeeProblem(lines, range, centsOf, index.sales.get(key), index)
    if (payees !== null) problems.push(payees)
    for (const { merchantId, amountMinor, batchNumber } of leftOut(lines, range, held)) {
      problems.push({
        row: first.row,
        field: 'merchantId',
        code: 'merchant-left-out',
        severity: 'error',
        batch: `B-${batchNumber}`,
        merchant: merchantId,
        amounts: { heldMinor: amountMinor },
      })
    }
  }
  yield
  problems.push(...splitsNotApplied(lines, transactions, centsOf, index))
  if (below.row !== null) {
    problems.push({
      row: below.row,
      field: 'amount',
      code: 'below-sale',
      severity: 'warning',
      count: below.count,
      amounts: { missingMinor: below.missingMinor },
    })
  }
  return problems
}

/** Sales paid in part, but not so little that each needs a warning: they share one. */
type BelowSale = { count: number; missingMinor: number; row: number | null }

const NOTHING_HELD: readonly HeldAmount[] = []

/**
 * Joins form and money problems. A cell with a form error gets no money problem, because a damaged ID identifies
 * nothing. `taken-out` replaces the weaker `amount-zero`.
 */
export function joinProblems(form: readonly LineProblem[], money: readonly LineProblem[]): LineProblem[] {
  const damaged = new Set(
    form.flatMap(({ row, field, severity }) => (severity === 'error' ? [`${row} ${field}`] : [])),
  )
  const takenOut = new Set(money.flatMap(({ row, code }) => (code === 'taken-out' ? [row] : [])))
  const ofForm =
    takenOut.size === 0 ? form : form.filter(({ row, code }) => code !== 'amount-zero' || !takenOut.has(row))
  return [...ofForm, ...money.filter(({ row, field }) => !damaged.has(`${row} ${field}`))]
}

const MERCHANT_CODES = {
  unconfirmed: 'merchant-unconfirmed',
  paused: 'merchant-paused',
  closed: 'merchant-closed',
} as const satisfies Record<Exclude<KnownMerchant['state'], 'active'>, LineProblemCode>

/**
 * Reports merchants that cannot be paid and first payments. An amount of 0 only takes money away, so any merchant may
 * be named.
 */
function checkMerchants(
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  centsOf: CentsOf,
  index: MoneyIndex,
  held: readonly HeldAmount[],
  firstsTold: Set<string>,
  problems: LineProblem[],
): void {
  const { merchants } = index
  for (let at = first; at <= last; at += 1) {
    const line = lines[at]
    if (!line || line.merchantId === '') continue
    const { row, merchantId } = line
    const cents = centsOf(line, at)
    const was = held.find((amount) => amount.merchantId === merchantId && amount.amountMinor > 0)
    if (cents === 0) {
      if (was) {
        problems.push({
          row,
          field: 'amount',
          code: 'taken-out',
          severity: 'warning',
          batch: `B-${was.batchNumber}`,
          merchant: merchantId,
          amounts: { heldMinor: was.amountMinor },
        })
      }
      continue
    }
    const known = merchants.get(merchantId)
    const barred = barredPayee(merchantId, index)
    if (barred) {
      problems.push({ row, ...barred })
    } else if (known?.isFirst && !firstsTold.has(merchantId)) {
      firstsTold.add(merchantId)
      problems.push({
        row,
        field: 'merchantId',
        code: 'merchant-first',
        severity: 'warning',
        merchant: `${known.name} (${merchantId})`,
        ...(known.lookAlike !== undefined && { lookAlike: known.lookAlike }),
      })
    }
  }
}

/** Why this merchant ID cannot be paid; null if it can. */
export function barredPayee(
  merchantId: string,
  index: Pick<MoneyIndex, 'merchants' | 'named' | 'suggestions'>,
): Omit<LineProblem, 'row'> | null {
  const known = index.merchants.get(merchantId)
  const at = { field: 'merchantId', severity: 'error' } as const
  if (!known) return { ...at, ...unknownMerchant(merchantId, index) }
  return known.state === 'active' ? null : { ...at, code: MERCHANT_CODES[known.state], merchant: known.name }
}

/** The problem of a text that is not a merchant ID of the directory. */
function unknownMerchant(
  typed: string,
  { named, merchants, suggestions }: Pick<MoneyIndex, 'merchants' | 'named' | 'suggestions'>,
): Pick<LineProblem, 'code' | 'merchant' | 'suggestion'> {
  const ids = named.get(typed) ?? []
  if (ids.length > 1) return { code: 'merchant-ambiguous', merchant: ids.join(', ') }
  const sole = merchants.get(ids[0] ?? '')
  if (sole?.state === 'closed')
    return { code: 'merchant-closed', merchant: `${sole.name} (${sole.merchantId})` }
  const suggestion = ids[0] ?? suggestions.get(typed)
  return { code: 'merchant-unknown', ...(suggestion !== undefined && { suggestion }) }
}

/**
 * One warning per merchant that has a default split but gets all of its own sales, since an imported file says
 * nothing about splits. It stands at the first such sale, with the count and the money that others would have got.
 * Sales without a single merchant in the log are counted in a warning of their own; sales of another merchant are
 * left to `payeeProblem`.
 */
function splitsNotApplied(
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  centsOf: CentsOf,
  index: MoneyIndex,
): LineProblem[] {
  const { merchants, sales, findTransactionId } = index
  type Told = LineProblem & {
    count: number
    alsoRows: number[]
    amounts: { saleMinor: number; missingMinor: number }
  }
  const found = new Map<string, Told>()
  // A sale on several non-adjacent lines is an error, but still counts once.
  const counted = new Set<string>()
  for (const range of transactions) {
    const at = solePayee(lines, range, centsOf)
    const line = at === null ? undefined : lines[at]
    const known = line && merchants.get(line.merchantId)
    if (at === null || !line || known?.defaultSplit === undefined) continue
    const key = transactionKey(line, findTransactionId)
    if (counted.has(key)) continue
    const sale = sales.get(key)
    const cents = centsOf(line, at)
    if (!cents || !sale || sale.amountMinor !== cents) continue
    const isUnowned = sale.merchantId === ''
    if (!isUnowned && sale.merchantId !== line.merchantId) continue
    const toldAs = `${isUnowned} ${line.merchantId}`
    const told: Told = found.get(toldAs) ?? {
      row: line.row,
      field: 'merchantId',
      code: 'split-not-applied',
      severity: 'warning',
      merchant: line.merchantId,
      split: known.defaultSplit,
      ...(isUnowned && { isUnowned }),
      count: 0,
      alsoRows: [],
      amounts: { saleMinor: 0, missingMinor: 0 },
    }
    found.set(toldAs, told)
    counted.add(key)
    if (told.count > 0) told.alsoRows.push(line.row)
    told.count += 1
    told.amounts.saleMinor += cents
    const own = expectedSplit(preparedSplit(line.merchantId, index).exact, cents)?.get(line.merchantId)
    told.amounts.missingMinor += own === undefined ? 0 : cents - own
  }
  return [...found.values()]
}

/**
 * The index of a transaction's only line that is not $0.00; null if there are several. A $0.00 line removes a
 * merchant and is no share.
 */
function solePayee(
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  centsOf: CentsOf,
): number | null {
  if (first === last) return first
  let sole: number | null = null
  for (let at = first; at <= last; at += 1) {
    const line = lines[at]
    if (!line || centsOf(line, at) === 0) continue
    if (sole !== null) return null
    sole = at
  }
  return sole
}

/** Cents: what all merchants of a transaction hold after this batch, and what the batch itself sets. */
type Position = { afterMinor: number; givenMinor: number }

/**
 * The partner sets the merchants that a request names and keeps the others as they are (interface, "Create or modify
 * funding amounts").
 */
function positionAfter(
  lines: readonly FundingLine[],
  range: TransactionRange,
  centsOf: CentsOf,
  held: readonly HeldAmount[],
): Position {
  let givenMinor = 0
  for (let at = range.first; at <= range.last; at += 1) {
    const line = lines[at]
    if (line) givenMinor += centsOf(line, at) ?? 0
  }
  const leftMinor = leftOut(lines, range, held).reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return { givenMinor, afterMinor: givenMinor + leftMinor }
}

/** Whether no merchant gets more of the transaction than its share allows. */
function isWithinShares(
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  centsOf: CentsOf,
  shares: Readonly<Record<string, number>>,
): boolean {
  const given = new Map<string, number>()
  for (let at = first; at <= last; at += 1) {
    const line = lines[at]
    const cents = line ? (centsOf(line, at) ?? 0) : 0
    if (line && cents > 0) given.set(line.merchantId, (given.get(line.merchantId) ?? 0) + cents)
  }
  return [...given].every(
    ([merchantId, cents]) => Object.hasOwn(shares, merchantId) && cents <= (shares[merchantId] ?? 0),
  )
}

/** Amounts above 0 that the partner holds, or may hold, for merchants without a line in this transaction. */
function leftOut(
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  held: readonly HeldAmount[],
): readonly HeldAmount[] {
  if (held.length === 0) return held
  return held.filter(({ merchantId, amountMinor }) => {
    if (amountMinor === 0) return false
    for (let at = first; at <= last; at += 1) if (lines[at]?.merchantId === merchantId) return false
    return true
  })
}

/**
 * Which merchants have money of the transaction before and after this batch, if one loses what another gains;
 * otherwise null. The sum alone may not change.
 */
function movedPayees(
  lines: readonly FundingLine[],
  range: TransactionRange,
  centsOf: CentsOf,
  held: readonly HeldAmount[],
): NonNullable<LineProblem['payees']> | null {
  const was = held.map(({ merchantId, amountMinor }) => ({ merchantId, amountMinor }))
  const after = new Map(leftOut(lines, range, held).map((amount) => [amount.merchantId, amount.amountMinor]))
  for (let at = range.first; at <= range.last; at += 1) {
    const line = lines[at]
    if (line) after.set(line.merchantId, (after.get(line.merchantId) ?? 0) + (centsOf(line, at) ?? 0))
  }
  const before = new Map(was.map(({ merchantId, amountMinor }) => [merchantId, amountMinor]))
  const isLess = was.some(({ merchantId, amountMinor }) => (after.get(merchantId) ?? 0) < amountMinor)
  const isMore = [...after].some(([merchantId, cents]) => cents > (before.get(merchantId) ?? 0))
  if (!isLess || !isMore) return null
  const is = [...after].map(([merchantId, amountMinor]) => ({ merchantId, amountMinor }))
  return { was: was.filter(isPaid), is: is.filter(isPaid) }
}

const isPaid = ({ amountMinor }: { amountMinor: number }): boolean => amountMinor > 0

/**
 * Compares a sale's amounts with the current default split of its merchant. The log says which merchant that is. If
 * it does not, and only merchants of one default split share the sale, that split is used.
 */
function payeeProblem(
  lines: readonly FundingLine[],
  range: TransactionRange,
  centsOf: CentsOf,
  sale: KnownSale | undefined,
  index: MoneyIndex,
): LineProblem | null {
  const first = lines[range.first]
  if (!sale || sale.amountMinor === null || !first) return null
  const { amountMinor: saleMinor } = sale
  const soleAt = solePayee(lines, range, centsOf)
  const sole = soleAt === null ? undefined : lines[soleAt]
  // One merchant gets everything and the log has no merchant to compare it with.
  if (sole && sale.merchantId === '') return null
  // The usual case: everything paid goes to the sale's own merchant.
  if (sole && soleAt !== null && sale.merchantId === sole.merchantId) {
    const known = index.merchants.get(sole.merchantId)
    // If it gets the whole sale, `splitsNotApplied` reports it once for all of its sales.
    if (known?.shares === undefined || centsOf(sole, soleAt) === saleMinor) return null
  }
  let givenMinor = 0
  let ownerMinor = 0
  let splitMerchant = ''
  for (let at = range.first; at <= range.last; at += 1) {
    const line = lines[at]
    if (!line) continue
    const cents = centsOf(line, at) ?? 0
    givenMinor += cents
    if (line.merchantId === sale.merchantId) ownerMinor += cents
    if (splitMerchant === '' && cents > 0 && index.merchants.get(line.merchantId)?.shares) {
      splitMerchant = line.merchantId
    }
  }
  if (givenMinor === 0) return null
  const isKnown = sale.merchantId !== ''
  const owner = sale.merchantId || splitMerchant
  if (owner === '') return null
  const givenTo = (merchantId: string): number => {
    let cents = 0
    for (let at = range.first; at <= range.last; at += 1) {
      const line = lines[at]
      if (line?.merchantId === merchantId) cents += centsOf(line, at) ?? 0
    }
    return cents
  }
  const split = preparedSplit(owner, index)
  if (!isKnown && !isSharedWithin(split, lines, range, centsOf)) return null
  // A single payee who gets less than the sale is `below-sale`, not another split.
  if (split.shares.length === 1 && givenTo(split.shares[0]?.merchantId ?? '') === givenMinor) return null
  if (followsSplit(split, saleMinor, givenTo, givenMinor)) return null
  const problem = { row: first.row, field: 'merchantId', severity: 'warning', merchant: owner } as const
  if (isKnown && ownerMinor === 0) {
    const paid = paidOf(lines, range, centsOf)
    const meant = meantSaleOf(index.similarSales.get(first.transactionId) ?? [], paid, givenMinor)
    return { ...problem, code: 'other-payee', paid, ...(meant && { suggestion: meant.id }) }
  }
  const defaultSplit = index.merchants.get(owner)?.defaultSplit
  const shares = differingShares(split, saleMinor, lines, range, givenTo)
  const alsoRows = lines
    .slice(range.first + 1, range.last + 1)
    .flatMap(({ row, merchantId }) => (shares.some((share) => share.merchantId === merchantId) ? [row] : []))
  return {
    ...problem,
    code: 'split-differs',
    ...(!isKnown && { isUnowned: true }),
    ...(defaultSplit !== undefined && { split: defaultSplit }),
    shares,
    ...(alsoRows.length > 0 && { alsoRows }),
  }
}

/**
 * Rows that pay a sale for which the log has no merchant, so that nothing shows whether the payee is right. Rows that
 * an error or a merchant warning already covers are left out, and sales that `payeeProblem` compares with a default
 * split.
 */
export function rowsWithoutMerchant(
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  centsOf: CentsOf,
  index: MoneyIndex,
): number[] {
  const { sales, findTransactionId } = index
  return transactions.flatMap((range) => {
    const first = lines[range.first]
    const sale = first && sales.get(transactionKey(first, findTransactionId))
    if (sale?.merchantId !== '' || sale.merchantIds || sale.trouble !== null) return []
    if (payeeProblem(lines, range, centsOf, sale, index) !== null) return []
    const rows: number[] = []
    for (let at = range.first; at <= range.last; at += 1) {
      const line = lines[at]
      if (line && (centsOf(line, at) ?? 0) > 0) rows.push(line.row)
    }
    return rows
  })
}

/** Whether the callback log has none of these sales, and Settings do not already make that an error for each. */
export const isAllUnlogged = (
  lines: readonly FundingLine[],
  { sales, unlogged }: Pick<MoneyIndex, 'sales' | 'unlogged'>,
): boolean =>
  sales.size === 0 &&
  unlogged === 'allowed' &&
  lines.some(
    ({ transactionId, retrievalReferenceNumber }) => transactionId !== '' || retrievalReferenceNumber !== '',
  )

/** The payees of a transaction with their sums in cents, largest first. */
function paidOf(
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  centsOf: CentsOf,
): NonNullable<LineProblem['paid']> {
  const paid = new Map<string, number>()
  for (let at = first; at <= last; at += 1) {
    const line = lines[at]
    const cents = line ? (centsOf(line, at) ?? 0) : 0
    if (line && cents > 0) paid.set(line.merchantId, (paid.get(line.merchantId) ?? 0) + cents)
  }
  return [...paid]
    .map(([merchantId, amountMinor]) => ({ merchantId, amountMinor }))
    .sort((one, other) => other.amountMinor - one.amountMinor)
}

/** Whether at least two merchants of a split share a transaction, and no one else. */
function isSharedWithin(
  { shares }: PreparedSplit,
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  centsOf: CentsOf,
): boolean {
  const payees = new Set<string>()
  for (let at = first; at <= last; at += 1) {
    const line = lines[at]
    if (!line || !centsOf(line, at)) continue
    if (!shares.some(({ merchantId }) => merchantId === line.merchantId)) return false
    payees.add(line.merchantId)
  }
  return payees.size > 1
}

function preparedSplit(owner: string, { splits, merchants }: MoneyIndex): PreparedSplit {
  const known = splits.get(owner)
  if (known) return known
  const prepared = prepareSplit(owner, merchants.get(owner)?.shares ?? [])
  splits.set(owner, prepared)
  return prepared
}

/** Merchants whose amount differs from the default split, those in the split first. */
function differingShares(
  { exact }: PreparedSplit,
  saleMinor: number,
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  givenTo: (merchantId: string) => number,
): NonNullable<LineProblem['shares']> {
  const expected = expectedSplit(exact, saleMinor) ?? new Map<string, number>()
  const merchantIds = new Set(expected.keys())
  for (let at = first; at <= last; at += 1) merchantIds.add(lines[at]?.merchantId ?? '')
  return [...merchantIds].flatMap((merchantId) => {
    const share = { merchantId, isMinor: givenTo(merchantId), defaultMinor: expected.get(merchantId) ?? 0 }
    return share.isMinor === share.defaultMinor ? [] : [share]
  })
}

const SALE_CODES = {
  'no-sale': 'sale-not-approved',
  conflict: 'sale-conflict',
  'amount-unknown': 'sale-amount-unknown',
  'other-currency': 'sale-currency',
  outside: 'sale-outside',
  'link-amount': 'sale-link-amount',
  ambiguous: 'sale-ambiguous',
} as const satisfies Record<SaleTrouble, LineProblemCode>

/** An amount below this share of its sale is usually a slip: cents for dollars, or half a split. */
const FAR_BELOW = 0.5

function transactionProblems(
  lines: readonly FundingLine[],
  range: TransactionRange,
  centsOf: CentsOf,
  key: string,
  held: readonly HeldAmount[],
  { afterMinor, givenMinor }: Position,
  {
    sales,
    open,
    overrides,
    origins,
    declaredAbsent,
    refused,
    unlogged,
    similarSales,
    otherSpellings,
  }: MoneyIndex,
  problems: LineProblem[],
  below: BelowSale,
): void {
  const line = lines[range.first]
  if (!line) return
  const other = open.get(key)
  if (other) {
    const batch = { batch: `B-${other.batch}` }
    if (other.isDraft) say(problems, line, 'draft-elsewhere', 'warning', batch)
    else
      say(problems, line, 'open-elsewhere', 'error', {
        ...batch,
        ...(other.waitsFor && { waitsFor: other.waitsFor }),
      })
  }
  const payees = held.length === 0 ? null : movedPayees(lines, range, centsOf, held)
  if (payees) say(problems, line, 'payee-changed', 'warning', { field: 'merchantId', payees })
  const again = held.length === 0 ? undefined : held.find(({ batchNumber }) => !origins.has(batchNumber))
  if (again) {
    const heldMinor = held.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    say(problems, line, 'already-funded', 'warning', {
      field: null,
      batch: `B-${again.batchNumber}`,
      amounts: {
        heldMinor,
        afterMinor,
        ...(held.some(({ isCertain }) => !isCertain) && { isUncertain: true }),
      },
    })
  }
  const absent = declaredAbsent.get(key)
  if (absent) say(problems, line, 'declared-absent', 'warning', { batch: `B-${absent.batch}`, by: absent.by })
  const refusal = refused.get(key)
  if (refusal && givenMinor > 0) {
    const { batch, errorCode, errorMessage } = refusal
    say(problems, line, 'refused-before', 'warning', {
      batch: `B-${batch}`,
      refusal: { errorCode, errorMessage },
    })
  }
  const sale = sales.get(key)
  if (!sale) {
    const spellings = otherSpellings.get(line.transactionId)
    // The partner would treat the other spelling as a new transaction, or fund this one without checking it against
    // its sale.
    if (spellings) {
      say(problems, line, spellings.length > 1 ? 'sale-several' : 'sale-otherwise', 'error', {
        suggestion: spellings.join(', '),
      })
      return
    }
    const meant = meantSale(similarSales.get(line.transactionId) ?? [], givenMinor)
    const like = meant ? { suggestion: meant.id } : {}
    // Taking everything back is always allowed.
    if (unlogged === 'refused' && givenMinor > 0) say(problems, line, 'not-in-log', 'error', like)
    // If the log has none of this batch's sales, they do not come through its receivers, and a warning for each would
    // be noise.
    else if (sales.size > 0 || (meant && !meant.isSlip)) say(problems, line, 'unlogged', 'warning', like)
    // It may already be funded under its transaction ID, which a reference number that the log does not know cannot
    // show.
    else if (line.transactionId === '') say(problems, line, 'unlogged', 'warning')
    return
  }
  // It would be funded under another account at the partner, and the sale would stay open here.
  if (sale.isOfOtherProfile) say(problems, line, 'sale-other-profile', 'error')
  if (sale.judgedBy !== null && givenMinor > 0) {
    say(problems, line, 'sale-judged', 'warning', {
      by: sale.judgedBy,
      ...(sale.amountText !== undefined && { came: sale.amountText }),
      ...(sale.amountNote !== undefined && { reason: sale.amountNote }),
      ...(sale.resolved && { resolved: sale.resolved }),
      ...(sale.amountMinor !== null && { amounts: { saleMinor: sale.amountMinor } }),
    })
  }
  if (sale.counted && givenMinor > 0)
    say(problems, line, 'sale-counted', 'warning', { by: sale.counted.by, came: sale.counted.tranType })
  if (sale.takenBack && givenMinor > 0) sayTakenBack(problems, line, sale.takenBack)
  if (sale.merchantIds && givenMinor > 0)
    say(problems, line, 'sale-of-several', 'warning', { merchant: sale.merchantIds.join(', ') })
  if (sale.twin !== undefined && givenMinor > 0)
    say(problems, line, 'sale-twin', 'warning', { twin: sale.twin })
  // Taking everything back is allowed even if the sale cannot be funded.
  if (sale.trouble !== null && givenMinor > 0) say(problems, line, SALE_CODES[sale.trouble], 'error')
  if (sale.amountMinor === null) return
  const amounts = { saleMinor: sale.amountMinor, afterMinor }
  const meant = saleMeant(lines, range, centsOf, sale, givenMinor, similarSales.get(line.transactionId))
  if (afterMinor > sale.amountMinor) {
    const override = overrides.get(key)
    // An override holds only for the sale amount, and up to each merchant's share, as they were when it was given.
    const isAllowed =
      override !== undefined &&
      override.allowedMinor >= afterMinor &&
      override.saleMinor === sale.amountMinor &&
      isWithinShares(lines, range, centsOf, override.shares)
    if (isAllowed) {
      say(problems, line, 'over-sale-allowed', 'warning', {
        field: 'amount',
        amounts,
        by: override.by,
        reason: override.reason,
      })
    } else
      say(problems, line, 'over-sale', 'error', {
        field: 'amount',
        amounts,
        ...(meant && { suggestion: meant.id }),
      })
  } else if (meant) {
    say(problems, line, 'sale-meant', 'warning', { amounts, suggestion: meant.id })
  } else if (givenMinor > 0 && afterMinor < sale.amountMinor * FAR_BELOW) {
    say(problems, line, 'far-below-sale', 'warning', { field: 'amount', amounts })
  } else if (givenMinor > 0 && afterMinor < sale.amountMinor) {
    below.row ??= line.row
    below.count += 1
    below.missingMinor += sale.amountMinor - afterMinor
  }
}

/**
 * The sale that was probably meant: its ID is one slip away, and its amount is exactly what is paid, unlike this
 * sale's.
 */
function saleMeant(
  lines: readonly FundingLine[],
  range: TransactionRange,
  centsOf: CentsOf,
  sale: KnownSale,
  givenMinor: number,
  near: readonly NearSale[] | undefined,
): NearSale | undefined {
  if (!near || givenMinor === 0 || givenMinor === sale.amountMinor) return undefined
  const paid = paidOf(lines, range, centsOf)
  // If the sale's merchant gets nothing, `other-payee` reports it.
  if (sale.merchantId !== '' && !paid.some(({ merchantId }) => merchantId === sale.merchantId))
    return undefined
  return meantSaleOf(near, paid, givenMinor)
}

/** The first occurrence of each ID, by `transactionIdKey`. */
type SeenIds = {
  logged: Map<string, { row: number; tranId: string }>
  unlogged: Map<string, FundingLine>
}

/** The partner would treat another spelling of an ID as another transaction, and fund it twice. */
function sayIfNamedOtherwise(
  problems: LineProblem[],
  line: FundingLine,
  seen: Map<string, FundingLine>,
): void {
  if (line.transactionId === '') return
  const id = transactionIdKey(line.transactionId)
  const before = seen.get(id)
  if (!before) seen.set(id, line)
  else if (before.transactionId !== line.transactionId)
    say(problems, line, 'same-id-otherwise', 'error', { otherRow: before.row })
}

/** The log has both spellings, so they may be two sales; the approver decides. */
function sayIfLoggedOtherwise(
  problems: LineProblem[],
  line: FundingLine,
  tranId: string,
  seen: SeenIds['logged'],
): void {
  const id = transactionIdKey(tranId)
  const before = seen.get(id)
  if (!before) seen.set(id, { row: line.row, tranId })
  else if (before.tranId !== tranId)
    say(problems, line, 'sale-same-letters', 'warning', { twin: before.tranId, otherRow: before.row })
}

/** The partner would hold both spellings, and neither batch would be checked against the other's amounts. */
function sayIfElsewhereOtherwise(
  problems: LineProblem[],
  line: FundingLine,
  tranId: string,
  { sameInBatches }: MoneyIndex,
): void {
  const same = sameInBatches.get(tranId)
  if (!same) return
  const other = { twin: same.id, batch: `B-${same.batch}` }
  if (same.isLogged) say(problems, line, 'sale-same-letters', 'warning', other)
  else if (line.transactionId !== '') say(problems, line, 'same-id-elsewhere', 'error', other)
}

/** An open void or refund blocks its sale. If a person closed it, their note becomes a warning. */
const sayTakenBack = (
  problems: LineProblem[],
  line: FundingLine,
  { tranId, tranType, closed }: NonNullable<KnownSale['takenBack']>,
) =>
  closed === null
    ? say(problems, line, 'sale-taken-back', 'error', { twin: tranId, came: tranType })
    : say(problems, line, 'sale-back-closed', 'warning', {
        twin: tranId,
        came: tranType,
        by: closed.by,
        reason: closed.note,
      })

/** Adds a problem at the cell that names the line's transaction. */
const say = (
  problems: LineProblem[],
  { row, transactionId }: FundingLine,
  code: LineProblemCode,
  severity: LineProblem['severity'],
  more?: Partial<LineProblem>,
) =>
  problems.push({
    row,
    field: transactionId === '' ? 'retrievalReferenceNumber' : 'transactionId',
    code,
    severity,
    ...more,
  })

/**
 * `65.25` shows cents; `2974` may be dollars, or cents that lost their point. Numbers of one or two digits are hardly
 * cents.
 */
const showsCents = ({ amount, isAdded }: FundingLine): boolean => !isAdded && /\.\d{2}$/.test(amount)
const isWholeNumber = ({ amount }: FundingLine): boolean => /^\$?\d[\d,]{2,}$/.test(amount)

/** Whole numbers among amounts with cents, for transactions without a sale to compare with. */
const wholeNumbers = (lines: readonly FundingLine[], { first, last }: TransactionRange): LineProblem[] =>
  lines
    .slice(first, last + 1)
    .filter(isWholeNumber)
    .map(({ row }) => ({ row, field: 'amount', code: 'whole-number', severity: 'warning' }))

/** The lines that a person entered, without those that the desk added. */
export const typedLines = (lines: readonly FundingLine[]): readonly FundingLine[] =>
  lines.some(({ isAdded }) => isAdded) ? lines.filter(({ isAdded }) => !isAdded) : lines

/**
 * Adds a $0.00 line for each merchant that the partner holds money for and that the transaction's lines omit, because
 * a batch states all merchants of a transaction (product.md, "Create or modify"). Added lines follow their
 * transaction's other lines. They are recomputed each time, so that one caused by a typing slip disappears with the
 * slip. A line that was in `before` keeps its row number; new ones are numbered after the highest row and `lastRow`,
 * the last row of the source.
 * `lines` must not contain added lines (see `typedLines`).
 */
export function withTakenOut(
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  { held, findTransactionId }: Pick<MoneyIndex, 'held' | 'findTransactionId'>,
  { before = [], lastRow = 0 }: { before?: readonly FundingLine[]; lastRow?: number } = {},
): FundingLine[] {
  if (held.size === 0) return [...lines]
  let row = lastRow
  for (const line of lines) row = Math.max(row, line.row)
  const rows = new Map<string, number>()
  for (const line of before) {
    row = Math.max(row, line.row)
    if (line.isAdded) rows.set(`${transactionKey(line, findTransactionId)} ${line.merchantId}`, line.row)
  }
  return transactions.flatMap((range) => {
    const own = lines.slice(range.first, range.last + 1)
    const first = own[0]
    if (!first) return []
    const { transactionId, retrievalReferenceNumber } = first
    const key = transactionKey(first, findTransactionId)
    const added = leftOut(lines, range, held.get(key) ?? []).map(({ merchantId }): FundingLine => {
      const known = rows.get(`${key} ${merchantId}`)
      if (known === undefined) row += 1
      const cells = { transactionId, retrievalReferenceNumber, merchantId, amount: '0.00' }
      return { row: known ?? row, ...cells, isAdded: true }
    })
    return [...own, ...added]
  })
}
