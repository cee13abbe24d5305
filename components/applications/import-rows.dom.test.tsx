import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { expect, it } from 'vitest'
import type { RowProblem } from '@/lib/domain/application/import/check-rows'
import { ImportRows } from './import-rows'

const show = (rows: ComponentProps<typeof ImportRows>['rows']) =>
  render(
    <ImportRows
      rows={rows}
      isComparing={false}
      made={new Map()}
      leftOut={new Set()}
      onLeaveOut={null}
      corrections={[]}
      correct={null}
      rowWord="Row"
    />,
  )

it('showing more rows focuses the first of them, even if the button is gone', async () => {
  const person = userEvent.setup()
  const rows = Array.from({ length: 150 }, (_, at) => ({
    row: at + 2,
    name: `Merchant ${at + 1}`,
    blocked: null,
    problems: [],
  }))
  show(rows)
  await person.click(screen.getByRole('button', { name: 'Show 50 more' }))
  expect(screen.queryByRole('button', { name: /more$/ })).toBeNull()
  expect(document.activeElement?.outerHTML).toMatch(/^<th.*Merchant 101/s)
})

it.each([
  ['with its day first', 'Enter the month first.', 'wrong', 'Needs attention'],
  ['that reads either way', 'Other rows have the day first here.', 'warning', 'Check date'],
] as const)(
  'a date of birth %s is swapped by one press, and shown nowhere',
  async (_, message, state, badge) => {
    const person = userEvent.setup()
    const done: object[] = []
    const place = 'contacts.items.0.dateOfBirth'
    const problem = {
      label: 'Contact 1: Date of birth',
      message,
      state,
      place,
      isDayFirst: true as const,
    }
    render(
      <ImportRows
        rows={[{ row: 2, name: 'One', blocked: null, problems: [problem] }]}
        isComparing={false}
        made={new Map()}
        leftOut={new Set()}
        onLeaveOut={null}
        corrections={[]}
        correct={{
          context: {
            kind: 'payfac',
            lists: { roles: [], ddaTypes: [], locationTypes: [], industries: [], sponsorBanks: [] },
          },
          typed: [],
          onType() {},
          onCorrect: (correction) => void done.push(correction),
          onTakeBack() {},
        }}
        rowWord="Row"
      />,
    )
    screen.getByText(badge)
    const [press] = screen.getAllByRole('button', { name: /^Swap day and month/ })
    await person.click(press as HTMLElement)
    expect(done).toEqual([{ row: 2, place, text: '', isDayFirst: true }])
  },
)

it('a warning comes before shared identities, and decides the name and count of its row', () => {
  const warning = { label: 'Contact 1: Date of birth', message: 'This person is under 18.', state: 'warning' }
  const twin = {
    label: 'Business phone',
    message: 'Row 9 has the same phone.',
    state: 'warning',
    twin: { is: 'first', rows: [9], isShared: true },
  }
  show([{ row: 2, name: 'One', blocked: null, problems: [twin, warning] as RowProblem[] }])
  const [first, second] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('under 18')
  expect(second?.textContent).toContain('same phone')
  expect(screen.getAllByText('Worth a look', { selector: 'td *' })).toHaveLength(1)
  screen.getByRole('button', { name: 'Worth a look 1' })
})
