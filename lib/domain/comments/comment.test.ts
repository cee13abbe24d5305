import { describe, expect, test } from 'vitest'
import { can } from '@/lib/domain/access/permissions'
import {
  commentParts,
  commentProblem,
  commentText,
  MAX_COMMENT_LENGTH,
  matchingPeople,
  mayEdit,
  mentionAt,
  mentionOf,
  mentionsIn,
  withMentions,
  withNames,
} from './comment'
import { commentSubject } from './inputs'
import { COMMENT_PERMISSION, COMMENT_SUBJECTS } from './subject'

const ANA = '6e1b2a34-0000-4000-8000-000000000001'
const UMA = '6e1b2a34-1234-4567-8901-123456789012'

test('who opens a subject sees its comments: finance no application’s, an underwriter no batch’s', () => {
  const seen = (role: string) => COMMENT_SUBJECTS.filter((type) => can([role], COMMENT_PERMISSION[type]))
  expect(seen('finance')).toEqual(['funding-batch', 'callback'])
  expect(seen('underwriter')).toEqual(['application', 'callback'])
  expect(seen('auditor')).toEqual(['application', 'funding-batch', 'callback'])
})

describe('what stands against a comment', () => {
  test.each(['', ' \n ', '\u200b\u2060', '\u202e'])('%j is empty', (typed) => {
    expect(commentProblem(commentText(typed))).toBe('Enter a comment.')
  })

  test('its length, with words that say both numbers', () => {
    expect(commentProblem('x'.repeat(MAX_COMMENT_LENGTH))).toBeNull()
    expect(commentProblem('x'.repeat(32_000))).toBe('Use at most 4,000 characters. You have 32,000.')
  })

  test.each([
    '4111 1111 1111 1111',
    'card 4111-1111-1111-1111 of hers',
    '４１１１１１１１１１１１１１１１',
    '٤١١١١١١١١١١١١١١١',
  ])('a card number: %j', (text) => {
    expect(commentProblem(text)).toMatch(/card number/)
  })

  test.each([
    '123-45-6789',
    'ssn 123 45 6789.',
    '123456789',
    'EIN 12-3456789',
    '123‑45‑6789',
    '１２３-４５-６７８９',
    '12\u200b3-45-6789'.replace('\u200b', ''),
    '123\u200b45\u200b6789',
  ])('nine digits: %j', (text) => {
    expect(commentProblem(text)).toMatch(/nine-digit/)
  })

  test.each([
    'B-12 is $1,402.95, 3 of 14',
    'Call 312-555-0142 or 3125550142',
    'ZIP 60614-1234',
    'Transaction 8210004471 and 12-digit 123456789012',
    'ending in ***-**-6789',
    'On 11/20/2026 at 10:30',
    mentionOf(UMA),
    `${mentionOf(ANA)} ${mentionOf(UMA)} 12`,
    '<script>alert(1)</script> javascript:alert(1) https://desk.test',
    'İstanbul \u202eabc',
  ])('nothing: %j', (text) => {
    expect(commentProblem(text)).toBeNull()
  })

  test('more than 20 people', () => {
    const all = Array.from({ length: 21 }, (_, n) =>
      mentionOf(`6e1b2a34-0000-4000-8000-${String(n).padStart(12, '0')}`),
    )
    expect(commentProblem(all.join(' '))).toBe('Mention at most 20 people.')
    expect(commentProblem(all.slice(1).join(' '))).toBeNull()
  })
})

test('a text keeps its lines, and loses what no database takes', () => {
  expect(commentText(' a\r\nb\rc\u0000 \ud800 ')).toBe('a\nb\nc \ufffd')
})

test('mentions stand in the text by id, each person once', () => {
  const text = `See ${mentionOf(ANA)}, ${mentionOf(UMA)} and ${mentionOf(ANA)} @[nobody]`
  expect(mentionsIn(text)).toEqual([ANA, UMA])
  expect(commentParts(text)).toEqual([
    { text: 'See ' },
    { personId: ANA },
    { text: ', ' },
    { personId: UMA },
    { text: ' and ' },
    { personId: ANA },
    { text: ' @[nobody]' },
  ])
})

test('names become mentions of those who were chosen alone, the longest first, and names again', () => {
  const chosen = [
    { id: ANA, name: 'Ana' },
    { id: UMA, name: 'Ana Núñez (Ops)' },
  ]
  const text = withMentions('@Ana Núñez (Ops) and @Ana, not @Anabel or @Uma', chosen)
  expect(text).toBe(`${mentionOf(UMA)} and ${mentionOf(ANA)}, not @Anabel or @Uma`)
  expect(withNames(text, new Map(chosen.map(({ id, name }) => [id, name])))).toBe(
    '@Ana Núñez (Ops) and @Ana, not @Anabel or @Uma',
  )
})

test('people are found by the beginning of a name or of a word of it, however it is accented', () => {
  const people = ['İpek Çelik', 'Ian Ford', 'Maria Ivanova', 'Uma Stone'].map((name) => ({ name }))
  const found = (typed: string) => matchingPeople(people, typed).map(({ name }) => name)
  for (const typed of ['i', 'I', 'İ', 'ı'])
    expect(found(typed)).toEqual(['Ian Ford', 'İpek Çelik', 'Maria Ivanova'])
  expect(found('celik')).toEqual(['İpek Çelik'])
  expect(found('uma st')).toEqual(['Uma Stone'])
  expect(found('')).toHaveLength(4)
  expect(found('zz')).toEqual([])
})

test('an @ at the cursor begins a mention, and one within a word does not', () => {
  expect(mentionAt('Hi @An', 6)).toEqual({ start: 3, typed: 'An' })
  expect(mentionAt('@', 1)).toEqual({ start: 0, typed: '' })
  expect(mentionAt('(@İpek Ç', 8)).toEqual({ start: 1, typed: 'İpek Ç' })
  expect(mentionAt('desk@company', 12)).toBeNull()
  expect(mentionAt('Hi @An said', 2)).toBeNull()
  expect(mentionAt('@Ana Núñez said', 15)).toBeNull()
})

test('a comment can be changed by its writer for 15 minutes', () => {
  const at = new Date('2026-07-01T12:00:00Z')
  const comment = { by: ANA, at, isRemoved: false }
  expect(mayEdit(comment, ANA, new Date('2026-07-01T12:15:00Z'))).toBe(true)
  expect(mayEdit(comment, ANA, new Date('2026-07-01T12:15:01Z'))).toBe(false)
  expect(mayEdit(comment, UMA, at)).toBe(false)
  expect(mayEdit({ ...comment, isRemoved: true }, ANA, at)).toBe(false)
})

test('a callback is named by its number, the others by a UUID', () => {
  const is = (type: string, id: string) => commentSubject.safeParse({ type, id }).success
  expect(is('callback', '57')).toBe(true)
  expect(is('application', UMA)).toBe(true)
  for (const id of ['0', '-1', '57 or 1=1', '1'.repeat(16), UMA]) expect(is('callback', id), id).toBe(false)
  for (const id of ['57', '', `${UMA}x`]) expect(is('funding-batch', id), id).toBe(false)
  expect(is('connection', 'token')).toBe(false)
})
