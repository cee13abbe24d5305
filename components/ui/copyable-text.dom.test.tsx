import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CopyableText } from './copyable-text'

const TEXT = 'İ<b>”\n  second line'

it('copies the text to the letter, and says so', async () => {
  const person = userEvent.setup()
  render(<CopyableText label="Secret" hint="Shown once." text={TEXT} />)
  await person.click(screen.getByRole('button', { name: 'Copy the text' }))
  expect(await screen.findByText('Copied')).toBe(screen.getByRole('status'))
  expect(await navigator.clipboard.readText()).toBe(TEXT)
})

it('selects it where the browser keeps the clipboard back', async () => {
  const person = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed.'))
  render(<CopyableText label="Secret" text={TEXT} />)
  await person.click(screen.getByRole('button', { name: 'Copy the text' }))
  expect(await screen.findByText(/^Selected: press/)).toBeTruthy()
  expect(getSelection()?.toString()).toBe(TEXT)
})

it('is named, and reached by the Tab key, since it scrolls', async () => {
  const person = userEvent.setup()
  render(<CopyableText label="Secret" text={TEXT} />)
  await person.tab()
  await person.tab()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Secret' }))
})
