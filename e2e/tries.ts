import { test } from '@playwright/test'

/**
 * A name, or a part of one, that no try of this journey before this one has left on the desk. It is one word with what
 * it follows, as a search takes it.
 */
export const own = (name: string): string => {
  const { retry } = test.info()
  return retry === 0 ? name : `${name}Try${retry + 1}`
}
