import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { PickAll, PickRow, type RowPicks } from './row-picks'

type Row = { n: number; fixed?: boolean }
const ROWS: readonly Row[] = [{ n: 1 }, { n: 2 }, { n: 3, fixed: true }]

function picksOf(chosen: readonly number[]) {
  const [choose, toggle] = [vi.fn(), vi.fn()]
  const picks: RowPicks<Row> = {
    isOn: ({ n }) => chosen.includes(n),
    labelOf: ({ n, fixed }) => (fixed ? null : `Select ${n}`),
    choose,
    toggle,
    all: { label: 'Select all', words: 'All' },
  }
  return { picks, choose, toggle }
}
const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all' })

it.each([
  [[], false, false, [1, 2]],
  [[1], false, true, [1, 2]],
  [[1, 2], true, false, []],
])(
  'with %j chosen, the box of all is checked: %s, in between: %s, and chooses %j',
  async (chosen, checked, between, next) => {
    const { picks, choose } = picksOf(chosen)
    render(<PickAll rows={ROWS} picks={picks} />)
    expect([all().checked, all().indeterminate]).toEqual([checked, between])
    await userEvent.click(all())
    expect(choose.mock.lastCall?.[0].map(({ n }: Row) => n)).toEqual(next)
  },
)

it('has no checkbox for all rows if none can be selected', () => {
  const { picks } = picksOf([])
  render(<PickAll rows={ROWS.filter(({ fixed }) => fixed)} picks={picks} />)
  expect(all().disabled).toBe(true)
})

it('shows no checkbox on a row that cannot be selected; Shift selects a range', async () => {
  const { picks, toggle } = picksOf([])
  const person = userEvent.setup()
  render(ROWS.map((row) => <PickRow key={row.n} row={row} picks={picks} />))
  expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-label'))).toEqual([
    'Select 1',
    'Select 2',
  ])
  await person.click(screen.getByLabelText('Select 1'))
  await person.keyboard('{Shift>}')
  await person.click(screen.getByLabelText('Select 2'))
  await person.keyboard('{/Shift}')
  expect(toggle.mock.calls.map(([{ n }, isRange]) => [n, isRange])).toEqual([
    [1, false],
    [2, true],
  ])
})
