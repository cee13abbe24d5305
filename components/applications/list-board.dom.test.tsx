import { act, fireEvent, render, screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, it } from 'vitest'
import { type ApplicationListQuery, applicationList } from '@/lib/domain/application/list-query'
import type { ApplicationListRow, ApplicationListView } from '@/lib/server/applications/list-loaders'
import { ListBoard } from './list-board'

const row = (number: number): ApplicationListRow => ({
  id: `00000000-0000-4000-8000-00000000${number}`,
  number,
  kind: 'payfac',
  status: 'draft',
  statusBeforeRevision: null,
  legalName: `Shop ${number}`,
  dbaName: '',
  assigneeId: null,
  progress: '3 of 4 sections',
  ready: false,
})
const view = (items: ApplicationListRow[]): ApplicationListView => ({
  items,
  before: null,
  after: null,
  counts: { draft: 2 },
  views: [],
  people: [],
  stages: [],
  ownerships: [],
  me: '',
  mayWrite: true,
  maySubmit: true,
})
const board = (
  query: Partial<ApplicationListQuery>,
  items = [row(1001), row(1002)],
  onSend: ComponentProps<typeof ListBoard>['onSend'] = () => {},
) => (
  <ListBoard
    list={view(items)}
    query={{ ...applicationList.all, ...query }}
    onSend={onSend}
    empty={<p>None found</p>}
  >
    <nav>Pages</nav>
  </ListBoard>
)
const sorted = { sort: { by: 'merchant', direction: 'ascending' } } as const
const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select A-/ })

it('the head that sorted the list keeps the focus and tells the new order', () => {
  const page = render(board({}))
  const head = () => within(screen.getByRole('columnheader', { name: 'Merchant' })).getByRole('link')
  act(() => head().focus())
  expect(head().getAttribute('href')).toBe('/applications?sort=merchant')
  page.rerender(board(sorted, [row(1002), row(1001)]))
  expect(document.activeElement).toBe(head())
  expect(head().getAttribute('href')).toBe('/applications?sort=-merchant')
  expect(screen.getByRole('columnheader', { name: 'Merchant' }).getAttribute('aria-sort')).toBe('ascending')
})

it('another order starts a new selection', () => {
  const page = render(board({}))
  for (const box of boxes()) fireEvent.click(box)
  expect(boxes().map(({ checked }) => checked)).toEqual([true, true])
  page.rerender(board(sorted))
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false])
})

it('without rows it says so and links to other pages', () => {
  render(board({}, []))
  expect(screen.getByText('None found')).toBeTruthy()
  expect(screen.getByText('Pages')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

// The tools import server actions, so the first load takes a while.
it('a submitted application leaves the selection, and the others stay', async () => {
  render(board({}, undefined, ([first = ''], onSent) => onSent(first)))
  for (const box of boxes()) fireEvent.click(box)
  fireEvent.click(await screen.findByRole('button', { name: 'Send…' }, { timeout: 15_000 }))
  expect(boxes().map(({ checked }) => checked)).toEqual([false, true])
  screen.getByText('1 chosen')
}, 30_000)
