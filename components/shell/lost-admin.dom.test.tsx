import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { LostAdmin } from './lost-admin'

it('says it where the role goes, until it is dismissed, and nothing before', () => {
  const { rerender } = render(<LostAdmin isAdmin />)
  expect(screen.getByRole('status').textContent).toBe('')
  rerender(<LostAdmin isAdmin={false} />)
  expect(screen.getByRole('status').textContent).toContain('You are no longer an admin')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.getByRole('status').textContent).toBe('')
})

it('says nothing to who is none, nor to who becomes one', () => {
  const { rerender } = render(<LostAdmin isAdmin={false} />)
  rerender(<LostAdmin isAdmin />)
  expect(screen.getByRole('status').textContent).toBe('')
})
