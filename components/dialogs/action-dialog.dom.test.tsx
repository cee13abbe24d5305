import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import type { ActionAnswer } from '@/components/forms/action-answer'
import { onSessionEnded, tellSignedIn } from '@/components/shell/session'
import { note } from '@/lib/domain/values/note'
import { ActionDialog } from './action-dialog'
import { NoteInput, TextInput } from './action-fields'

const returnInput = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string().trim().min(1, 'Enter a title.'),
  note: note('Say what should change.'),
})
type Result =
  | { ok: true; number: number }
  | { ok: false; message: string; field?: string; reason?: 'changed' }
type Answer = ActionAnswer<Result>

/** A dialog with an action that gives these answers in order. */
function openDialog(...answers: (Answer | Promise<Answer> | Error)[]) {
  const action = vi.fn(async (_input: z.input<typeof returnInput>): Promise<Answer> => {
    const answer = await answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  })
  const done = vi.fn()
  const close = vi.fn()
  function Page() {
    const [version, setVersion] = useState(1)
    return (
      <>
        <button type="button" onClick={() => setVersion(2)}>
          The page is read anew
        </button>
        <ActionDialog
          title="Return batch"
          confirm="Return batch"
          failed="The batch was not returned"
          schema={returnInput}
          values={{ id: 'b-1', version, title: version === 1 ? 'May' : 'June', note: '' }}
          action={action}
          onDone={done}
          onClose={close}
        >
          <TextInput name="title" label="Title" />
          <NoteInput name="note" label="What should change?" />
        </ActionDialog>
      </>
    )
  }
  render(<Page />)
  return { action, done, close, person: userEvent.setup() }
}

const title = () => screen.getByLabelText<HTMLInputElement>('Title')
const words = () => screen.getByLabelText<HTMLTextAreaElement>('What should change?')
const confirm = () => screen.getByRole('button', { name: 'Return batch' })
const told = async () => (await screen.findByRole('alert')).textContent

it('does not call the action while the schema finds a problem, and focuses it', async () => {
  const { action, person } = openDialog()
  await person.click(confirm())
  expect(await screen.findByText('Say what should change.')).toBeTruthy()
  expect(words().getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(words())
  expect(action).not.toHaveBeenCalled()
})

it('Escape and the close button ask before discarding input, and discard it only when confirmed', async () => {
  const { close, person } = openDialog()
  await person.type(words(), 'The sums')
  await person.keyboard('{Escape}')
  expect(screen.getByRole('alertdialog', { name: 'Discard what you typed?' })).toBeTruthy()
  expect(document.activeElement?.textContent).toBe('Keep editing')
  // A second Escape does not confirm.
  await person.keyboard('{Escape}')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.activeElement).toBe(words())
  expect(words().value).toBe('The sums')
  expect(close).not.toHaveBeenCalled()
  await person.click(screen.getByRole('button', { name: 'Close' }))
  await person.click(screen.getByRole('button', { name: 'Discard' }))
  expect(close).toHaveBeenCalledOnce()
})

it('does not ask if nothing was typed, or if it was removed again', async () => {
  const { close, person } = openDialog()
  await person.type(words(), 'x{Backspace}')
  await person.click(screen.getByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalledOnce()
})

it('sends the input with IDs and versions, and passes on the result', async () => {
  const { action, done, person } = openDialog({ data: { ok: true, number: 7 } })
  await person.type(words(), ' The sums ')
  await person.click(confirm())
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(action).toHaveBeenCalledExactlyOnceWith({
    id: 'b-1',
    version: 1,
    title: 'May',
    note: ' The sums ',
  })
  expect(done).toHaveBeenCalledWith(
    { ok: true, number: 7 },
    { id: 'b-1', version: 1, title: 'May', note: 'The sums' },
  )
})

it('is busy until the answer and ignores a second press', async () => {
  const answer = Promise.withResolvers<Answer>()
  const { action, done, person } = openDialog(answer.promise)
  await person.type(words(), 'The sums')
  await person.click(confirm())
  await waitFor(() => expect(confirm().getAttribute('aria-busy')).toBe('true'))
  await person.click(confirm())
  await person.type(title(), '{Enter}')
  answer.resolve({ data: { ok: true, number: 1 } })
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(action).toHaveBeenCalledOnce()
  await waitFor(() => expect(confirm().getAttribute('aria-busy')).toBeNull())
})

it('shows a refusal at its field, from either side, and keeps the input', async () => {
  const { done, person } = openDialog(
    { data: { ok: false, message: 'This title is taken.', field: 'title' } },
    { validationErrors: { _errors: [], note: { _errors: ['Use fewer words.'] } } },
  )
  await person.type(words(), 'The sums')
  await person.click(confirm())
  expect(await screen.findByText('This title is taken.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(title()))
  expect(screen.queryByRole('alert')).toBeNull()
  await person.click(confirm())
  expect(await screen.findByText('Use fewer words.')).toBeTruthy()
  expect(words().value).toBe('The sums')
  expect(done).not.toHaveBeenCalled()
})

it('shows a refusal without a field above the buttons, until the next press', async () => {
  const { done, person } = openDialog(
    { data: { ok: false, message: 'The batch was sent already.' } },
    { data: { ok: false, message: 'Unknown place.', field: 'elsewhere' } },
    { data: { ok: true, number: 1 } },
  )
  await person.type(words(), 'The sums')
  await person.click(confirm())
  expect(await told()).toBe('The batch was not returnedThe batch was sent already.')
  await person.click(confirm())
  await waitFor(async () => expect(await told()).toContain('Unknown place.'))
  await person.click(confirm())
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('a silent refresh changes nothing in an open dialog', async () => {
  const { action, person } = openDialog({ data: { ok: true, number: 1 } })
  await person.type(words(), 'The sums')
  await person.click(screen.getByRole('button', { name: 'The page is read anew' }))
  expect(title().value).toBe('May')
  await person.click(confirm())
  await waitFor(() => expect(action.mock.lastCall?.[0]).toMatchObject({ version: 1, title: 'May' }))
})

it('if it changed meanwhile, the next press is about the new version, with the same input', async () => {
  const { action, done, person } = openDialog(
    { data: { ok: false, reason: 'changed', message: 'Ben changed it.' } },
    { data: { ok: true, number: 1 } },
  )
  await person.type(words(), 'The sums')
  await person.click(confirm())
  expect(await told()).toContain('Changed by someone elseBen changed it.')
  expect(title().value).toBe('May')
  // The action's answer refreshes the page.
  await person.click(screen.getByRole('button', { name: 'The page is read anew' }))
  await waitFor(() => expect(title().value).toBe('June'))
  expect([title().value, words().value]).toEqual(['June', 'The sums'])
  await person.click(confirm())
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(action.mock.lastCall).toEqual([{ id: 'b-1', version: 2, title: 'June', note: 'The sums' }])
})

it('if signed out, asks for the password in place, keeps the input, and continues afterwards', async () => {
  const { done, person } = openDialog(
    { serverError: { code: 'signed-out', message: 'Sign in again.' } },
    { data: { ok: true, number: 1 } },
  )
  const ended = vi.fn()
  const stop = onSessionEnded(ended)
  await person.type(words(), 'The sums')
  await person.click(confirm())
  expect(await told()).toBe('Your session has endedSign in again.')
  expect(ended).toHaveBeenCalledOnce()
  tellSignedIn()
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  await person.click(confirm())
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  stop()
})

it('without an answer, says that it may have been done', async () => {
  const { done, person } = openDialog(new Error('Failed to fetch'), { data: { ok: true, number: 1 } })
  await person.type(words(), 'The sums')
  await person.click(confirm())
  const text = await told()
  expect(text).toContain('The desk did not answer')
  expect(text).toContain('It may have been done')
  expect(text).not.toContain('not returned')
  await person.click(confirm())
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
})

it('an action that redirects counts as done', async () => {
  const redirect = Object.assign(new Error('NEXT_REDIRECT'), { digest: 'NEXT_REDIRECT;push;/funding;303;' })
  const { done, person } = openDialog(redirect)
  await person.type(words(), 'The sums')
  await person.click(confirm())
  await waitFor(() => expect(done).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alert')).toBeNull()
})

it('Cancel closes it without calling the action', async () => {
  const { action, close, person } = openDialog()
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(close).toHaveBeenCalledOnce()
  expect(action).not.toHaveBeenCalled()
})
