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
 * What the desk knows that bears on the money of some lines: plain data, so that the server can load it and the
 * browser can check by it. Transactions are named by `transactionKey`. Amounts are cents.
 */
export type MoneyKnowledge = {
  /** Reference numbers that the callback log knows to be of one transaction: `[reference, transaction id]`. */
  names: [string, string][]
  sales: KnownSale[]
  held: { key: string; amounts: HeldAmount[] }[]
  /** Batches that have the transaction and that are not ended; of several drafts one is named. */
  open: { key: string; batch: number; isDraft: boolean; waitsFor?: WaitsFor }[]
  /** Those of the lines, and of their sales, that the directory has. */
  merchants: KnownMerchant[]
  /**
   * For texts that are no id of the directory, whom they name: by name, or by the id in other capitals. `merchants` has
   * them; of several nobody can tell which one is meant.
   */
  named: [string, string[]][]
  /** For ids that the directory does not have, one that looks like it: `[as typed, known]`. */
  suggestions: [string, string][]
  /**
   * The same for transaction ids that the log does not have, or has as a sale of somebody who has no line, or of another amount: of several
   * their amounts tell which one was meant.
   */
  likeSales: [string, NearSale[]][]
  /** For transaction ids that the log has in other letters only: those sales' (`transactionIdKey`). */
  sameSales: [string, string[]][]
  /** For transaction ids that another batch, submitted or sent, has in other letters. */
  sameInBatches: [string, SameInBatch][]
  /** Those that count: by nobody who has worked on the batch since, and while Settings allow any. */
  overrides: {
    key: string
    allowedMinor: number
    saleMinor: number
    /** Cents by merchant: whom it was allowed for, and how much for each. */
    shares: Readonly<Record<string, number>>
    by: string
    reason: string
  }[]
  /** Numbers of the batches that this one corrects: what they funded is meant to be set anew. */
  origins: number[]
  /** Transactions that another batch sent with no answer, and of which a person then said that nothing was applied. */
  declaredAbsent: { key: string; batch: number; by: string }[]
  /** Transactions that the partner refused in another batch with a code that no retry can help: the latest of them. */
  refused: ({ key: string; batch: number } & Refusal)[]
  unlogged: 'allowed' | 'refused'
}

export type Resolved = { by: string; note: string; others: { tranType: string; amount: string }[] }

/** As another batch has an id. `isLogged`: the log has both, so they may be two sales. */
type SameInBatch = { id: string; batch: number; isLogged?: true }

/** A sale of the callback log. `trouble`: why it cannot be funded; null where it can. */
export type KnownSale = {
  key: string
  n: number
  amountMinor: number | null
  trouble: SaleTrouble | null
  /** The log has it for another funding profile only. */
  isOfOtherProfile: boolean
  /** Whose receiver it came to; '' where that takes the sales of many. */
  merchantId: string
  /** By name: who set its amount by hand, or chose between deliveries that contradict each other. */
  judgedBy: string | null
  /** Why its amount was set by hand. */
  amountNote?: string
  /** Who chose between deliveries that contradict each other, why, and what those say that do not stand. */
  resolved?: Resolved
  /** Who counted it as a sale, by name, and the type that it came with. */
  counted?: { by: string; tranType: string }
  /** Where its amount was set by hand: the text that the partner sent for it. */
  amountText?: string
  /** Another sale of the same invoice, card and amount. */
  twin?: string
  /** Another callback of the same invoice and card, or reference number, that took money back; who closed it, and why. */
  takenBack?: { tranId: string; tranType: string; closed: { by: string; note: string } | null }
  /** Receivers of several merchants told of it: all of them. */
  merchantIds?: string[]
}
/** `ambiguous`: several sales have the reference number that names it. */
export type SaleTrouble = 'ambiguous' | Exclude<IneligibleReason, 'in-draft' | 'in-batch' | 'funded'>

export type KnownMerchant = {
  merchantId: string
  name: string
  state: 'active' | 'paused' | 'closed' | 'unconfirmed'
  /** The partner has not accepted an amount above 0 for it yet. */
  isFirst: boolean
  /** Of a first payment: other merchants that it could be taken for, in words. */
  lookAlike?: string
  /** In words, where it has one, and share by share. */
  defaultSplit?: string
  shares?: DefaultShare[]
}

/** The same, to be asked by name. */
export type MoneyIndex = {
  /** Transaction ids by their reference numbers. */
  names: ReadonlyMap<string, string>
  findTransactionId: FindTransactionId
  sales: ReadonlyMap<string, KnownSale>
  held: ReadonlyMap<string, readonly HeldAmount[]>
  open: ReadonlyMap<string, MoneyKnowledge['open'][number]>
  merchants: ReadonlyMap<string, KnownMerchant>
  /** By merchant, made when it is first asked for. */
  splits: Map<string, PreparedSplit>
  named: ReadonlyMap<string, readonly string[]>
  suggestions: ReadonlyMap<string, string>
  likeSales: ReadonlyMap<string, readonly NearSale[]>
  sameSales: ReadonlyMap<string, readonly string[]>
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
    likeSales: new Map(knowledge.likeSales),
    sameSales: new Map(knowledge.sameSales),
    sameInBatches: new Map(knowledge.sameInBatches),
    overrides: byKey(knowledge.overrides),
    origins: new Set(knowledge.origins),
    declaredAbsent: byKey(knowledge.declaredAbsent),
    refused: byKey(knowledge.refused),
    unlogged: knowledge.unlogged,
  }
}

/** Equal for what is one transaction, whichever of its two identifiers a line names it by. */
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

/** The identifier in a key, as people know it. */
export const transactionName = (key: string): string => key.slice(key.indexOf(' ') + 1)

/** A line's amount in cents; null where its text means nothing. */
export type CentsOf = (line: FundingLine, index: number) => number | null

/**
 * Holds every line against its merchant, its sale and its past: product.md, "Merchants", "Held against the sale",
 * "Create or modify". The same in the browser, at the server, when a batch is approved and before each request is
 * sent. Problems come in the order of the transactions. The cost grows with the number of lines and no faster.
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
  for (let at = 0; at < transactions.length; at += 1) {
    const range = transactions[at]
    const first = range && lines[range.first]
    if (!first) continue
    if (at % STEP === 0) yield
    const key = transactionKey(first, index.findTransactionId)
    const held = index.held.get(key) ?? NOTHING_HELD
    checkMerchants(lines, range, centsOf, index, held, firstsTold, problems)
    // Without a name it is an error already, and no transaction.
    if (first.transactionId === '' && first.retrievalReferenceNumber === '') continue
    const after = positionAfter(lines, range, centsOf, held)
    const isLogged = index.sales.has(key)
    if (!isLogged) sayIfNamedOtherwise(problems, first, ids.unlogged)
    // To take all of it back is how one of two is undone.
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
  problems.push(...wholeNumbers(lines, transactions, index))
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

/** Sales that get less than all, and so much that no single one is conspicuous: they are told of together. */
type BelowSale = { count: number; missingMinor: number; row: number | null }

const NOTHING_HELD: readonly HeldAmount[] = []

/**
 * Both lists, less what is said of a cell whose form says already that it means nothing: a damaged id names nobody. That
 * a line takes money away says more than that it is zero.
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

/** An amount of 0 takes money away, and so may name any merchant. */
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

/** What keeps money from a merchant, or from a text that names none; null where nothing does. */
export function barredPayee(
  merchantId: string,
  index: Pick<MoneyIndex, 'merchants' | 'named' | 'suggestions'>,
): Omit<LineProblem, 'row'> | null {
  const known = index.merchants.get(merchantId)
  const at = { field: 'merchantId', severity: 'error' } as const
  if (!known) return { ...at, ...unknownMerchant(merchantId, index) }
  return known.state === 'active' ? null : { ...at, code: MERCHANT_CODES[known.state], merchant: known.name }
}

/** What is said of a text that is no id of the directory. */
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
 * One warning for each merchant that gets all of its own sales though it has a default split, at the first such sale,
 * with how many there are and what others do not get of them: a file says nothing of splits. Sales for which the log
 * names no single merchant have a warning of their own; one of another merchant is `payeeProblem`'s.
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
  // One that stands in several places, which is an error, is one sale all the same.
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

/** Where the only line of a transaction is that is no $0.00: one of those takes a merchant out, and shares nothing. */
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

/** Cents that the merchants of the transaction have once this is accepted, and that this batch gives them. */
type Position = { afterMinor: number; givenMinor: number }

/** What the batch names is set; what it leaves out stays (interface, "Create or modify funding amounts"). */
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

/** Whether nobody gets more of the transaction than these shares have for them. */
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

/** What the partner holds, or may hold, above 0 for merchants that the transaction's lines do not name. */
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
 * Who the partner holds money of the transaction for, and who has it after this batch, where one gets less and another
 * more; null else. Sums alone would say that nothing changes.
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
 * Whether the merchants of a sale get what its merchant's default split gives them, as that stands now. Whose it is
 * says the log. Where the log does not, nobody is called its merchant; but where several merchants of one default split
 * share it and nobody else does, that split is what they are held against.
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
  // Nobody shares it, and nobody knows whose it is.
  if (sole && sale.merchantId === '') return null
  // Nearly every sale: all of it, or of what is paid, to the merchant whose it is.
  if (sole && soleAt !== null && sale.merchantId === sole.merchantId) {
    const known = index.merchants.get(sole.merchantId)
    // Where it gets all of the sale, `splitsNotApplied` says so once for all of its sales.
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
  // Less than the sale to the one who gets all of it: that is below the sale, and no other split.
  if (split.shares.length === 1 && givenTo(split.shares[0]?.merchantId ?? '') === givenMinor) return null
  if (followsSplit(split, saleMinor, givenTo, givenMinor)) return null
  const problem = { row: first.row, field: 'merchantId', severity: 'warning', merchant: owner } as const
  if (isKnown && ownerMinor === 0) {
    const paid = paidOf(lines, range, centsOf)
    const meant = meantSaleOf(index.likeSales.get(first.transactionId) ?? [], paid, givenMinor)
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
 * Rows that get money of a sale for which the log has no merchant: nothing tells whether it goes to the right one. Not
 * those of a sale that is held against a default split all the same, or that an error or a warning about its merchants
 * stands against.
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

/** Whether the log has none of the sales that these lines pay, and no error says so of each of them already. */
export const isAllUnlogged = (
  lines: readonly FundingLine[],
  { sales, unlogged }: Pick<MoneyIndex, 'sales' | 'unlogged'>,
): boolean =>
  sales.size === 0 &&
  unlogged === 'allowed' &&
  lines.some(
    ({ transactionId, retrievalReferenceNumber }) => transactionId !== '' || retrievalReferenceNumber !== '',
  )

/** Who gets money of a transaction, each once, the largest first. */
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

/** Whether several merchants of a split get money of a transaction, and nobody else does. */
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

/** Everybody who gets another amount than the default split gives them, those of the split first. */
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

/** Less than this part of its sale is most often a slip: cents for dollars, or half a split. */
const FAR_BELOW = 0.5

function transactionProblems(
  lines: readonly FundingLine[],
  range: TransactionRange,
  centsOf: CentsOf,
  key: string,
  held: readonly HeldAmount[],
  { afterMinor, givenMinor }: Position,
  { sales, open, overrides, origins, declaredAbsent, refused, unlogged, likeSales, sameSales }: MoneyIndex,
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
    const same = sameSales.get(line.transactionId)
    // Sent as it stands it would be another transaction to the partner, or this one past every check of its sale.
    if (same) {
      say(problems, line, same.length > 1 ? 'sale-several' : 'sale-otherwise', 'error', {
        suggestion: same.join(', '),
      })
      return
    }
    const meant = meantSale(likeSales.get(line.transactionId) ?? [], givenMinor)
    const like = meant ? { suggestion: meant.id } : {}
    // To take everything back is right, whatever it is.
    if (unlogged === 'refused' && givenMinor > 0) say(problems, line, 'not-in-log', 'error', like)
    // Where the log knows none of them, it is not where this desk's sales are.
    else if (sales.size > 0 || (meant && !meant.isSlip)) say(problems, line, 'unlogged', 'warning', like)
    // It may have been funded by its transaction id, which nobody can tell from the number.
    else if (line.transactionId === '') say(problems, line, 'unlogged', 'warning')
    return
  }
  // Its money would go out under another account at the partner, and the sale would stay open here.
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
  // To take everything back is right whatever the sale is.
  if (sale.trouble !== null && givenMinor > 0) say(problems, line, SALE_CODES[sale.trouble], 'error')
  if (sale.amountMinor === null) return
  const amounts = { saleMinor: sale.amountMinor, afterMinor }
  const meant = saleMeant(lines, range, centsOf, sale, givenMinor, likeSales.get(line.transactionId))
  if (afterMinor > sale.amountMinor) {
    const override = overrides.get(key)
    // What was allowed was allowed for the sale as it was then, and for whoever was paid then, to each as much.
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

/** The sale whose ID is one slip away and whose amount is exactly what is given, where this sale's is another. */
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
  // Of a merchant who gets nothing of it `other-payee` says so.
  if (sale.merchantId !== '' && !paid.some(({ merchantId }) => merchantId === sale.merchantId))
    return undefined
  return meantSaleOf(near, paid, givenMinor)
}

/** The first of each, by what all of its spellings have in common. */
type SeenIds = {
  logged: Map<string, { row: number; tranId: string }>
  unlogged: Map<string, FundingLine>
}

/** The same id in other letters would be another transaction to the partner, and paid once more. */
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

/** The log has both, so they may be two sales: whoever approves them looks. */
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

/** The partner would hold both of them, and neither batch would be held against the other's amounts. */
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

/** A void that nobody has looked at stands against its sale; one that a person closed gives the reason to pay it. */
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

/** Of the transaction of this line, at its name. */
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

/** `65.25` shows its cents; `2974` may be dollars, or cents whose point was lost. Two digits are hardly cents. */
const showsCents = ({ amount, isAdded }: FundingLine): boolean => !isAdded && /\.\d{2}$/.test(amount)
const isWholeNumber = ({ amount }: FundingLine): boolean => /^\$?\d[\d,]{2,}$/.test(amount)

/** Among amounts with cents: whole numbers of transactions that have no sale to be held against. */
function wholeNumbers(
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  { sales, findTransactionId }: MoneyIndex,
): LineProblem[] {
  if (!lines.some(showsCents)) return []
  return transactions.flatMap((range) => {
    const first = lines[range.first]
    if (!first || sales.has(transactionKey(first, findTransactionId))) return []
    return lines
      .slice(range.first, range.last + 1)
      .flatMap((line): LineProblem[] =>
        isWholeNumber(line)
          ? [{ row: line.row, field: 'amount', code: 'whole-number', severity: 'warning' }]
          : [],
      )
  })
}

/** The lines that somebody typed; the others follow from them. */
export const typedLines = (lines: readonly FundingLine[]): readonly FundingLine[] =>
  lines.some(({ isAdded }) => isAdded) ? lines.filter(({ isAdded }) => !isAdded) : lines

/**
 * The lines, with one of amount 0 for each merchant that the partner holds money for and that its transaction leaves
 * out: a transaction of a batch says all of its merchants (product.md, "Create or modify"). Such lines stand behind the
 * others of their transaction. They are made anew each time, so that the one that a slip asked for goes with the slip;
 * one of `before` keeps its row, the others have rows after the highest, and after `lastRow`, the last one of their source.
 * `lines` are typed ones.
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
