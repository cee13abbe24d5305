import { describe, expect, it } from 'vitest'
import { underwritingRules } from './underwriting-rules'

type Typed = ReturnType<typeof underwritingRules.begin>
const on = (text: string) => ({ on: true, text })

const typed = (more: Partial<Typed> = {}): Typed => ({
  precheck: 'off',
  defaultMode: 'ask',
  fourEyesAbove: on('100000'),
  hoursAllowed: '48',
  ...more,
})
const read = (more: Partial<Typed>) => underwritingRules.typed.safeParse(typed(more))
const problemPaths = (more: Partial<Typed>) => read(more).error?.issues.map(({ path }) => path.join('.'))

describe('the rules of underwriting as an admin types them', () => {
  it.each([
    ['100000', '100000'],
    [' $250,000.50 ', '250000.5'],
    // Two people decide whatever is above nothing.
    ['0', '0'],
  ])('a volume of “%s” is kept as %s', (text, kept) =>
    expect(read({ fourEyesAbove: on(text) }).data?.fourEyesAbove).toBe(kept),
  )

  it.each(['', 'much', '-5', '1e9', '9'.repeat(40)])('a volume of “%s” is refused', (text) =>
    expect(problemPaths({ fourEyesAbove: on(text) })).toEqual(['fourEyesAbove']),
  )

  it('without four eyes no volume is asked for', () =>
    expect(read({ fourEyesAbove: { on: false, text: 'much' } }).data).toEqual({
      precheck: 'off',
      defaultMode: 'ask',
      fourEyesAbove: null,
      hoursAllowed: 48,
    }))

  it.each([
    ['1', 1],
    [' 24 ', 24],
    ['1000', 1_000],
    ['1,000', 1_000],
  ])('“%s” hours are kept', (hoursAllowed, kept) =>
    expect(read({ hoursAllowed }).data?.hoursAllowed).toBe(kept),
  )

  it.each(['', '0', '1001', '1.5', '-3', '4e2', '２４'])('“%s” hours are refused', (hoursAllowed) =>
    expect(problemPaths({ hoursAllowed })).toEqual(['hoursAllowed']),
  )

  it('says every problem at once', () =>
    expect(problemPaths({ fourEyesAbove: on('much'), hoursAllowed: 'long' })).toEqual([
      'fourEyesAbove',
      'hoursAllowed',
    ]))

  it.each([null, '100000', '0.5'])('what is kept (%s) is read back as itself', (fourEyesAbove) => {
    const rules = { precheck: 'required', defaultMode: 'us', fourEyesAbove, hoursAllowed: 72 } as const
    expect(underwritingRules.typed.parse(underwritingRules.begin(rules))).toEqual(rules)
  })
})
