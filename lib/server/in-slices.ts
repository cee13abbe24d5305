import { setImmediate } from 'node:timers/promises'
import type { Steps } from '@/lib/domain/values/steps'

/** So long one piece of work may hold the event loop before everybody else is let in. */
const SLICE_MS = 8

/** Does long work of the domain, and answers others between its steps. */
export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (let since = performance.now(); ; ) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - since < SLICE_MS) continue
    await setImmediate()
    since = performance.now()
  }
}

/** The same of a list that is made into another, item by item. */
export async function mapInSlices<From, To>(
  items: readonly From[],
  map: (item: From, index: number) => To,
): Promise<To[]> {
  const made: To[] = []
  for (let since = performance.now(), index = 0; index < items.length; index += 1) {
    made.push(map(items[index] as From, index))
    if (index % 500 !== 0 || performance.now() - since < SLICE_MS) continue
    await setImmediate()
    since = performance.now()
  }
  return made
}
