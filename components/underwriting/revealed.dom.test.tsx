import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RevealValue } from './reveal-value'
import { RevealedValues, useRevealed } from './revealed'

const AT = { section: 'contacts', itemId: 'c1', field: 'ssn', applicationId: 'a1', label: 'SSN' } as const

function Show() {
  const { show } = useRevealed()
  return (
    <button type="button" onClick={() => show(AT, { ssn: '123456789' })}>
      Show
    </button>
  )
}
const page = (mayReveal: boolean) => (
  <RevealedValues mayReveal={mayReveal}>
    <Show />
    <RevealValue at={AT} mask="•••-••-6789" mayReveal={mayReveal} />
  </RevealedValues>
)

it('a revealed value has the dashes of its mask, and goes when the case is released', () => {
  const { rerender } = render(page(true))
  fireEvent.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByText('123-45-6789')).toBeTruthy()
  rerender(page(false))
  expect(screen.queryByText('123-45-6789')).toBeNull()
  rerender(page(true))
  expect(screen.queryByText('123-45-6789')).toBeNull()
})
