import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SaveStatus } from './save-status'

const told = (savedAt: string | null, lastSaved: string | null): string => {
  const { unmount } = render(<SaveStatus state={{ kind: 'saved', savedAt }} lastSaved={lastSaved} />)
  const words = screen.getByRole('status').textContent ?? ''
  unmount()
  return words
}

it('shows the time of the last save, of this visit or an earlier one', () => {
  const at = new Date().toISOString()
  expect(told(at, null)).toMatch(/^Saved \d+:\d\d:\d\d\s[AP]M$/)
  expect(told(null, at)).toBe(told(at, null))
})

it('shows the date if it is not today', () => {
  expect(told(null, '2026-03-04T12:00:00.000Z')).toMatch(/^Saved Mar 5, \d+:\d\d:\d\d\s[AP]M$/)
})

it('says so if nothing was saved', () => {
  expect(told(null, null)).toBe('Nothing to save yet')
})
