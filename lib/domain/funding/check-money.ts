import type { SaleLeftOut } from '@/lib/domain/callbacks/left-out'
import type { TransactionRange } from './check-batch'
import type { HeldAmount } from './held'
import type { FundingLine } from './line'
import type { LineProblem, LineProblemCode } from './line-problem'
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
  open: { key: string; batch: number; isDraft: boolean }[]
  /** Those of the lines that the directory has. */
  merchants: KnownMerchant[]
  /** For ids that the directory does not have, one that looks like it: `[as typed, known]`. */
  suggestions: [string, string][]
  /** The same for transaction ids that the log does not have. */
  likeSales: [string, string][]
  /** Those that count: by nobody who has worked on the batch since, and while Settings allow any. */
  overrides: { key: string; allowedMinor: number; saleMinor: number; by: string; reason: string }[]
  /** Numbers of the batches that this one corrects or retries: what they funded is meant to be set anew. */
  origins: number[]
  /** Transactions that another batch sent with no answer, and of which a person then said that nothing was applied. */
  declaredAbsent: { key: string; batch: number; by: string }[]
  unlogged: 'allowed' | 'refused'
}

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
}
/** `ambiguous`: several sales have the reference number that names it. */
export type SaleTrouble = 'ambiguous' | Exclude<SaleLeftOut, 'in-batch' | 'funded'>

export type KnownMerchant = {
  merchantId: string
  name: string
  standing: 'active' | 'paused' | 'closed' | 'unconfirmed'
  /** The partner has not accepted an amount above 0 for it yet. */
  isFirst: boolean
  /** Of a first payment: other merchants that it could be taken for, in words. */
  lookAlike?: string
  /** In words, where it has one. */
  defaultSplit?: string
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
  suggestions: ReadonlyMap<string, string>
  likeSales: ReadonlyMap<string, string>
  overrides: ReadonlyMap<string, MoneyKnowledge['overrides'][number]>
  origins: ReadonlySet<number>
  declaredAbsent: ReadonlyMap<string, MoneyKnowledge['declaredAbsent'][number]>
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
    suggestions: new Map(knowledge.suggestions),
    likeSales: new Map(knowledge.likeSales),
    overrides: byKey(knowledge.overrides),
    origins: new Set(knowledge.origins),
    declaredAbsent: byKey(knowledge.declaredAbsent),
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
export function checkMoney(
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  centsOf: CentsOf,
  index: MoneyIndex,
): LineProblem[] {
  const problems: LineProblem[] = []
  const firstsTold = new Set<string>()
  for (const range of transactions) {
    const first = lines[range.first]
    if (!first) continue
    const key = transactionKey(first, index.findTransactionId)
    const held = index.held.get(key) ?? []
    checkMerchants(lines, range, centsOf, index, held, firstsTold, problems)
    // Without a name it is an error already, and no transaction.
    if (first.transactionId === '' && first.retrievalReferenceNumber === '') continue
    const after = positionAfter(lines, range, centsOf, held)
    problems.push(...transactionProblems(first, key, held, after, index))
    const payee = otherPayee(lines, range, centsOf, index.sales.get(key))
    if (payee !== null) {
      problems.push({
        row: first.row,
        field: 'merchantId',
        code: 'other-payee',
        severity: 'warning',
        merchant: payee,
      })
    }
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
  problems.push(...splitsNotApplied(lines, transactions, centsOf, index))
  return problems
}

/** Both lists, less what is said of a cell whose form says already that it means nothing: a damaged id names nobody. */
export function joinProblems(form: readonly LineProblem[], money: readonly LineProblem[]): LineProblem[] {
  const damaged = new Set(
    form.flatMap(({ row, field, severity }) => (severity === 'error' ? [`${row} ${field}`] : [])),
  )
  return [...form, ...money.filter(({ row, field }) => !damaged.has(`${row} ${field}`))]
}

const MERCHANT_CODES = {
  unconfirmed: 'merchant-unconfirmed',
  paused: 'merchant-paused',
  closed: 'merchant-closed',
} as const satisfies Record<Exclude<KnownMerchant['standing'], 'active'>, LineProblemCode>

/** An amount of 0 takes money away, and so may name any merchant. */
function checkMerchants(
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  centsOf: CentsOf,
  { merchants, suggestions }: MoneyIndex,
  held: readonly HeldAmount[],
  firstsTold: Set<string>,
  problems: LineProblem[],
): void {
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
    if (!known) {
      const suggestion = suggestions.get(merchantId)
      problems.push({
        row,
        field: 'merchantId',
        code: 'merchant-unknown',
        severity: 'error',
        ...(suggestion !== undefined && { suggestion }),
      })
    } else if (known.standing !== 'active') {
      problems.push({
        row,
        field: 'merchantId',
        code: MERCHANT_CODES[known.standing],
        severity: 'error',
        merchant: known.name,
      })
    } else if (known.isFirst && !firstsTold.has(merchantId)) {
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

/**
 * One warning for each merchant that gets all of a sale of the log though it has a default split, at the first such
 * sale and with how many there are: a file says nothing of splits.
 */
function splitsNotApplied(
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  centsOf: CentsOf,
  { merchants, sales, findTransactionId }: MoneyIndex,
): LineProblem[] {
  const found = new Map<string, LineProblem & { count: number }>()
  for (const { first, last } of transactions) {
    const line = lines[first]
    const known = line && merchants.get(line.merchantId)
    if (!line || first !== last || known?.defaultSplit === undefined) continue
    const sale = sales.get(transactionKey(line, findTransactionId))
    const cents = centsOf(line, first)
    if (!cents || !sale || sale.amountMinor !== cents) continue
    const told = found.get(line.merchantId)
    if (told) told.count += 1
    else {
      found.set(line.merchantId, {
        row: line.row,
        field: 'merchantId',
        code: 'split-not-applied',
        severity: 'warning',
        merchant: line.merchantId,
        split: known.defaultSplit,
        count: 1,
      })
    }
  }
  return [...found.values()]
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

/** What the partner holds, or may hold, above 0 for merchants that the transaction's lines do not name. */
function leftOut(
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  held: readonly HeldAmount[],
): HeldAmount[] {
  return held.filter(({ merchantId, amountMinor }) => {
    if (amountMinor === 0) return false
    for (let at = first; at <= last; at += 1) if (lines[at]?.merchantId === merchantId) return false
    return true
  })
}

/** Whose sale it is, where money of it goes to others and none to them. */
function otherPayee(
  lines: readonly FundingLine[],
  { first, last }: TransactionRange,
  centsOf: CentsOf,
  sale: KnownSale | undefined,
): string | null {
  if (!sale || sale.merchantId === '') return null
  let givenMinor = 0
  for (let at = first; at <= last; at += 1) {
    const line = lines[at]
    const cents = line ? (centsOf(line, at) ?? 0) : 0
    if (line?.merchantId === sale.merchantId && cents > 0) return null
    givenMinor += cents
  }
  return givenMinor > 0 ? sale.merchantId : null
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
  line: FundingLine,
  key: string,
  held: readonly HeldAmount[],
  { afterMinor, givenMinor }: Position,
  { sales, open, overrides, origins, declaredAbsent, unlogged, likeSales }: MoneyIndex,
): LineProblem[] {
  const problems: LineProblem[] = []
  const name = line.transactionId === '' ? 'retrievalReferenceNumber' : 'transactionId'
  const say = (code: LineProblemCode, severity: LineProblem['severity'], more: Partial<LineProblem> = {}) =>
    problems.push({ row: line.row, field: name, code, severity, ...more })

  const other = open.get(key)
  if (other) {
    const batch = { batch: `B-${other.batch}` }
    if (other.isDraft) say('draft-elsewhere', 'warning', batch)
    else say('open-elsewhere', 'error', batch)
  }
  const again = held.find(({ batchNumber }) => !origins.has(batchNumber))
  if (again) {
    const heldMinor = held.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
    say('already-funded', 'warning', {
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
  if (absent) say('declared-absent', 'warning', { batch: `B-${absent.batch}`, by: absent.by })
  const sale = sales.get(key)
  if (!sale) {
    const suggestion = likeSales.get(line.transactionId)
    const like = suggestion === undefined ? {} : { suggestion }
    if (unlogged === 'refused') say('not-in-log', 'error', like)
    // Where the log knows none of them, it is not where this desk's sales are.
    else if (sales.size > 0 || suggestion !== undefined) say('unlogged', 'warning', like)
    // It may have been funded by its transaction id, which nobody can tell from the number.
    else if (line.transactionId === '') say('unlogged', 'warning')
    return problems
  }
  if (sale.isOfOtherProfile) say('sale-other-profile', 'warning')
  if (sale.judgedBy !== null && givenMinor > 0) {
    say('sale-judged', 'warning', {
      by: sale.judgedBy,
      ...(sale.amountMinor !== null && { amounts: { saleMinor: sale.amountMinor } }),
    })
  }
  // To take everything back is right whatever the sale is.
  if (sale.trouble !== null && givenMinor > 0) say(SALE_CODES[sale.trouble], 'error')
  if (sale.amountMinor === null) return problems
  const amounts = { saleMinor: sale.amountMinor, afterMinor }
  if (afterMinor > sale.amountMinor) {
    const override = overrides.get(key)
    // What was allowed was allowed for the sale as it was then.
    if (override && override.allowedMinor >= afterMinor && override.saleMinor === sale.amountMinor) {
      say('over-sale-allowed', 'warning', {
        field: 'amount',
        amounts,
        by: override.by,
        reason: override.reason,
      })
    } else say('over-sale', 'error', { field: 'amount', amounts })
  } else if (givenMinor > 0 && afterMinor < sale.amountMinor * FAR_BELOW) {
    say('far-below-sale', 'warning', { field: 'amount', amounts })
  }
  return problems
}

/**
 * The lines, with one of amount 0 for each merchant that the partner holds money for and that its transaction leaves
 * out: a transaction of a batch says all of its merchants (product.md, "Create or modify"). New lines stand behind the
 * others of their transaction, and have rows of their own after the highest.
 */
export function withTakenOut(
  lines: readonly FundingLine[],
  transactions: readonly TransactionRange[],
  { held, findTransactionId }: Pick<MoneyIndex, 'held' | 'findTransactionId'>,
): FundingLine[] {
  if (held.size === 0) return [...lines]
  let row = 0
  for (const line of lines) row = Math.max(row, line.row)
  return transactions.flatMap((range) => {
    const own = lines.slice(range.first, range.last + 1)
    const first = own[0]
    if (!first) return []
    const { transactionId, retrievalReferenceNumber } = first
    const amounts = held.get(transactionKey(first, findTransactionId)) ?? []
    const added = leftOut(lines, range, amounts).map(({ merchantId }) => {
      row += 1
      return { row, transactionId, retrievalReferenceNumber, merchantId, amount: '0.00' }
    })
    return [...own, ...added]
  })
}
