import { describe, expect, it, test } from 'vitest'
import { type Action, type Handled, handledLinks, handledWords, type Tie, weightiest } from './handled'
import { approvalReason, checkSubmittable, mayHandOver, type Precheck } from './status'
import { type DEFAULT_MODES, modeChangeProblem } from './underwriting-mode'

const handled = (tie: Tie, action: Action, changes: Partial<Handled> = {}): Handled => ({
  applicationId: '00000000-0000-4000-8000-000000000001',
  number: 1042,
  name: 'Blue Heron Books',
  tie,
  action,
  on: new Date('2026-11-03T23:30:00Z'),
  since: new Date('2026-11-01T09:00:00Z'),
  ...changes,
})

describe('those whose work is reviewed do not choose the reviewer', () => {
  test.each<[boolean | null, Precheck, Handled[], string | null]>([
    // Our underwriters have not handled it: mode and Settings decide.
    [true, 'off', [], null],
    [null, 'off', [], null],
    [true, 'optional', [], null],
    [true, 'required', [], 'precheck'],
    [false, 'off', [], 'mode'],
    // Our underwriters have handled it: they stay responsible whatever the mode and Settings say, in either kind.
    [true, 'off', [handled('itself', 'handed-over')], 'handled'],
    [true, 'off', [handled('itself', 'asked')], 'handled'],
    [true, 'off', [handled('copied-from', 'declined')], 'handled'],
    [true, 'optional', [handled('same-tax-id', 'handed-over')], 'handled'],
    [null, 'off', [handled('same-tax-id', 'declined')], 'handled'],
    [null, 'required', [handled('copied-from', 'asked')], 'handled'],
    [false, 'off', [handled('itself', 'declined')], 'mode'],
  ])('mode %s, a look %s, %j: %s', (partnerUnderwrites, precheck, had, by) => {
    const facts = { partnerUnderwrites, precheck, handled: had }
    expect(approvalReason(facts)?.by ?? null).toBe(by)
    expect(checkSubmittable({ ...facts, approved: false })).toHaveLength(by === null ? 0 : 1)
    expect(checkSubmittable({ ...facts, approved: true })).toEqual([])
    if (by !== null) expect(mayHandOver(facts)).toBe(true)
  })

  it('says why, and links to the other application', () => {
    const had = [handled('copied-from', 'declined')]
    expect(
      checkSubmittable({ partnerUnderwrites: true, precheck: 'off', handled: had, approved: false }),
    ).toEqual([
      {
        path: 'underwriting',
        code: 'required',
        severity: 'error',
        message:
          'Declined here on Nov 3, 2026 as A-1042, which this one was copied from. It needs our underwriters’ approval before it can be submitted.',
        about: [{ applicationId: had[0]?.applicationId, number: 1042, name: 'Blue Heron Books' }],
      },
    ])
  })
})

test.each<[Tie, Action, string]>([
  ['itself', 'handed-over', 'Sent to our underwriters on Nov 3, 2026.'],
  ['itself', 'asked', 'Our underwriters asked for information on Nov 3, 2026.'],
  ['same-tax-id', 'declined', 'Declined here on Nov 3, 2026 as A-1042, which has the same tax ID.'],
])('%s, %s: “%s”', (tie, action, words) => expect(handledWords(handled(tie, action))).toBe(words))

it('links to another application, and not to itself', () => {
  const { applicationId, number, name } = handled('copied-from', 'asked')
  expect(handledLinks(handled('copied-from', 'asked'))).toEqual({ about: [{ applicationId, number, name }] })
  expect(handledLinks(handled('itself', 'asked'))).toEqual({})
})

it('names the weightiest of several, then the closest, then the latest', () => {
  const early = { on: new Date('2026-01-01T00:00:00Z') }
  const inOrder = [
    handled('itself', 'declined'),
    handled('same-tax-id', 'declined'),
    handled('same-tax-id', 'declined', early),
    handled('itself', 'asked'),
    handled('copied-from', 'handed-over'),
    handled('same-tax-id', 'handed-over', early),
  ]
  for (const [index, expected] of inOrder.entries()) {
    expect(weightiest(inOrder.slice(index).toReversed())).toBe(expected)
  }
  expect(weightiest([])).toBeNull()
})

describe('under a default, only underwriters change the mode', () => {
  test.each<[string, string, (typeof DEFAULT_MODES)[number], boolean, boolean]>([
    ['no', 'yes', 'ask', false, true],
    ['no', 'yes', 'us', false, false],
    ['no', '', 'us', false, false],
    ['yes', 'no', 'partner', false, false],
    ['no', 'yes', 'us', true, true],
    ['no', 'no', 'partner', false, true],
    // Drafts from before the default.
    ['', 'no', 'us', false, true],
    ['', 'yes', 'us', false, false],
  ])(
    '“%s” to “%s” with %s, by an underwriter: %s, may be: %s',
    (before, after, defaultMode, mayChange, may) =>
      expect(modeChangeProblem({ before, after, defaultMode, mayChange }) === null).toBe(may),
  )
})
