import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import NoteDialog, { type NoteQuestion } from './note-dialog'

const approve = (run: NoteQuestion['run']): NoteQuestion => ({
  title: 'Approve B-1042',
  description: '$1,618.70 in 3 transactions.',
  details: <p>The money as it was</p>,
  label: 'Note',
  needed: false,
  button: 'Approve $1,618.70',
  run,
})

it('offers nothing that it cannot do any more: what is asked about has changed', async () => {
  const person = userEvent.setup()
  const close = vi.fn()
  render(
    <NoteDialog
      question={approve(async () => ({ ended: 'The batch changed. Look at it again.' }))}
      onClose={close}
    />,
  )
  await person.click(screen.getByRole('button', { name: 'Approve $1,618.70' }))
  expect((await screen.findByRole('alert')).textContent).toContain('The batch changed.')
  expect(screen.queryByRole('button', { name: /Approve/ })).toBeNull()
  expect(screen.queryByText('The money as it was')).toBeNull()
  expect(screen.queryByLabelText(/Note/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  await person.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement)
  expect(close).toHaveBeenCalled()
})

it('can be pressed again where it only failed', async () => {
  const person = userEvent.setup()
  const answers = ['The desk did not answer.', null]
  const close = vi.fn()
  render(<NoteDialog question={approve(async () => answers.shift() ?? null)} onClose={close} />)
  const button = () => screen.getByRole('button', { name: 'Approve $1,618.70' })
  await person.click(button())
  expect((await screen.findByRole('alert')).textContent).toContain('The desk did not answer.')
  expect(close).not.toHaveBeenCalled()
  await person.click(button())
  expect(close).toHaveBeenCalled()
})
