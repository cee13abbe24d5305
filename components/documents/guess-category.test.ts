import { describe, expect, test } from 'vitest'
import type { DocumentSlot } from '@/lib/domain/documents/document-plan'
import { filingOf, guessCategory, guessFiling } from './guess-category'

describe('guessCategory', () => {
  test.each([
    ['Voided check.pdf', 'voided-check'],
    ['cheque_scan.png', 'voided-check'],
    ['bank letter.pdf', 'voided-check'],
    ['Letter from bank.pdf', 'voided-check'],
    ['2026-09 bank statement.pdf', 'bank-statement'],
    ['Statement-October.pdf', 'bank-statement'],
    ['merchant_statement_q3.pdf', 'processing-statement'],
    ['Card processing statement.pdf', 'processing-statement'],
    ['DriversLicense-front.jpg', 'identity'],
    ['passport.heic', 'identity'],
    ['Ana ID.jpg', 'identity'],
    ['Articles of Organization.pdf', 'formation-papers'],
    ['IRS determination letter.pdf', 'formation-papers'],
    ['irs letter.pdf', 'formation-papers'],
    ['first letter.pdf', 'other'],
  ] as const)('%s is taken for: %s', (name, category) => {
    expect(guessCategory(name)).toBe(category)
  })

  test('a name without a known word is "other"', () => {
    expect(guessCategory('IMG_2041.jpg')).toBe('other')
  })

  test('a word inside another does not count: "video" and "candid" are not identity documents', () => {
    expect(guessCategory('video candid.png')).toBe('other')
  })
})

describe('guessFiling', () => {
  const slot = (id: string, label: string, category: DocumentSlot['category']): DocumentSlot => ({
    id,
    label,
    category,
    why: '',
  })
  const open = [
    slot('voided-check', 'Voided check', 'voided-check'),
    slot('identity:a', 'Identity: Ana Ruiz', 'identity'),
    slot('identity:b', 'Identity: Ben Ruiz', 'identity'),
    slot('bank-statement:2', 'Bank statement 2 of 3', 'bank-statement'),
  ]

  test.each([
    ['void check.pdf', 'voided-check', 'voided-check'],
    ['passport.jpg', 'identity', 'identity:other'],
    ['passport Ruiz.jpg', 'identity', 'identity:other'],
    ['Passport_Ben.jpg', 'identity', 'identity:b'],
    ['statement.pdf', 'bank-statement', 'bank-statement:2'],
    ['processing statement.pdf', 'processing-statement', null],
    ['IMG_1.jpg', 'other', null],
  ])('%s: %s, %s', (name, category, slotId) => {
    expect(guessFiling(name, open)).toEqual({ category, slot: slotId })
  })

  test('a name without a known word fills no slot, not even the last open one', () => {
    expect(guessFiling('IMG_1.jpg', open.slice(1, 2))).toEqual({ category: 'other', slot: null })
  })

  test('a slot is filed under its category', () => {
    expect(filingOf('identity:a')).toEqual({ category: 'identity', slot: 'identity:a' })
    expect(filingOf('other')).toEqual({ category: 'other', slot: null })
  })
})
