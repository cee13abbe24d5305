import { describe, expect, it } from 'vitest'
import { lookAlikeFinder, lookAlikeWords, notToldApart } from './look-alike'

const DIRECTORY = [
  { merchantId: 'HARBOR-LANE-02', name: 'Harbor Lane Books' },
  { merchantId: 'CEDAR-STONE-03', name: 'Cedar & Stone Masonry' },
  { merchantId: 'BLUEBIRD-01', name: 'Bluebird Bakery' },
  { merchantId: 'M-15', name: 'Store 15' },
  { merchantId: 'ECLAIR-1', name: 'Éclair Pâtisserie, LLC' },
]
const find = lookAlikeFinder(DIRECTORY)
const told = (merchantId: string, name: string) =>
  find({ merchantId, name }).map((other) => `${other.merchantId} by ${other.by}`)

describe('a look-alike merchant', () => {
  it.each([
    ['O for 0', 'HARBOR-LANE-O2', 'Something else', ['HARBOR-LANE-02 by id']],
    ['l for 1, in small letters', 'bluebird-0l', 'Something else', ['BLUEBIRD-01 by id']],
    ['I for 1', 'BLUEBIRD-0I', 'Something else', ['BLUEBIRD-01 by id']],
    ['S for 5', 'M-1S', 'Something else', ['M-15 by id']],
    ['no dashes, and others', 'CEDAR_STONE03', 'Something else', ['CEDAR-STONE-03 by id']],
    ['the same name', 'HL-9', 'Harbor Lane Books', ['HARBOR-LANE-02 by name']],
    ['capitals and a legal form', 'HL-9', 'HARBOR LANE BOOKS, INC.', ['HARBOR-LANE-02 by name']],
    ['and for &', 'CS-9', 'Cedar and Stone Masonry', ['CEDAR-STONE-03 by name']],
    ['no accents', 'EC-9', 'Eclair Patisserie', ['ECLAIR-1 by name']],
    ['a letter too few', 'HL-9', 'Harbor Lane Book', ['HARBOR-LANE-02 by name']],
    ['letters of another alphabet', 'BB-9', 'Вluеbird Вakery', ['BLUEBIRD-01 by name']],
    ['another letter', 'BB-9', 'Bluebirt Bakery', ['BLUEBIRD-01 by name']],
    ['neighbors swapped', 'BB-9', 'Bluebird Bakrey', ['BLUEBIRD-01 by name']],
    ['both, told once', 'HARBOR-LANE-O2', 'Harbor Lane Books', ['HARBOR-LANE-02 by id']],
  ])('%s', (_, merchantId, name, found) => {
    expect(told(merchantId, name)).toEqual(found)
  })

  it.each([
    ['itself', 'HARBOR-LANE-02', 'Harbor Lane Books'],
    ['the next of a row', 'HARBOR-LANE-03', 'Harbor Lane Flowers'],
    ['another number', 'M-16', 'Store 16'],
    ['two letters', 'BB-9', 'Bluebert Bakery'],
    ['a name of signs', 'X-1', '!!!'],
  ])('is not %s', (_, merchantId, name) => {
    expect(told(merchantId, name)).toEqual([])
  })

  it('is only told apart from the merchants that were named', () => {
    const found = find({ merchantId: 'HARBOR-LANE-O2', name: 'Bluebird Bakery' })
    expect(lookAlikeWords(found)).toBe('HARBOR-LANE-02 (Harbor Lane Books), BLUEBIRD-01 (Bluebird Bakery)')
    expect(notToldApart(found, ['HARBOR-LANE-02']).map(({ merchantId }) => merchantId)).toEqual([
      'BLUEBIRD-01',
    ])
    expect(notToldApart(found, ['BLUEBIRD-01', 'HARBOR-LANE-02'])).toEqual([])
  })
})
