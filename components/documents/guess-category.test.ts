import { describe, expect, test } from 'vitest'
import { guessCategory } from './guess-category'

describe('guessCategory', () => {
  test.each([
    ['Voided check.pdf', 'voided-check'],
    ['cheque_scan.png', 'voided-check'],
    ['2026-09 bank statement.pdf', 'bank-statement'],
    ['Statement-October.pdf', 'bank-statement'],
    ['merchant_statement_q3.pdf', 'processing-statement'],
    ['Card processing statement.pdf', 'processing-statement'],
    ['DriversLicense-front.jpg', 'identity'],
    ['passport.heic', 'identity'],
    ['Ana ID.jpg', 'identity'],
    ['Articles of Organization.pdf', 'formation-papers'],
    ['IRS determination letter.pdf', 'formation-papers'],
  ] as const)('%s is taken for: %s', (name, category) => {
    expect(guessCategory(name, [])).toBe(category)
  })

  test('a name that says nothing fills the only gap in the plan', () => {
    expect(guessCategory('IMG_2041.jpg', ['identity'])).toBe('identity')
  })

  test('a name that says nothing is "other" while the plan misses more than one, or none', () => {
    expect(guessCategory('IMG_2041.jpg', ['identity', 'voided-check'])).toBe('other')
    expect(guessCategory('IMG_2041.jpg', [])).toBe('other')
  })

  test('letters inside a word are no sign: "video" and "candid" are no identity document', () => {
    expect(guessCategory('video candid.png', [])).toBe('other')
  })
})
