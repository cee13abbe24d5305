import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { LostAdmin } from './lost-admin'

beforeEach(() => sessionStorage.clear())
const said = () => screen.getByRole('status').textContent

it('says it where the role goes, until it is dismissed, and nothing before', () => {
  const { rerender } = render(<LostAdmin isAdmin personId="ada" />)
  expect(said()).toBe('')
  rerender(<LostAdmin isAdmin={false} personId="ada" />)
  expect(said()).toContain('You are no longer an admin')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(said()).toBe('')
})

it('says it after the page was loaded anew as well, and not once it was dismissed', () => {
  render(<LostAdmin isAdmin personId="ada" />).unmount()
  const after = render(<LostAdmin isAdmin={false} personId="ada" />)
  expect(said()).toContain('You are no longer an admin')
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  after.unmount()
  render(<LostAdmin isAdmin={false} personId="ada" />)
  expect(said()).toBe('')
})

it('says nothing to who is none, who becomes one, or signs in after an admin', () => {
  const { rerender, unmount } = render(<LostAdmin isAdmin={false} personId="ada" />)
  rerender(<LostAdmin isAdmin personId="ada" />)
  expect(said()).toBe('')
  unmount()
  render(<LostAdmin isAdmin={false} personId="ben" />)
  expect(said()).toBe('')
})
