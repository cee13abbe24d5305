import { MAX_COLUMNS, MAX_LINES } from './limits'
import { type FundingTable, refused, type TableReading, tooManyLines } from './table'

/**
 * Reads funding amounts from JSON: the interface's request body ("Funding request"), its list of transactions, or a
 * list of flat objects with one line each. Rows are numbered from 1 in list order.
 */
export function readJsonText(text: string): TableReading {
  const parsed = parse(text.replace(/^\uFEFF/, ''))
  if (!parsed.ok) return parsed
  const list = listOf(parsed.value)
  if (!list) {
    return refused('This JSON has no funding amounts. Use a list of objects, or the partner’s request body.')
  }
  if (list.length === 0) return refused('The list is empty.')
  const wrong = list.findIndex((item) => !isRecord(item))
  if (wrong !== -1) return refused(`Item ${wrong + 1} of the list is not an object.`)
  const items = list.filter(isRecord)
  return items.some((item) => 'merchantFundingAmounts' in item) ? bodyTable(items) : flatTable(items)
}

type Item = Readonly<Record<string, unknown>>

const BODY_COLUMNS = ['id', 'retrievalReferenceNumber', 'merchantId', 'amount']

/** One row per funding amount. A transaction without amounts gets a row too, so that the checks report it. */
function bodyTable(transactions: readonly Item[]): TableReading {
  const rows: string[][] = []
  for (const { id, transactionId, retrievalReferenceNumber, merchantFundingAmounts } of transactions) {
    const names = [cellText(id ?? transactionId), cellText(retrievalReferenceNumber)]
    const amounts: readonly unknown[] = Array.isArray(merchantFundingAmounts) ? merchantFundingAmounts : []
    for (const amount of amounts.length === 0 ? [null] : amounts) {
      const { merchantId, amount: digits }: Item = isRecord(amount) ? amount : {}
      rows.push([...names, cellText(merchantId), cellText(digits)])
    }
    if (rows.length > MAX_LINES)
      return refused(tooManyLines(`more than ${MAX_LINES.toLocaleString('en-US')}`))
  }
  return { ok: true, table: tableOf(BODY_COLUMNS, rows) }
}

function flatTable(items: readonly Item[]): TableReading {
  if (items.length > MAX_LINES) return refused(tooManyLines(items.length.toLocaleString('en-US')))
  const columns = new Set<string>()
  for (const item of items) {
    for (const name of Object.keys(item)) columns.add(name)
    if (columns.size > MAX_COLUMNS)
      return refused(`The objects have more than ${MAX_COLUMNS} different members.`)
  }
  const names = [...columns]
  return {
    ok: true,
    table: tableOf(
      names,
      items.map((item) => names.map((name) => (Object.hasOwn(item, name) ? cellText(item[name]) : ''))),
    ),
  }
}

const tableOf = (columns: readonly string[], rows: string[][]): FundingTable => ({
  columns: [...columns],
  rows,
  firstRow: 1,
  hasHeader: true,
  above: [],
  delimiter: null,
  notes: [],
})

/** The list itself, the `transactions` of a request body, or an object's only list. */
function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value
  if (!isRecord(value)) return null
  if (Array.isArray(value.transactions)) return value.transactions
  const [list, ...others] = Object.values(value).filter((member) => Array.isArray(member))
  return list && others.length === 0 ? list : null
}

/** A nested value is shown as `{…}`, and the checks report it. */
const cellText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'boolean'
    ? String(value)
    : value === null || value === undefined
      ? ''
      : typeof value === 'number'
        ? String(value)
        : '{…}'

/** The third argument is missing from TypeScript's types. It has a number's digits as written. */
type Reviver = (name: string, value: unknown, context?: { source?: string }) => unknown

/** Keeps a number as written, so that one of twenty digits loses none. */
const asWritten: Reviver = (_name, value, context) =>
  typeof value === 'number' ? (context?.source ?? String(value)) : value

function parse(text: string): { ok: true; value: unknown } | { ok: false; message: string } {
  try {
    // Visiting every value makes parsing several times slower, and is only needed for numbers.
    const hasNumbers = /[:[,]\s*-?\d/.test(text)
    return { ok: true, value: JSON.parse(text, hasNumbers ? asWritten : undefined) }
  } catch {
    return refused(
      /[:[,]\s*0\d/.test(text)
        ? 'This isn’t valid JSON: a number starts with 0. Put identifiers in quotation marks.'
        : 'This isn’t valid JSON. Check for missing quotation marks and commas.',
    )
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
