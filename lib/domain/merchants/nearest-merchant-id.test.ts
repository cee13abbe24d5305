import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestMerchantId } from './nearest-merchant-id'

const KNOWN = ['BLUEBIRD-01', 'HARBOR-LANE-02', 'CEDAR-STONE-03', 'JUNIPER-05', 'M-1', 'M-2', 'PLATFORM-FEE']

describe('the merchant id that was most likely meant', () => {
  it.each([
    ['a letter too few', 'BLUEBRD-01', 'BLUEBIRD-01'],
    ['a letter too many', 'BLUEEBIRD-01', 'BLUEBIRD-01'],
    ['another letter', 'BLUEBARD-01', 'BLUEBIRD-01'],
    ['two neighbors swapped', 'BLUEBIRD-10', 'BLUEBIRD-01'],
    ['two slips', 'HARBR-LAN-02', 'HARBOR-LANE-02'],
    ['other capitals', 'bluebird-01', 'BLUEBIRD-01'],
    ['O for 0, also in a short id', 'JUNIPER-O5', 'JUNIPER-05'],
    ['I for 1', 'BLUEBIRD-0I', 'BLUEBIRD-01'],
    ['l for 1 in a short id', 'M-l', 'M-1'],
    ['spaces around it', ' JUNIPER-05 ', 'JUNIPER-05'],
  ])('%s', (_, typed, meant) => {
    expect(nearestMerchantId(typed, KNOWN)).toBe(meant)
  })

  it.each([
    ['an id that is known', 'M-1'],
    ['three slips', 'BLUEBI-1'],
    ['another short id', 'M-3'],
    ['nothing', ''],
    ['something else', 'UNKNOWN-77'],
  ])('is none for %s', (_, typed) => {
    expect(nearestMerchantId(typed, KNOWN)).toBeNull()
  })

  it('is the nearest of several, whichever comes first', () => {
    expect(nearestMerchantId('HARBOR-14', ['HARBOR-1455', 'HARBOR-144', 'HARBOR-999'])).toBe('HARBOR-144')
    expect(nearestMerchantId('HARBOR-14', ['HARBOR-144', 'HARBOR-1455'])).toBe('HARBOR-144')
  })
})

it('is at most two typos away; one in an ID of four or five characters, none in a shorter one', () => {
  const id = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 7 })
  fc.assert(
    fc.property(id, id, (typed, known) => {
      const most = typed.length < 4 ? 0 : typed.length < 6 ? 1 : 2
      const isNear = typed !== known && slips(typed, known) <= most
      expect(nearestMerchantId(typed, [known])).toBe(isNear ? known : null)
    }),
    { numRuns: 1_000 },
  )
})

/** The edit distance straight from its definition, letter by letter. */
function slips(one: string, other: string): number {
  if (one === '' || other === '') return one.length + other.length
  const [a, b] = [one.slice(1), other.slice(1)]
  if (one[0] === other[0]) return slips(a, b)
  const isSwapped = one[0] === other[1] && one[1] === other[0] && one.length > 1 && other.length > 1
  return (
    1 +
    Math.min(
      slips(a, other),
      slips(one, b),
      slips(a, b),
      isSwapped ? slips(one.slice(2), other.slice(2)) : Number.POSITIVE_INFINITY,
    )
  )
}
