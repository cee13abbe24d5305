import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { mergeSaves } from './merge-saves'
import type { ContactDraft, Draft, MerchantDraft } from './sections'
import { restoreBase, sparseBase } from './sparse-base'

const base = exampleDraft().merchant
const NAMES = [
  'legalName',
  'dbaName',
  'mcc',
  'phone',
  'description',
  'billingCity',
  'everAcceptedCards',
] as const
type Name = (typeof NAMES)[number]

const changes = fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom('', 'x', 'y', '5812'), {
  noNullPrototype: true,
})
const withChanges = (change: Record<string, string>): MerchantDraft => ({ ...base, ...change })
const merge = (mine: MerchantDraft, theirs: MerchantDraft, mineWins = false) =>
  mergeSaves('merchant', { base, mine, theirs, open: theirs }, mineWins)

describe('two saves from one version', () => {
  const changedIn = (draft: MerchantDraft, name: Name) => draft[name] !== base[name]

  it('are merged unless both changed a field to different values', () => {
    fc.assert(
      fc.property(changes, changes, (ofMine, ofTheirs) => {
        const [mine, theirs] = [withChanges(ofMine), withChanges(ofTheirs)]
        const contested = NAMES.filter(
          (name) => changedIn(mine, name) && changedIn(theirs, name) && mine[name] !== theirs[name],
        )
        const expected = {
          ...theirs,
          ...Object.fromEntries(
            NAMES.filter((name) => changedIn(mine, name)).map((name) => [name, mine[name]]),
          ),
        }
        expect(merge(mine, theirs)).toEqual(contested.length === 0 ? expected : null)
        expect(merge(mine, theirs, true)).toEqual(expected)
      }),
    )
  })

  it('merge to the same result in either order', () => {
    fc.assert(
      fc.property(changes, changes, (ofMine, ofTheirs) => {
        const [mine, theirs] = [withChanges(ofMine), withChanges(ofTheirs)]
        expect(merge(mine, theirs)).toEqual(merge(theirs, mine))
      }),
    )
  })

  it('ignore a save that changed nothing', () => {
    fc.assert(
      fc.property(changes, (ofTheirs) => {
        const theirs = withChanges(ofTheirs)
        expect(merge(base, theirs)).toEqual(theirs)
        expect(merge(theirs, base)).toEqual(theirs)
      }),
    )
  })
})

describe('the base that a save started from', () => {
  const person = fc.record({
    id: fc.constantFrom('a', 'b', 'c', 'd'),
    firstName: fc.constantFrom('Ana', 'Ben', ''),
    roles: fc.subarray(['Principal', 'Control Prong']),
    ssn: fc.constantFrom('', '512-45-6789'),
  })
  const people = fc
    .uniqueArray(person, { selector: ({ id }) => id, maxLength: 4 })
    .map((items): Draft['contacts'] => ({
      items: items.map(({ id, ...item }): ContactDraft => exampleContact(id, item)),
      nobodyOwns25: items.length === 0,
    }))

  it('is restored from its differences', () => {
    fc.assert(
      fc.property(people, people, (before, after) => {
        const sent: unknown = JSON.parse(JSON.stringify(sparseBase(before, after)))
        expect(restoreBase(sent, after)).toEqual(before)
      }),
    )
  })

  test('is small if little was changed', () => {
    const long = { ...base, description: 'x'.repeat(30_000) }
    expect(sparseBase(long, { ...long, mcc: '5812' })).toEqual({ mcc: base.mcc })
    expect(sparseBase(long, long)).toEqual({})
  })
})
