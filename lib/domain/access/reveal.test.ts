import { describe, expect, it } from 'vitest'
import { isOwnWork, REVEAL_REASONS, revealReason, revealRoom } from './reveal'

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
