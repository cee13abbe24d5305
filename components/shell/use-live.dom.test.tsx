import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveSwitch } from './live-switch'
import { StaleNotice } from './stale-notice'
import { usePoll } from './use-live'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function openPage(ask: () => Promise<string | null>) {
  function Page() {
    const { problem, live } = usePoll(ask)
    return (
      <>
        <LiveSwitch {...live} />
        <StaleNotice problem={problem} />
      </>
    )
  }
  return render(<Page />)
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('polls every two seconds, one request at a time, and shows a problem until the next answer', async () => {
  const answers = [Promise.withResolvers<string | null>(), Promise.withResolvers<string | null>()]
  const ask = vi.fn(() => answers[ask.mock.calls.length - 1]?.promise ?? Promise.resolve(null))
  const page = openPage(ask)
  await pass(6_000)
  expect(ask).toHaveBeenCalledTimes(1)
  answers[0]?.resolve('The desk does not answer.')
  await pass(2_000)
  expect(ask).toHaveBeenCalledTimes(2)
  expect(screen.getByText(/Not up to date: The desk does not answer/)).toBeTruthy()
  answers[1]?.resolve(null)
  await pass(2_000)
  expect(screen.queryByText(/Not up to date/)).toBeNull()
  page.unmount()
  await pass(10_000)
  expect(ask).toHaveBeenCalledTimes(3)
})

it('stops while the tab is hidden or switched off', async () => {
  const ask = vi.fn(async () => null)
  openPage(ask)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await pass(10_000)
  expect(ask).not.toHaveBeenCalled()
  hidden.mockReturnValue(false)
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  expect(ask).toHaveBeenCalledTimes(1)
  act(() => screen.getByRole('switch').click())
  await pass(10_000)
  expect(ask).toHaveBeenCalledTimes(1)
  expect(screen.getByText('Paused')).toBeTruthy()
})

it('pauses after ten unused minutes, and polls at once when used again', async () => {
  const ask = vi.fn(async () => null)
  openPage(ask)
  await pass(11 * 60_000)
  const before = ask.mock.calls.length
  await pass(60_000)
  expect(ask).toHaveBeenCalledTimes(before)
  expect(screen.getByText('Paused after 10 minutes without activity')).toBeTruthy()
  await act(async () => void window.dispatchEvent(new Event('pointermove')))
  expect(ask).toHaveBeenCalledTimes(before + 1)
  expect(screen.getByText('Updates every 2 seconds')).toBeTruthy()
})
