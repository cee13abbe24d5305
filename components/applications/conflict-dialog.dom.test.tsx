import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { blankDraft } from '@/lib/domain/application/blank'
import { ConflictDialog } from './conflict-dialog'
import type { Taken } from './draft-saver'

const merchant = (legalName: string, dbaName: string, billingStreet = '') => ({
  ...blankDraft().merchant,
  legalName,
  dbaName,
  billingStreet,
})

function open(changedBy: string, taken: readonly Taken<ReturnType<typeof merchant>>[] = []) {
  const onDecided = vi.fn()
  render(
    <ConflictDialog
      section="merchant"
      base={merchant('Before', 'Same')}
      mine={merchant('Typed here', 'Same')}
      newer={{
        version: 2,
        theirs: merchant('Typed there', 'Only there'),
        changedBy,
        changedAt: '2026-11-23T03:00:00.000Z',
      }}
      taken={taken}
      onDecided={onDecided}
      onPostponed={() => {}}
    />,
  )
  return { person: userEvent.setup(), onDecided, words: screen.getByRole('dialog').textContent ?? '' }
}

it('says “the other window” if it was the same person, and offers all of either window', async () => {
  const { person, onDecided, words } = open('you, in another window')
  expect(words).toContain('The other window saved on')
  expect(words).not.toMatch(/\b(they|theirs|someone)\b/i)
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /This window: Typed here/ }).checked).toBe(true)
  await person.click(screen.getByRole('button', { name: 'Take all from the other window' }))
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /other window: Typed there/ }).checked).toBe(
    true,
  )
  await person.click(screen.getByRole('button', { name: 'Save these values' }))
  expect(onDecided).toHaveBeenCalledWith({ 'merchant.legalName': 'theirs' })
})

it('names the other person, even one whose name begins like “you”', () => {
  const { words } = open('youssef')
  expect(words).toContain('Someone else changed this first')
  expect(words).toContain('Saved by youssef on')
  expect(words).toContain('Take all theirs')
})

it('lists what only the other side changed, and earlier merges that are still in the form', () => {
  const { words } = open('you, in another window', [
    { before: merchant('Before', 'Older', '9 Elm St'), after: merchant('Before', 'Same', '12 Oak St') },
    { before: merchant('Before', 'Same', '12 Oak St'), after: merchant('Before', 'Same') },
    {
      before: { ...merchant('Before', 'Same'), billingCity: 'Dayton' },
      after: { ...merchant('Before', 'Same'), billingCity: 'Akron' },
    },
  ])
  expect(words).toContain('Changed only in the other window: taken from there')
  expect(words).toContain('Only there instead of Same')
  expect(words).toContain('Also changed there before, and kept')
  expect(words).toContain('(blank) instead of 9 Elm St')
  expect(words).not.toMatch(/Older|12 Oak St|Akron/)
})
