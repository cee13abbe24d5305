import { expect, it } from 'vitest'
import type { Steps } from '@/lib/domain/values/steps'
import { inSlices, mapInSlices } from './in-slices'

/** Works for so long, and answers no one. */
function hold(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

it('others are answered between the steps of long work, and it comes to its end', async () => {
  let answered = 0
  const others = setInterval(() => {
    answered += 1
  }, 0)
  function* work(): Steps<number> {
    for (let step = 0; step < 10; step += 1) {
      hold(10)
      yield
    }
    return answered
  }
  const meanwhile = await inSlices(work())
  const doubled = await mapInSlices(
    Array.from({ length: 1_001 }, (_, index) => index),
    (index) => {
      if (index % 500 === 0) hold(10)
      return index * 2
    },
  )
  clearInterval(others)
  expect(meanwhile).toBeGreaterThan(0)
  expect(answered).toBeGreaterThan(meanwhile)
  expect(doubled).toEqual(Array.from({ length: 1_001 }, (_, index) => index * 2))
})
