import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mentionOf, withMentions } from '@/lib/domain/comments/comment'
import type { CommentDraft } from '@/lib/domain/comments/inputs'
import { CommentForm } from './comment-form'

const ANA = { id: '6e1b2a34-0000-4000-8000-000000000001', name: 'Ana Núñez' }
const IPEK = { id: '6e1b2a34-0000-4000-8000-000000000002', name: 'İpek Çelik' }

let answers: (() => Promise<Response>)[]
const people = async () => Response.json({ people: [ANA, IPEK] })
beforeEach(() => {
  answers = [people]
  vi.stubGlobal('fetch', () => (answers.shift() ?? people)())
})
afterEach(() => vi.unstubAllGlobals())

function Form({ onSend }: { onSend: (content: CommentDraft) => void }) {
  const [content, setContent] = useState<CommentDraft>({ text: '', people: [] })
  return (
    <CommentForm
      subject={{ type: 'callback', id: '57' }}
      label="Comment"
      hint="Visible to everyone who can open this callback."
      content={content}
      change={setContent}
      problem={null}
      busy={false}
      onSend={() => onSend(content)}
      send="Send comment"
      begins
    />
  )
}
function open() {
  const onSend = vi.fn<(content: CommentDraft) => void>()
  render(<Form onSend={onSend} />)
  return { person: userEvent.setup(), onSend, box: screen.getByLabelText<HTMLTextAreaElement>('Comment') }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

it('mentions the person chosen with the arrows, and sends with Ctrl Enter and ⌘ Enter', async () => {
  const { person, onSend, box } = open()
  expect(document.activeElement).toBe(box)
  await person.type(box, 'Hi @')
  await screen.findByRole('listbox')
  expect(options()).toEqual(['Ana Núñez', 'İpek Çelik'])
  await person.keyboard('{ArrowDown}')
  const chosen = screen.getByRole('option', { selected: true })
  expect(chosen.textContent).toBe('İpek Çelik')
  expect(box.getAttribute('aria-activedescendant')).toBe(chosen.id)
  await person.keyboard('{Enter}')
  expect(box.value).toBe('Hi @İpek Çelik ')
  expect(options()).toEqual([])
  await person.keyboard('{Control>}{Enter}{/Control}{Meta>}{Enter}{/Meta}')
  expect(onSend).toHaveBeenCalledTimes(2)
  const { text, people: mentioned } = onSend.mock.calls[0]?.[0] ?? { text: '', people: [] }
  expect(withMentions(text, mentioned)).toBe(`Hi ${mentionOf(IPEK.id)} `)
})

it('finds names without accents, and Escape keeps the typed text', async () => {
  const { person, onSend, box } = open()
  await person.type(box, '@nun')
  await screen.findByRole('listbox')
  expect(options()).toEqual(['Ana Núñez'])
  await person.keyboard('{Escape}')
  expect(options()).toEqual([])
  expect(box.value).toBe('@nun')
  await person.keyboard('{Enter}x')
  expect(box.value).toBe('@nun\nx')
  expect(onSend).not.toHaveBeenCalled()
})

it('offers only people who match, and loads the list again after a failure', async () => {
  answers = [() => Promise.reject(new TypeError('Failed to fetch'))]
  const { person, box } = open()
  await person.type(box, '@')
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy()
  await person.type(box, 'i')
  await screen.findByRole('listbox')
  expect(options()).toEqual(['İpek Çelik'])
  await person.type(box, 'zz')
  expect(options()).toEqual([])
})

it('a press takes a name and keeps the focus in the box', async () => {
  const { person, box } = open()
  await person.type(box, 'See @an')
  await person.click(await screen.findByRole('option', { name: 'Ana Núñez' }))
  expect(box.value).toBe('See @Ana Núñez ')
  await person.keyboard('i{Enter}')
  expect(box.value, 'and is not asked again').toBe('See @Ana Núñez i\n')
  await vi.waitFor(() => expect(document.activeElement).toBe(box))
})
