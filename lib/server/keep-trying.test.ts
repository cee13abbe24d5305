import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { log } from '@/lib/log'
import { keepTrying } from './keep-trying'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const MINUTE_MS = 60_000

test('what failed is tried again, after pauses that double up to an hour, until it is done', async () => {
  const startedAt = Date.now()
  const triedAfter: number[] = []
  keepTrying('The work', async () => {
    triedAfter.push((Date.now() - startedAt) / MINUTE_MS)
    if (triedAfter.length < 9) throw new Error('The database is away.')
  })
  await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE_MS)
  expect(triedAfter).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183])
})

test('a stop waits for the run under way, and none follows', async () => {
  const held = Promise.withResolvers<void>()
  let runs = 0
  const logged = vi.spyOn(log, 'error')
  const task = keepTrying('The work', () => {
    runs += 1
    return held.promise
  })
  let isStopped = false
  const stopping = task.stop().then(() => {
    isStopped = true
  })
  await vi.advanceTimersByTimeAsync(1)
  expect(isStopped).toBe(false)
  held.reject(new Error('The database is away.'))
  await stopping
  await vi.advanceTimersByTimeAsync(24 * 60 * MINUTE_MS)
  expect(runs).toBe(1)
  expect(logged.mock.calls.map(([, words]) => words)).toEqual(['The work failed'])
  logged.mockRestore()
})
