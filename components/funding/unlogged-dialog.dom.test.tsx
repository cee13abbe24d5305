import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import UnloggedDialog from './unlogged-dialog'

it('names what the log does not have, and submits it once somebody says that it is meant', async () => {
  const submit = vi.fn()
  const person = userEvent.setup()
  render(
    <UnloggedDialog
      batch={{ number: 13 }}
      question={{
        count: 2,
        transactions: 15,
        named: [
          { row: 4, transaction: 'T-20237', meant: 'T-20273' },
          { row: 9, transaction: 'T-9' },
        ],
      }}
      busy={false}
      onSubmit={submit}
      onClose={() => {}}
    />,
  )
  expect(screen.getByRole('dialog').textContent).toContain('The log has the other 13 of B-13.')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Row 4: T-20237. Did you mean T-20273?',
    'Row 9: T-9',
  ])
  const button = screen.getByRole<HTMLButtonElement>('button', { name: /^Submit/ })
  expect(button.textContent).toBe('Submit with 2 not in the log')
  expect(button.disabled).toBe(true)
  await person.click(screen.getByRole('checkbox', { name: 'Submit them as they are' }))
  await person.click(button)
  expect(submit).toHaveBeenCalledOnce()
})
