import { describe, expect, it, test } from 'vitest'
import {
  checkReasons,
  isConditional,
  MAX_CASE_NOTE_LENGTH,
  REASONS,
  reasonsOf,
  type Verdict,
} from './reasons'

const found = (outcome: Verdict, codes: string[], note = '') =>
  checkReasons(outcome, codes, note).map(({ code, path }) => `${code} ${path}`)

describe('the reasons of a decision', () => {
  test.each<[rule: string, Verdict, string[], string, string[]]>([
    ['one that needs no note', 'approve', ['within-policy'], '', []],
    ['several', 'decline', ['bad-history', 'weak-finances'], '', []],
    ['at least one', 'approve', [], '', ['required reasons']],
    ['one that is not on the list', 'approve', ['because'], '', ['not-listed reasons']],
    ['a reason to decline with an approval', 'approve', ['bad-history'], '', ['not-listed reasons']],
    ['a reason to approve with a refusal', 'decline', ['within-policy'], '', ['not-listed reasons']],
    ['one named twice', 'decline', ['bad-history', 'bad-history'], '', ['duplicate reasons']],
    ['a condition needs its words', 'approve', ['reserve'], '  \n', ['required note']],
    ['a condition with its words', 'approve', ['reserve'], '10% for six months', []],
    ['nothing open, and a condition', 'approve', ['within-policy', 'reserve'], '10%', ['mismatch reasons']],
    ['another reason needs its words', 'decline', ['other-refusal'], '', ['required note']],
    ['a note of 32,000 characters', 'decline', ['other-refusal'], 'x'.repeat(MAX_CASE_NOTE_LENGTH), []],
    ['a longer note', 'approve', ['within-policy'], 'x'.repeat(MAX_CASE_NOTE_LENGTH + 1), ['too-long note']],
    [
      'all problems at once',
      'approve',
      ['because', 'sanctions-match'],
      '',
      ['not-listed reasons', 'not-listed reasons', 'required note'],
    ],
  ])('%s', (_rule, outcome, codes, note, expected) => {
    expect(found(outcome, codes, note)).toEqual(expected)
  })

  it('have unique codes and labels', () => {
    expect(new Set(REASONS.map(({ code }) => code)).size).toBe(REASONS.length)
    expect(reasonsOf('approve').length + reasonsOf('decline').length).toBe(REASONS.length)
    for (const { label } of REASONS) expect(label).toMatch(/^[A-Z]/)
  })

  it('only conditions make an approval conditional', () => {
    expect(isConditional(['proven-history'])).toBe(false)
    expect(isConditional(['proven-history', 'early-review'])).toBe(true)
  })
})

test.each<[Verdict, string[], string]>([
  ['approve', [], 'Choose at least one reason.'],
  ['approve', ['because'], 'A reason is no longer listed. Reload the page and choose again.'],
  ['approve', ['bad-history'], 'An approval cannot have a reason to decline. Remove it.'],
  ['decline', ['within-policy'], 'A decline cannot have a reason to approve. Remove it.'],
  ['decline', ['bad-history', 'bad-history'], 'A reason is selected twice. Remove one.'],
  [
    'approve',
    ['within-policy', 'reserve'],
    'An approval with nothing open has no conditions. Remove that reason or the conditions.',
  ],
  [
    'decline',
    ['other-refusal', 'untrue-statements'],
    'Write a note: “Another reason”, “Statements in the application are not true” needs an explanation.',
  ],
])('to %s with %j says what to do', (outcome, codes, message) => {
  expect(checkReasons(outcome, codes, '')).toContainEqual(
    expect.objectContaining({ message, severity: 'error' }),
  )
})

test('each outcome has its own reasons, and a note is trimmed before it is measured', () => {
  for (const outcome of ['approve', 'decline'] as const)
    expect(new Set(reasonsOf(outcome).map((reason) => reason.outcome))).toEqual(new Set([outcome]))
  expect(reasonsOf('approve').map(({ code }) => code)).toContain('within-policy')
  expect(isConditional(['nothing-known'])).toBe(false)
  expect(found('decline', ['other-refusal'], ` ${'x'.repeat(MAX_CASE_NOTE_LENGTH)} `)).toEqual([])
})
