import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ListName } from '@/lib/domain/application/field'
import { cleanListValue, listChanges, NAMED_ROLES, readValueList, VALUE_LISTS } from './value-lists'

const problems = (name: ListName, values: string[]) =>
  readValueList(name, values).problems.map(({ path, message }) => `${path}: ${message}`)

describe('the values of a list', () => {
  test('are cleaned as the forms clean what is chosen', () => {
    expect(readValueList('ddaTypes', ['  Fees \u0000 and\t charges ', 'Deposit']).values).toEqual([
      'Fees and charges',
      'Deposit',
    ])
  })

  test('may be none', () => {
    expect(readValueList('ddaTypes', []).values).toEqual([])
  })

  const refused: [rule: string, list: ListName, values: string[], found: RegExp][] = [
    ['cannot be blank', 'industries', ['Retail', '  '], /^industries\.1: Type a name/],
    [
      'cannot be made of invisible marks alone',
      'industries',
      ['\u200b\u202e'],
      /^industries\.0: Type a name/,
    ],
    [
      'have at most 255 characters',
      'industries',
      ['x'.repeat(256)],
      /^industries\.0: At most 255 characters; this has 256/,
    ],
    ['stand there once', 'ddaTypes', ['Fees', 'Fees'], /^ddaTypes\.1: “Fees” is already in the list/],
    ['stand there once in any case', 'ddaTypes', ['Fees', 'FEES '], /^ddaTypes\.1: /],
    [
      'stand there once however they are encoded',
      'industries',
      ['Caf\u00e9', 'Cafe\u0301'],
      /^industries\.1: /,
    ],
    [
      'stand there once, whatever invisible marks are in them',
      'industries',
      ['Retail', 'Re\u200btail'],
      /^industries\.1: /,
    ],
    [
      'are at most 200',
      'industries',
      Array.from({ length: 201 }, (_, i) => `I ${i}`),
      /^industries: At most 200/,
    ],
    [
      'hold no semicolon where they are roles',
      'roles',
      [...NAMED_ROLES, 'a;b'],
      /^roles\.3: A role cannot contain a semicolon/,
    ],
  ]
  test.each(refused)('%s', (_rule, list, values, found) => {
    expect(problems(list, values)).toEqual([expect.stringMatching(found)])
    expect(readValueList(list, values).values).toBeNull()
  })

  test.each(['255 characters', 'a;b', "O'Brien <b>", 'İstanbul', 'istanbul'])('may be %s', (value) => {
    expect(readValueList('industries', [value, 'x'.repeat(255)]).problems).toEqual([])
  })

  test('a dotted and a plain i are two letters', () => {
    expect(problems('industries', ['İstanbul', 'istanbul'])).toEqual([])
  })
})

describe('the roles that the ownership rules name', () => {
  test.each(NAMED_ROLES)('%s can be neither removed nor renamed', (role) => {
    const others = NAMED_ROLES.filter((other) => other !== role)
    const message = `roles: The ownership rules use “${role}”. It cannot be removed or renamed.`
    expect(problems('roles', others)).toEqual([message])
    expect(problems('roles', [...others, role.toLowerCase()])).toEqual([message])
  })

  test('stand first, whatever order they came in', () => {
    expect(readValueList('roles', ['Bookkeeper', ...NAMED_ROLES.toReversed()]).values).toEqual([
      ...NAMED_ROLES,
      'Bookkeeper',
    ])
  })
})

test('what is kept is kept again as it is', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (typed) => {
      const { values } = readValueList('industries', typed)
      if (values) expect(readValueList('industries', values)).toEqual({ values, problems: [] })
      expect(cleanListValue(cleanListValue(typed.join(' ')))).toBe(cleanListValue(typed.join(' ')))
    }),
  )
})

test('each list says in which field of the partner its values go', () => {
  expect(VALUE_LISTS.map(({ name, partnerName }) => [name, partnerName])).toEqual([
    ['roles', 'Contact_Role__c'],
    ['ddaTypes', 'DDA_Type__c'],
    ['industries', 'Mer.Industry'],
    ['locationTypes', 'Mer.Location_Type__c'],
    ['sponsorBanks', 'Mer.Sponsorship__c'],
  ])
})

test('what was changed is told in sentences, a new name as what it is to a draft', () => {
  expect(listChanges(['a', 'b', 'c'], ['c', 'a', 'd'])).toEqual([
    'Added “d”.',
    'Removed “b”.',
    'Changed the order.',
  ])
  expect(listChanges(['a'], ['a'])).toEqual([])
})
