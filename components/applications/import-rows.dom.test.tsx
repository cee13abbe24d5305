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
