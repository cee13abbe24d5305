/** Rows on their way to the browser: what each value is called is said once, and not with every row. */
type PackedRows<Row> = { names: (keyof Row)[]; values: Row[keyof Row][][] }

/** Of rows that all have the same names. */
export function packRows<Row extends object>(rows: readonly Row[]): PackedRows<Row> {
  const names = Object.keys(rows[0] ?? {}) as (keyof Row)[]
  return { names, values: rows.map((row) => names.map((name) => row[name])) }
}

export const unpackRows = <Row extends object>({ names, values }: PackedRows<Row>): Row[] =>
  values.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])) as Row)

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
