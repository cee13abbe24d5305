import { setImmediate } from 'node:timers/promises'
import { STEP, type Steps } from '@/lib/domain/values/steps'

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

/** The same of what is done with each item of a list. */
export async function eachInSlices<Item>(
  items: readonly Item[],
  take: (item: Item, index: number) => void,
): Promise<void> {
  for (let since = performance.now(), index = 0; index < items.length; index += 1) {
    take(items[index] as Item, index)
    if (index % STEP !== 0 || performance.now() - since < SLICE_MS) continue
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
  await eachInSlices(items, (item, index) => made.push(map(item, index)))
  return made
}
