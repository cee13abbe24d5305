import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReordered, mergeOrdered } from './merge-ordered'

describe('two changes of one list', () => {
  const cases: [rule: string, base: string, mine: string, theirs: string, both: string][] = [
    ['what they added is in it, where they put it', 'abc', 'abc', 'axbc', 'axbc'],
    ['what I added is in it, where I put it', 'abc', 'yabc', 'abc', 'yabc'],
    ['what both added is in it', 'abc', 'abcy', 'xabc', 'xabcy'],
    ['what both added alike is in it once', 'abc', 'abcx', 'abcx', 'abcx'],
    ['what either removed is not', 'abc', 'bc', 'ab', 'b'],
    ['my order stays', 'abc', 'cba', 'abcx', 'cxba'],
    ['their order is taken where I changed none', 'abc', 'abcy', 'cba', 'cyba'],
    ['what stood after something that is gone comes after what was before that', 'abc', 'abxc', 'ac', 'axc'],
    ['from an empty list', '', 'a', 'b', 'ab'],
  ]
  test.each(cases)('%s', (_rule, base, mine, theirs, both) => {
    expect(mergeOrdered([...base], [...mine], [...theirs]).join('')).toBe(both)
  })

  const names = fc.uniqueArray(fc.constantFrom(...'abcdefgh'))
  test('nothing that only one side changed is lost, and nothing stands there twice', () => {
    fc.assert(
      fc.property(names, names, names, (base, mine, theirs) => {
        const both = mergeOrdered(base, mine, theirs)
        expect(new Set(both).size).toBe(both.length)
        for (const name of 'abcdefgh') {
          const [was, left, right] = [base, mine, theirs].map((list) => list.includes(name))
          expect(both.includes(name), name).toBe(was ? left && right : left || right)
        }
      }),
    )
  })

  test('without their change it is mine, without mine theirs', () => {
    fc.assert(
      fc.property(names, names, (base, changed) => {
        expect(mergeOrdered(base, changed, base)).toEqual(changed)
        expect(mergeOrdered(base, base, changed)).toEqual(changed)
      }),
    )
  })
})

test('a list is reordered when what stays stands in another order', () => {
  expect(isReordered(['a', 'b', 'c'], ['a', 'x', 'c'])).toBe(false)
  expect(isReordered(['a', 'b', 'c'], ['c', 'a'])).toBe(true)
})
