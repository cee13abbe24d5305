/**
 * Rows packed for the way to the browser: property names are sent once instead of with every row, and so are values
 * that many rows share.
 */
type PackedRows<Row> = { names: (keyof Row)[]; columns: PackedColumn<Row[keyof Row]>[] }

/** The value of every row; or the distinct values, and for each row the index of its value as one base-36 digit. */
type PackedColumn<Value> = Value[] | { values: Value[]; of: string }
const MAX_VALUES = 36

/** All rows must have the same properties. */
export function packRows<Row extends object>(rows: readonly Row[]): PackedRows<Row> {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row)[]
  return { names, columns: names.map((name) => packColumn(rows.map((row) => row[name]))) }
}

function packColumn<Value>(column: Value[]): PackedColumn<Value> {
  const known = new Map<string | undefined, { value: Value; at: number }>()
  const of = column.map((value) => {
    // Money may be a bigint, which JSON does not support.
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

/** A page of a list with its rows packed. */
export type PackedPage<Page extends { items: readonly object[] }> = Omit<Page, 'items'> & {
  items: PackedRows<Page['items'][number]>
}

export const packPage = <Page extends { items: readonly object[] }>(page: Page): PackedPage<Page> => ({
  ...page,
  items: packRows<Page['items'][number]>(page.items),
})

export const unpackPage = <Page extends { items: readonly object[] }>(packed: PackedPage<Page>): Page =>
  ({ ...packed, items: unpackRows(packed.items) }) as unknown as Page
