import { describe, expect, it } from 'vitest'
import {
  readUnderwritingRules,
  type TypedUnderwritingRules,
  typedUnderwritingRules,
} from './underwriting-rules'

const typed = (more: Partial<TypedUnderwritingRules> = {}): TypedUnderwritingRules => ({
  precheck: 'off',
  defaultMode: 'ask',
  hasFourEyes: true,
  fourEyesAbove: '100000',
  hoursAllowed: '48',
  ...more,
})
const problemPaths = (more: Partial<TypedUnderwritingRules>) =>
  readUnderwritingRules(typed(more)).problems.map(({ path }) => path)

describe('the rules of underwriting as an admin types them', () => {
  it.each([
    ['100000', '100000'],
    [' $250,000.50 ', '250000.5'],
    // Two people decide whatever is above nothing.
    ['0', '0'],
  ])('a volume of “%s” is kept as %s', (fourEyesAbove, kept) =>
    expect(readUnderwritingRules(typed({ fourEyesAbove })).rules?.fourEyesAbove).toBe(kept),
  )

  it.each(['', 'much', '-5', '1e9', '9'.repeat(40)])('a volume of “%s” is refused', (fourEyesAbove) =>
    expect(problemPaths({ fourEyesAbove })).toEqual(['fourEyesAbove']),
  )

  it('without four eyes no volume is asked for', () =>
    expect(readUnderwritingRules(typed({ hasFourEyes: false, fourEyesAbove: 'much' })).rules).toEqual({
      precheck: 'off',
      defaultMode: 'ask',
      fourEyesAbove: null,
      hoursAllowed: 48,
    }))

  it.each([
    ['1', 1],
    [' 24 ', 24],
    ['1000', 1_000],
  ])('“%s” hours are kept', (hoursAllowed, kept) =>
    expect(readUnderwritingRules(typed({ hoursAllowed })).rules?.hoursAllowed).toBe(kept),
  )

  it.each(['', '0', '1001', '1.5', '-3', '4e2', '２４'])('“%s” hours are refused', (hoursAllowed) =>
    expect(problemPaths({ hoursAllowed })).toEqual(['hoursAllowed']),
  )

  it('says every problem at once', () =>
    expect(problemPaths({ fourEyesAbove: 'much', hoursAllowed: 'long' })).toEqual([
      'fourEyesAbove',
      'hoursAllowed',
    ]))

  it.each([null, '100000', '0.5'])('what is kept (%s) is read back as itself', (fourEyesAbove) => {
    const rules = { precheck: 'required', defaultMode: 'us', fourEyesAbove, hoursAllowed: 72 } as const
    expect(readUnderwritingRules(typedUnderwritingRules(rules)).rules).toEqual(rules)
  })
})
