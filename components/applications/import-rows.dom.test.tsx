import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { ImportRows } from './import-rows'

it('goes to the first of the rows that it shows more of, also where the button is gone then', async () => {
  const person = userEvent.setup()
  const rows = Array.from({ length: 150 }, (_, at) => ({
    row: at + 2,
    name: `Merchant ${at + 1}`,
    blocked: null,
    problems: [],
  }))
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
