import { describe, expect, it } from 'vitest'
import type { Role } from './permissions'
import { isOwnWork, REVEAL_REASONS, revealReason, revealRoom, whyDocumentsStayClosed } from './reveal'

const now = new Date('2026-06-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

describe('how many values one person reveals within an hour', () => {
  it.each([
    ['none yet', [], null, 'free'],
    ['fewer than the limit', [1, 2], null, 'free'],
    ['as many, one of them an hour ago', [1, 2, 60], null, 'free'],
    ['as many, and the person has no second factor', [1, 2, 59], null, 'wait'],
    ['as many, the factor shown before them', [1, 2, 3], 9, 'confirm'],
    ['as many, the factor shown after the first', [1, 2, 9], 5, 'beyond'],
    ['as many, the factor shown with the first', [1, 2, 9], 9, 'beyond'],
    ['twice as many, the factor shown halfway', [1, 2, 3, 11, 12, 13], 5, 'confirm'],
    ['twice as many, the factor shown now', [1, 2, 3, 11, 12, 13], 0, 'beyond'],
  ] as const)('%s', (_, revealed, factor, kind) => {
    const factorAt = factor === null ? null : minutesAgo(factor)
    expect(revealRoom({ revealed: revealed.map(minutesAgo), factorAt, limit: 3, more: 1, now }).kind).toBe(
      kind,
    )
  })

  it.each([
    ['that fit beside those before', [1], 2, null, 'free'],
    ['of which one would not fit', [1, 2], 2, null, 'wait'],
    ['of which one would not fit, the factor shown before', [1, 2], 2, 9, 'confirm'],
    ['of which one would not fit, the factor shown since', [1, 2], 2, 0, 'beyond'],
    ['that do not fit behind the factor either', [1, 2, 3], 2, 2.5, 'confirm'],
    ['that are more than the limit', [], 4, 0, 'too-many'],
  ] as const)('several together %s', (_, revealed, more, factor, kind) => {
    const factorAt = factor === null ? null : minutesAgo(factor)
    expect(revealRoom({ revealed: revealed.map(minutesAgo), factorAt, limit: 3, more, now }).kind).toBe(kind)
  })

  it('says when there is room for all of several', () =>
    expect(
      revealRoom({ revealed: [50, 30].map(minutesAgo), factorAt: null, limit: 3, more: 3, now }),
    ).toEqual({
      kind: 'wait',
      until: new Date('2026-06-01T12:30:00Z'),
    }))

  it('says when there is room again', () =>
    expect(
      revealRoom({ revealed: [50, 2, 30, 1].map(minutesAgo), factorAt: null, limit: 3, more: 1, now }),
    ).toEqual({
      kind: 'wait',
      until: new Date('2026-06-01T12:30:00Z'),
    }))
})

it.each([
  ['their own', { assigneeId: 'me', claimedBy: null }, true],
  ['claimed', { assigneeId: 'other', claimedBy: 'me' }, true],
  ['somebody else’s', { assigneeId: 'other', claimedBy: 'other' }, false],
  ['unassigned', { assigneeId: null, claimedBy: null }, false],
] as const)('an application that is %s', (_, whose, is) => expect(isOwnWork('me', whose)).toBe(is))

it.each(REVEAL_REASONS)('“%s” is reason enough', (reason) =>
  expect(revealReason.safeParse(reason).success).toBe(true),
)

it.each(['', 'ok', ' nine char ', 'x'.repeat(501)])('“%s” is no reason', (reason) =>
  expect(revealReason.safeParse(reason).success).toBe(false),
)

it('ten characters of one’s own are a reason', () =>
  expect(revealReason.parse(' ten chars. ')).toBe('ten chars.'))

describe('documents', () => {
  type Work = Parameters<typeof whyDocumentsStayClosed>[1]
  const nobodys: Work = { assigneeId: null, claimedBy: null, isCaseOpen: false, hasWorked: false }
  const inQueue: Work = { ...nobodys, assigneeId: 'olga', isCaseOpen: true }
  it.each<[string, Role[], Work, boolean, RegExp | null]>([
    ['open for the assignee', ['onboarding'], { ...nobodys, assigneeId: 'me' }, false, null],
    ['open for whoever claimed the case', ['underwriter'], { ...inQueue, claimedBy: 'me' }, false, null],
    [
      'of others’ applications open once assigned',
      ['onboarding'],
      inQueue,
      false,
      /^Only the person .* Assign it/,
    ],
    ['of a case that waits open once it is claimed', ['underwriter'], inQueue, false, /^Claim this case/],
    [
      'of a case that another has say so',
      ['underwriter'],
      { ...inQueue, claimedBy: 'ulf' },
      false,
      /Assign the case/,
    ],
    [
      'of a closed case say whom to ask',
      ['underwriter'],
      nobodys,
      false,
      /^Underwriters open documents while/,
    ],
    [
      'of one’s own work say that the case is another’s, and the way that is open',
      ['onboarding', 'underwriter'],
      { ...inQueue, hasWorked: true },
      false,
      /^You worked on this application, so you cannot take its case. Assign the application to yourself/,
    ],
    [
      'of one’s earlier work say who can open them',
      ['underwriter'],
      { ...inQueue, claimedBy: 'ulf', hasWorked: true },
      false,
      /^You worked on .* The underwriter who claims it/,
    ],
    ['stay closed for auditors', ['auditor'], inQueue, false, /^Auditors cannot .* Sensitive data\.$/],
    ['open for auditors where the setting says so', ['auditor'], inQueue, true, null],
    [
      'stay closed for admins, whatever the setting says',
      ['admin'],
      inQueue,
      true,
      /only for the people who work on/,
    ],
    [
      'stay closed for an admin to whom it was assigned',
      ['admin'],
      { ...nobodys, assigneeId: 'me' },
      false,
      /only for/,
    ],
    ['stay closed for finance', ['finance'], { ...nobodys, assigneeId: 'me' }, true, /only for/],
  ])('%s', (_, roles, work, auditorsOpenDocuments, why) => {
    const said = whyDocumentsStayClosed({ id: 'me', roles }, work, { auditorsOpenDocuments })
    if (why === null) expect(said).toBeNull()
    else expect(said).toMatch(why)
  })
})
