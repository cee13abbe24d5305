import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { type Done, tellDone } from './done'
import { DoneNotice } from './done-notice'

const row = { applicationId: 'a', number: 1041, name: 'Corner Cafe', problem: null }
const done = (rest: Partial<Done> = {}): Done => ({
  applicationId: 'a',
  title: 'Withdrawn',
  undone: 'Reopened as a draft',
  undo: async () => ({ data: { ok: true, rows: [row] } }),
  ...rest,
})
const tell = (what: Done) => act(() => tellDone(what))
const undo = () => screen.queryByRole('button', { name: 'Undo' })

it('is shown for this application only, undoes once, and says so', async () => {
  const person = userEvent.setup()
  render(<DoneNotice applicationId="a" />)
  tell(done({ applicationId: 'b' }))
  expect(undo()).toBeNull()
  tell(done())
  expect(screen.getByRole('status').textContent).toContain('Withdrawn')
  await person.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByRole('status').textContent).toContain('Reopened as a draft')
  expect(undo()).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('status')).toBeNull()
})

it('says why undoing failed, and disappears when another action is done', async () => {
  const person = userEvent.setup()
  render(<DoneNotice applicationId="a" />)
  const refused = vi.fn(async () => ({ data: { ok: false as const, message: 'Someone changed it since.' } }))
  tell(done({ undo: refused }))
  await person.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.getByRole('alert').textContent).toBe('It was not undoneSomeone changed it since.')
  expect(refused).toHaveBeenCalledTimes(1)
  expect(undo()).not.toBeNull()
  tell(done({ title: 'Assigned to you' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('Assigned to you')
})
