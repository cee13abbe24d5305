import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ActionAnswer } from './action-answer'
import { TroubleLine } from './trouble-notice'
import { useDeskAction } from './use-desk-action'

type Result = { ok: true } | { ok: false; message: string }

function Button({
  action,
  leaves,
}: {
  action: (input: string) => Promise<ActionAnswer<Result>>
  leaves?: boolean
}) {
  const { run, busy, trouble } = useDeskAction(action, { leaves })
  return (
    <>
      <button type="button" aria-busy={busy} onClick={() => void run('pressed')}>
        Claim
      </button>
      <TroubleLine trouble={trouble} />
    </>
  )
}

const button = () => screen.getByRole('button', { name: 'Claim' })
const isBusy = () => button().getAttribute('aria-busy') === 'true'

it('calls once, however often it is pressed before the answer, and again afterwards', async () => {
  const person = userEvent.setup()
  const answers: ((answer: ActionAnswer<Result>) => void)[] = []
  const action = vi.fn(() => new Promise<ActionAnswer<Result>>((resolve) => answers.push(resolve)))
  render(<Button action={action} />)
  await person.dblClick(button())
  expect(action).toHaveBeenCalledTimes(1)
  expect(isBusy()).toBe(true)
  answers[0]?.({ data: { ok: false, message: 'Ben has it already.' } })
  expect((await screen.findByRole('alert')).textContent).toBe('Ben has it already.')
  expect(isBusy()).toBe(false)
  await person.click(button())
  expect(action).toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('says without an answer that it may have been done, and can be pressed again', async () => {
  const person = userEvent.setup()
  render(<Button action={vi.fn().mockRejectedValue(new TypeError('Failed to fetch'))} />)
  await person.click(button())
  expect((await screen.findByRole('alert')).textContent).toContain(
    'The desk did not answer. It may have been',
  )
  expect(isBusy()).toBe(false)
})

it('stays busy while the next page loads, and not after a refusal', async () => {
  const person = userEvent.setup()
  const action = vi
    .fn<(input: string) => Promise<ActionAnswer<Result>>>()
    .mockResolvedValueOnce({ data: { ok: false, message: 'No.' } })
    .mockResolvedValueOnce({ data: { ok: true } })
  render(<Button action={action} leaves />)
  await person.click(button())
  await waitFor(() => expect(isBusy()).toBe(false))
  await person.dblClick(button())
  await waitFor(() => expect(action).toHaveBeenCalledTimes(2))
  expect(isBusy()).toBe(true)
})
