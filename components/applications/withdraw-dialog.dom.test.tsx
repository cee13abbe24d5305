import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { RowsResult } from '@/lib/server/applications/change-rows'
import { askedOfOne } from './asked-of-one'
import WithdrawDialog from './withdraw-dialog'

const ID = 'b3d6e9a2-5f0c-4a7e-9d1b-8c2f4e6a0b13'
const row = (problem: string | null): RowsResult => ({
  ok: true,
  rows: [{ applicationId: ID, number: 1041, name: 'Corner Cafe', problem }],
})

it('needs no reason, and says why a single application could not be withdrawn', async () => {
  const person = userEvent.setup()
  const close = vi.fn()
  const withdraw = vi.fn(async () => ({ data: row('It is already withdrawn.') }))
  render(
    <WithdrawDialog
      title="Withdraw this application?"
      applicationIds={[ID]}
      withdraw={askedOfOne(withdraw)}
      onClose={close}
    />,
  )
  expect(screen.getByLabelText('Why (optional)')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Withdraw' }))
  expect((await screen.findByRole('alert')).textContent).toBe('It was not withdrawnIt is already withdrawn.')
  expect(withdraw).toHaveBeenCalledWith({ applicationIds: [ID], reason: '' })
  expect(close).not.toHaveBeenCalled()
})

it('closes when done, and passes on the result for each of several', async () => {
  const person = userEvent.setup()
  const close = vi.fn()
  const done = vi.fn()
  const answer = row('It is already withdrawn.')
  render(
    <WithdrawDialog
      title="Withdraw 1 application?"
      applicationIds={[ID]}
      withdraw={async () => ({ data: answer })}
      onDone={done}
      onClose={close}
    />,
  )
  await person.type(screen.getByLabelText('Why (optional)'), 'The owner changed his mind')
  await person.click(screen.getByRole('button', { name: 'Withdraw' }))
  await waitFor(() => expect(close).toHaveBeenCalled())
  expect(done).toHaveBeenCalledWith(answer)
})
