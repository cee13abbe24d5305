import { describe, expect, test } from 'vitest'
import type { DocumentSlot } from '@/lib/domain/documents/document-plan'
import { guessCategory, otherKindWords } from '@/lib/domain/documents/kind-of-name'
import { filingOf, guessFiling, ownerQuestion } from './guess-category'

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

describe('otherKindWords', () => {
  const bank = 'The file name suggests another kind of document: bank statement'
  test.each([
    ['bank statement oct.pdf', 'identity', bank],
    ['bank statement oct.pdf', 'bank-statement', null],
    ['partnership statement.pdf', 'formation-papers', null],
    ['ID front.png', 'identity', null],
    ['Ana ID for the check.png', 'identity', null],
    ['scan 1.pdf', 'identity', null],
  ])('%s as %s', (name, category, words) => {
    expect(otherKindWords(name, category)).toBe(words)
  })
})

describe('guessFiling', () => {
  const slot = (id: string, label: string, category: DocumentSlot['category']): DocumentSlot => ({
    id,
    label,
    category,
    why: '',
    ...(label.includes(':') && { of: [id] }),
  })
  const open = [
    slot('voided-check', 'Voided check', 'voided-check'),
    slot('identity:a', 'Identity: Ana Ruiz', 'identity'),
    slot('identity:b', 'Identity: Ben Ruiz', 'identity'),
    slot('bank-statement:2', 'Bank statement 2 of 3', 'bank-statement'),
  ]
  const guess = (name: string, slots = open) => guessFiling(name, slots, open)

  test.each([
    ['void check.pdf', 'voided-check', 'voided-check'],
    ['passport.jpg', 'identity', 'identity:other'],
    ['passport Ruiz.jpg', 'identity', 'identity:other'],
    ['Passport_Ben.jpg', 'identity', 'identity:b'],
    ['statement.pdf', 'bank-statement', 'bank-statement:2'],
    ['processing statement.pdf', 'processing-statement', null],
    ['IMG_1.jpg', 'other', null],
  ])('%s: %s, %s', (name, category, slotId) => {
    expect(guess(name)).toEqual({ category, slot: slotId })
  })

  test('a name that says nothing fills no slot, not even the last one that is open', () => {
    expect(guess('IMG_1.jpg', open.slice(1, 2))).toEqual({ category: 'other', slot: null })
  })

  test('an ID without a name is assigned to nobody if the plan has two people, even if one already has an ID', () => {
    expect(guess('ID front.png', open.slice(2))).toEqual({ category: 'identity', slot: 'identity:other' })
    expect(guess('Ben ID front.png', open.slice(2))).toEqual({ category: 'identity', slot: 'identity:b' })
    expect(guessFiling('ID front.png', open.slice(1, 2), open.slice(0, 2))).toEqual({
      category: 'identity',
      slot: 'identity:a',
    })
  })

  test('with two accounts, a check goes to the bank in its name, otherwise to neither', () => {
    const checks = [
      slot('voided-check:1', 'Voided check: First Bank ••••6789', 'voided-check'),
      slot('voided-check:2', 'Voided check: Heron Credit Union ••••4321', 'voided-check'),
    ]
    expect(guessFiling('void check.pdf', checks, checks).slot).toBe('voided-check:other')
    expect(guessFiling('bank letter.pdf', checks, checks).slot).toBe('voided-check:other')
    expect(guessFiling('void heron.pdf', checks, checks).slot).toBe('voided-check:2')
    expect(ownerQuestion('voided-check:other', checks)).toBe('Choose which account this is for.')
    expect(ownerQuestion('voided-check:other', [])).toBeNull()
    expect(ownerQuestion('identity:other', open)).toBe('Choose whose ID this is.')
    expect(ownerQuestion('identity:a', open)).toBeNull()
  })

  test('a slot is filed under its category', () => {
    expect(filingOf('identity:a')).toEqual({ category: 'identity', slot: 'identity:a' })
    expect(filingOf('other')).toEqual({ category: 'other', slot: null })
  })
})
