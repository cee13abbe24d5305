import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { leadToResult, Result } from './result'

beforeEach(() => {
  vi.useFakeTimers()
  Element.prototype.scrollIntoView ??= () => undefined
})
afterEach(() => {
  vi.useRealTimers()
})

const page = (status: ApplicationStatus, applicationId = 'a') => (
  <>
    {status === 'draft' && <button type="button">Send to underwriting</button>}
    <input aria-label="Comment" />
    <Result applicationId={applicationId} status={status}>
      <p>{status}</p>
    </Result>
  </>
)
const focused = () => document.activeElement?.textContent
const later = () => act(() => vi.advanceTimersByTimeAsync(0))

it('whoever sent it is brought to its status, because the button is gone', async () => {
  const { rerender } = render(page('draft'))
  screen.getByRole('button').focus()
  rerender(page('in-underwriting'))
  await later()
  expect(focused()).toBe('in-underwriting')
})

it('whoever has moved on meanwhile stays there', async () => {
  const { rerender } = render(page('submitting'))
  screen.getByRole('textbox').focus()
  rerender(page('submitted'))
  await later()
  expect(document.activeElement).toBe(screen.getByRole('textbox'))
})

it('after a submission, its own page starts at the result once, and another application’s does not', async () => {
  leadToResult('a')
  const { unmount } = render(page('submitted', 'b'))
  await later()
  expect(document.activeElement).toBe(document.body)
  unmount()
  const again = render(page('submitted'))
  await later()
  expect(focused()).toBe('submitted')
  again.unmount()
  render(page('submitted'))
  await later()
  expect(document.activeElement).toBe(document.body)
})
