/**
 * Rows on their way to the browser: what each value is called is said once and not with every row, and so is a value
 * that many rows have.
 */
type PackedRows<Row> = { names: (keyof Row)[]; columns: PackedColumn<Row[keyof Row]>[] }

/** One value of every row; or each that occurs once, and which of them each row has: a digit for each, to the base 36. */
type PackedColumn<Value> = Value[] | { values: Value[]; of: string }
const MAX_VALUES = 36

/** Of rows that all have the same names. */
export function packRows<Row extends object>(rows: readonly Row[]): PackedRows<Row> {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row)[]
  return { names, columns: names.map((name) => packColumn(rows.map((row) => row[name]))) }
}

function packColumn<Value>(column: Value[]): PackedColumn<Value> {
  const known = new Map<string | undefined, { value: Value; at: number }>()
  const of = column.map((value) => {
    // Money may be a bigint, which JSON does not know.
    const text = JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part))
    const found = known.get(text) ?? { value, at: known.size }
    known.set(text, found)
    return found.at
  })
  if (known.size > Math.min(MAX_VALUES, column.length / 2)) return column
  return {
    values: [...known.values()].map(({ value }) => value),
    of: of.map((at) => at.toString(36)).join(''),
  }
}

export function unpackRows<Row extends object>({ names, columns }: PackedRows<Row>): Row[] {
  const unpacked = columns.map((column) =>
    Array.isArray(column) ? column : [...column.of].map((at) => column.values[Number.parseInt(at, 36)]),
  )
  const [first = []] = unpacked
  return first.map(
    (_, row) => Object.fromEntries(names.map((name, at) => [name, unpacked[at]?.[row]])) as Row,
  )
}

/** A page of a list as it is sent: the same with its rows packed. */
export type PackedPage<Page extends { items: readonly object[] }> = Omit<Page, 'items'> & {
  items: PackedRows<Page['items'][number]>
}

export const packPage = <Page extends { items: readonly object[] }>(page: Page): PackedPage<Page> => ({
  ...page,
  items: packRows<Page['items'][number]>(page.items),
})

export const unpackPage = <Page extends { items: readonly object[] }>(packed: PackedPage<Page>): Page =>
  ({ ...packed, items: unpackRows(packed.items) }) as unknown as Page
