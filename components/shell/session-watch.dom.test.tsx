import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SessionDialog } from './session-dialog'
import { haveOthersLook } from './session-watch'

const MINUTE = 60_000
let answer: () => Response
let asked = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  asked = 0
  answer = () => Response.json({ email: 'ana@blue-heron.test' })
  window.fetch = async () => {
    asked += 1
    return answer()
  }
})
afterEach(() => {
  vi.useRealTimers()
})

const open = () => render(<SessionDialog email="ana@blue-heron.test" />)
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const isCovered = () => document.documentElement.hasAttribute('data-covered')

it('does not poll a page in use, and covers a page whose session was idle', async () => {
  open()
  await pass(10 * MINUTE)
  window.dispatchEvent(new Event('keydown'))
  await pass(10 * MINUTE)
  expect(asked).toBe(0)
  await pass(6 * MINUTE)
  expect(asked).toBeGreaterThan(0)
  expect(isCovered()).toBe(false)

  answer = () => new Response(null, { status: 503 })
  await pass(MINUTE)
  expect(isCovered(), 'a line that is down is no end').toBe(false)
  answer = () => Response.json({ code: 'signed-out' }, { status: 401 })
  await pass(MINUTE)
  expect(isCovered()).toBe(true)
})

it.each([
  ['signed out', () => Response.json({ code: 'signed-out' }, { status: 401 })],
  ['signed in as somebody else', () => Response.json({ email: 'ben@blue-heron.test' })],
])('covers the page once another tab %s', async (_what, then) => {
  const { unmount } = open()
  haveOthersLook()
  await expect.poll(() => asked).toBe(1)
  expect(isCovered()).toBe(false)
  answer = then
  haveOthersLook()
  await expect.poll(isCovered).toBe(true)
  unmount()
  expect(isCovered()).toBe(false)
})
