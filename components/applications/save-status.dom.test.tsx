import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { SaveStatus } from './save-status'

const told = (savedAt: string | null, lastSaved: string | null): string => {
  const { unmount } = render(<SaveStatus state={{ kind: 'saved', savedAt }} lastSaved={lastSaved} />)
  const words = screen.getByRole('status').textContent ?? ''
  unmount()
  return words
}

it('says when it was saved in one form, by this visit or before it', () => {
  const at = new Date().toISOString()
  expect(told(at, null)).toMatch(/^Saved \d+:\d\d:\d\d\s[AP]M$/)
  expect(told(null, at)).toBe(told(at, null))
})

it('says the day where that is not today', () => {
  expect(told(null, '2026-03-04T12:00:00.000Z')).toMatch(/^Saved Mar 5, \d+:\d\d:\d\d\s[AP]M$/)
})

it('says so where nothing was saved', () => {
  expect(told(null, null)).toBe('Nothing to save yet')
})
