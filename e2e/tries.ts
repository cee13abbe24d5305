import { test } from '@playwright/test'

/**
 * A name, or the beginning of one, that no earlier try of this journey has left on the desk. The unique mark is part of
 * the last word, because searches go by words.
 */
export const own = (name: string): string => {
  const { retry } = test.info()
  return retry === 0 ? name : `${name}Try${retry + 1}`
}
