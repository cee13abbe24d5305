import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { expect, it, vi } from 'vitest'
import ReopenDialog from './reopen-dialog'

type Reopen = ComponentProps<typeof ReopenDialog>['reopen']

const request = {
  batchId: '0c7d5a1e-6f0b-4f6e-9a55-0d7c3f1f2a01',
  n: 2,
  attemptId: '0c7d5a1e-6f0b-4f6e-9a55-0d7c3f1f2a02',
}

/** Renders the dialog with an action that gives these answers in order. */
function open(...answers: Awaited<ReturnType<Reopen>>[]) {
  const reopen = vi.fn(async () => answers.shift() ?? {})
  const done = vi.fn()
  const close = vi.fn()
  render(<ReopenDialog {...request} reopen={reopen as unknown as Reopen} onDone={done} onClose={close} />)
  return { reopen, done, close, person: userEvent.setup() }
}

const why = () =>
  screen.getByLabelText<HTMLTextAreaElement>('What was recorded wrongly, and how do you know?')
const press = () => screen.getByRole('button', { name: 'Reopen' })

it('names the request, says that nothing is sent, and requires a reason', async () => {
  const { reopen, person } = open()
  expect(screen.getByRole('dialog').textContent).toContain('Reopen request 2')
  expect(screen.getByRole('dialog').textContent).toContain('Nothing is sent to the partner.')
  await person.click(press())
  expect(await screen.findByText('Enter a reason.')).toBeTruthy()
  expect(document.activeElement).toBe(why())
  expect(reopen).not.toHaveBeenCalled()
})

it('sends the reason with the attempt on the page, once', async () => {
  const { reopen, done, person } = open({ data: { ok: true, status: 'unknown' } })
  await person.type(why(), 'Support had looked at another one.')
  await person.click(press())
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(reopen).toHaveBeenCalledExactlyOnceWith({
    batchId: request.batchId,
    attemptId: request.attemptId,
    note: 'Support had looked at another one.',
  })
})

it('stays open with the typed reason if the desk refuses, and says why', async () => {
  const message = 'Its missing transactions were retried in B-12, so it cannot be reopened.'
  const { done, close, person } = open({ data: { ok: false, reason: 'wrong-state', message } })
  await person.type(why(), 'Support had looked at another one.')
  await person.click(press())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Not reopened')
  expect(alert.textContent).toContain('B-12')
  expect(why().value).toBe('Support had looked at another one.')
  expect(done).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(close).toHaveBeenCalledOnce()
})
