import type { Route } from 'next'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { defineColumns } from './columns'
import { DataList } from './data-list'
import type { RowPicks } from './row-picks'

type Row = { id: string; name: string; amount: number | null }
const rows: Row[] = [
  { id: '1', name: 'Heron Bakery', amount: 5 },
  { id: '2', name: 'Quill & Ink', amount: null },
]
const columns = defineColumns<Row>([
  { id: 'name', title: 'Name', card: 'title', cell: ({ name }) => name },
  { id: 'amount', title: 'Amount', numeric: true, cell: ({ amount }) => amount },
])
const picks: RowPicks<Row> = {
  isOn: ({ id }) => id === '1',
  labelOf: ({ id, name }) => (id === '1' ? `Select ${name}` : null),
  toggle: () => {},
  choose: () => {},
  all: { label: 'Select all', words: 'All' },
}
const shown = (given: RowPicks<Row> | null) =>
  renderToStaticMarkup(
    <DataList label="Shops" rows={rows} columns={columns} rowKey={({ id }) => id} picks={given} />,
  )

it('renders each row once, named by its title cell', () => {
  const html = shown(null)
  expect(html.match(/Heron Bakery/g)).toHaveLength(1)
  expect(html.match(/<th scope="row"/g)).toHaveLength(2)
  expect(html).toContain('aria-label="Shops"')
})

it('leaves a cell empty if there is nothing to show, so that cards skip it', () => {
  expect(shown(null)).toContain('<td class="num" data-title="Amount"></td>')
})

it('gives each cell its column’s title for cards, without styles that the page’s policy would block', () => {
  expect(shown(null).match(/ data-title="Amount"/g)).toHaveLength(2)
  expect(shown(picks)).not.toContain('style=')
})

it('shows no checkbox on a row that cannot be selected, and marks a selected one', () => {
  const html = shown(picks)
  expect(html.match(/type="checkbox"/g)).toHaveLength(2)
  expect(html).toContain('<tr class="picked">')
  expect(html).toContain('aria-label="Select Heron Bakery" checked=""')
})

it('makes only the head of a sortable column a link that says how rows are sorted', () => {
  const html = renderToStaticMarkup(
    <DataList
      label="Shops"
      rows={rows}
      columns={columns}
      rowKey={({ id }) => id}
      sortOf={(column) =>
        column === 'amount' ? { now: 'descending', address: '/shops?sort=amount' as Route } : null
      }
    />,
  )
  expect(html).toContain('<th scope="col">Name</th>')
  expect(html).toContain(
    '<th scope="col" aria-sort="descending" class="num"><a href="/shops?sort=amount">Amount</a></th>',
  )
  expect(html.match(/aria-sort/g)).toHaveLength(1)
})
