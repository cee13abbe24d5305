import { test } from '@playwright/test'

/**
 * A name, or the beginning of one, that no earlier try of this journey has left on the desk. What marks it is part of
 * its last word: searches go by words.
 */
export const own = (name: string): string => {
  const { retry } = test.info()
  return retry === 0 ? name : `${name}Try${retry + 1}`
}
