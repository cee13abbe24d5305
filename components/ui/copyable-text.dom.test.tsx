import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CopyableText } from './copyable-text'

const TEXT = 'İ<b>”\n  second line'

it('copies the exact text and says so', async () => {
  const person = userEvent.setup()
  render(<CopyableText label="Secret" hint="Shown once." text={TEXT} />)
  await person.click(screen.getByRole('button', { name: 'Copy the text' }))
  expect(await screen.findByText('Copied')).toBe(screen.getByRole('status'))
  expect(await navigator.clipboard.readText()).toBe(TEXT)
})

it('selects the text if the browser blocks the clipboard', async () => {
  const person = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed.'))
  render(<CopyableText label="Secret" text={TEXT} />)
  await person.click(screen.getByRole('button', { name: 'Copy the text' }))
  expect(await screen.findByText(/^Selected: press/)).toBeTruthy()
  expect(getSelection()?.toString()).toBe(TEXT)
})

it('has a name and a tab stop, because it scrolls', async () => {
  const person = userEvent.setup()
  render(<CopyableText label="Secret" text={TEXT} />)
  await person.tab()
  await person.tab()
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Secret' }))
})
