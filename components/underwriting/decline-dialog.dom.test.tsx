import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import DeclineDialog from './decline-dialog'

it('says no more than what the decline leads to: it can be withdrawn', () => {
  const meaning = 'It is closed. A mistaken decline can be withdrawn in the case.'
  render(<DeclineDialog meaning={meaning} onClose={() => {}} onDecline={() => {}} />)
  const words = screen.getByRole('dialog').textContent
  expect(words).toContain(meaning)
  expect(words).not.toContain('You cannot take it back')
})
