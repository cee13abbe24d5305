import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import NoteDialog, { type NoteQuestion } from './note-dialog'

const approve = (action: NoteQuestion['action']): NoteQuestion => ({
  title: 'Approve B-1042',
  description: '$1,618.70 in 3 transactions.',
  details: <p>The money as it was</p>,
  label: 'Note',
  noteRequired: false,
  button: 'Approve $1,618.70',
  action,
  endsRefused: true,
})

it('offers nothing that is no longer possible once its subject changed', async () => {
  const person = userEvent.setup()
  const close = vi.fn()
  render(
    <NoteDialog
      question={approve(async () => ({
        data: { ok: false, message: 'The batch changed. Look at it again.' },
      }))}
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

it('gives back the note if somebody else has done it meanwhile', async () => {
  const person = userEvent.setup()
  render(
    <NoteDialog
      question={approve(async () => ({
        data: { ok: false, message: 'Felix Penny approved it. Nothing was approved now.' },
      }))}
      onClose={() => {}}
    />,
  )
  await person.type(screen.getByLabelText(/Note/), 'Checked row 15 “by hand”')
  await person.click(screen.getByRole('button', { name: 'Approve $1,618.70' }))
  expect((await screen.findByRole('alert')).textContent).toContain('Felix Penny approved it.')
  const left = screen.getByLabelText<HTMLTextAreaElement>('Your note, not saved')
  expect([left.value, left.readOnly]).toEqual(['Checked row 15 “by hand”', true])
})

it('can be pressed again after a plain failure', async () => {
  const person = userEvent.setup()
  const action = vi
    .fn<NoteQuestion['action']>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch'))
    .mockResolvedValueOnce({ data: { ok: true } })
  const close = vi.fn()
  const answered = vi.fn()
  render(<NoteDialog question={approve(action)} onAnswered={answered} onClose={close} />)
  const button = () => screen.getByRole('button', { name: 'Approve $1,618.70' })
  await person.click(button())
  expect((await screen.findByRole('alert')).textContent).toContain('The desk did not answer.')
  expect(close).not.toHaveBeenCalled()
  await person.click(button())
  expect(close).toHaveBeenCalled()
  expect(answered.mock.calls).toEqual([[false], [true]])
})

it('keeps the note if the caller handles the refusal', async () => {
  const person = userEvent.setup()
  const refused = vi.fn(() => true)
  render(
    <NoteDialog
      question={approve(async () => ({
        data: { ok: false, reason: 'stale', message: 'Fay submitted it for approval.' },
      }))}
      onRefused={refused}
      onClose={() => {}}
    />,
  )
  await person.type(screen.getByLabelText(/Note/), 'Checked')
  await person.click(screen.getByRole('button', { name: 'Approve $1,618.70' }))
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ reason: 'stale' }))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText<HTMLTextAreaElement>(/Note/).value).toBe('Checked')
})

it('shows what is missing at its field and focuses it, until something is typed', async () => {
  const person = userEvent.setup()
  const action = vi.fn(async () => ({ data: { ok: true as const } }))
  render(
    <NoteDialog
      question={{
        ...approve(action),
        noteRequired: true,
        choices: [
          { value: 'found', label: 'The partner has it', note: '' },
          { value: 'partly', label: 'Part of it', note: '', list: 'Missing IDs' },
        ],
      }}
      onClose={() => {}}
    />,
  )
  const send = () => person.click(screen.getByRole('button', { name: 'Approve $1,618.70' }))
  const said = () => {
    expect(screen.queryByText('Couldn’t complete')).toBeNull()
    return screen.queryByRole('alert')?.textContent
  }
  const found = screen.getByRole('radio', { name: /The partner has it/ })
  await send()
  expect([said(), document.activeElement]).toEqual(['Choose an option.', found])
  await person.click(screen.getByRole('radio', { name: /Part of it/ }))
  expect(said()).toBeUndefined()
  await send()
  const list = screen.getByLabelText('Missing IDs')
  expect([said(), document.activeElement, list.getAttribute('aria-invalid')]).toEqual([
    'Enter at least one.',
    list,
    'true',
  ])
  await person.click(found)
  await send()
  const note = screen.getByLabelText('Note')
  expect([said(), document.activeElement, note.getAttribute('aria-invalid')]).toEqual([
    'Enter at least 3 characters.',
    note,
    'true',
  ])
  expect(note.getAttribute('aria-describedby')).toContain(screen.getByRole('alert').id)
  await person.type(note, 'Asked')
  expect([said(), note.getAttribute('aria-invalid')]).toEqual([undefined, null])
  await send()
  expect(action).toHaveBeenCalledOnce()
})
