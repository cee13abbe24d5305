import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { Sealed } from '@/lib/domain/values/sealed'
import { exampleAccount, exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { blankContact, blankDraft } from './blank'
import { draftSectionSchema } from './draft-shape'
import { payfacFields } from './fields'
import { SECTION_NAMES } from './section-names'

const standIn: Sealed = {
  sealed: true,
  mask: '•••-••-6789',
  findings: [{ code: 'implausible', message: 'Check the digits.', severity: 'warning' }],
}
const accepts = (section: (typeof SECTION_NAMES)[number], data: unknown) =>
  draftSectionSchema('payfac', section).safeParse(data).success
const merchant = (changes: object) => ({ ...exampleDraft().merchant, ...changes })
const contacts = (...items: object[]) => ({ items, nobodyOwns25: false })

describe('an autosave accepts', () => {
  test.each(SECTION_NAMES)('the section %s, blank or complete, unchanged', (section) => {
    for (const draft of [blankDraft(), exampleDraft()]) {
      expect(draftSectionSchema('payfac', section).parse(draft[section])).toEqual(draft[section])
    }
  })

  it('any text in any field, with emoji, right-to-left writing and 32,000 characters, unchanged', () => {
    const typed = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('👩‍👩‍👧‍👦 مرحبا', '\u202eexe.doc', ' spaces ', 'x'.repeat(32_000), 'İ', 'not a number'),
    )
    for (const section of SECTION_NAMES) {
      const names = payfacFields
        .fieldsOf(section)
        .filter(({ meta, name }) => meta.kind !== 'yes-no' && name !== 'roles')
        .map(({ name }) => name)
      const values = fc.record(Object.fromEntries(names.map((name) => [name, typed])))
      fc.assert(
        fc.property(values, (changes) => {
          fc.pre(!JSON.stringify(changes).includes('\\u0000'))
          const given =
            section === 'contacts'
              ? contacts({ ...exampleContact('a'), ...changes })
              : section === 'accounts'
                ? { items: [{ ...exampleAccount('a'), ...changes }] }
                : { ...exampleDraft()[section], ...changes }
          expect(draftSectionSchema('payfac', section).parse(given)).toEqual(given)
        }),
        { numRuns: 30 },
      )
    }
  })

  it('at most 40,000 characters a text', () => {
    expect(accepts('merchant', merchant({ dbaName: 'x'.repeat(40_000) }))).toBe(true)
    expect(accepts('merchant', merchant({ dbaName: 'x'.repeat(40_001) }))).toBe(false)
    expect(accepts('merchant', merchant({ taxId: 'x'.repeat(40_001) }))).toBe(false)
  })

  it('exactly the section’s members: one more or one less is refused', () => {
    expect(accepts('merchant', merchant({ status: 'submitted' }))).toBe(false)
    expect(accepts('merchant', JSON.parse('{"__proto__": {"a": 1}}'))).toBe(false)
    const { legalName: _legalName, ...less } = exampleDraft().merchant
    expect(accepts('merchant', less)).toBe(false)
    expect(accepts('contacts', contacts({ ...blankContact('a'), admin: true }))).toBe(false)
    expect(accepts('contacts', { items: [] })).toBe(false)
  })

  it('only texts where the form has texts', () => {
    for (const value of [null, 7, true, {}, [], ['x']]) {
      expect(accepts('merchant', merchant({ legalName: value }))).toBe(false)
    }
    expect(accepts('merchant', merchant({ everCancelled: 'maybe' }))).toBe(false)
    expect(accepts('contacts', { items: [], nobodyOwns25: 'yes' })).toBe(false)
    expect(accepts('contacts', contacts({ ...blankContact('a'), roles: 'Principal' }))).toBe(false)
  })
})

describe('sealed stand-ins', () => {
  test.each(SECTION_NAMES)('in section %s: only where the field is sensitive', (section) => {
    for (const { name, meta } of payfacFields.fieldsOf(section)) {
      const given =
        section === 'contacts'
          ? contacts({ ...blankContact('a'), [name]: standIn })
          : section === 'accounts'
            ? { items: [{ ...exampleAccount('a'), [name]: standIn }] }
            : { ...exampleDraft()[section], [name]: standIn }
      expect([name, accepts(section, given)]).toEqual([name, meta.sensitive !== undefined])
    }
  })

  it('have a mask of at most 40 characters', () => {
    expect(accepts('merchant', merchant({ taxId: { ...standIn, mask: 'x'.repeat(41) } }))).toBe(false)
  })
})

describe('items', () => {
  it('have an id that can be sent as a source id', () => {
    expect(accepts('contacts', contacts(blankContact('Contact_1-a')))).toBe(true)
    for (const id of ['', 'two words', 'ä', 'x'.repeat(41), "a'b"]) {
      expect(accepts('contacts', contacts(blankContact(id)))).toBe(false)
    }
  })

  it('have different ids', () => {
    expect(accepts('contacts', contacts(blankContact('a'), blankContact('b')))).toBe(true)
    expect(accepts('contacts', contacts(blankContact('a'), blankContact('a')))).toBe(false)
    expect(accepts('contacts', contacts(blankContact('a'), blankContact('a\u0000')))).toBe(false)
  })

  it('are at most 50', () => {
    const people = Array.from({ length: 51 }, (_, index) => blankContact(`c${index}`))
    expect(accepts('contacts', contacts(...people.slice(1)))).toBe(true)
    expect(accepts('contacts', contacts(...people))).toBe(false)
  })
})

describe('text that PostgreSQL cannot store', () => {
  it('NUL is dropped, in every text', () => {
    const saved = draftSectionSchema('payfac', 'contacts').parse(
      contacts({
        ...blankContact('a'),
        lastName: 'Ru\u0000iz',
        ssn: '\u0000512',
        roles: ['Prin\u0000cipal'],
      }),
    )
    expect(saved.items[0]).toMatchObject({ lastName: 'Ruiz', ssn: '512', roles: ['Principal'] })
  })

  it('half of a surrogate pair becomes the replacement character', () => {
    const saved = draftSectionSchema('payfac', 'merchant').parse(merchant({ dbaName: 'a\ud83d' }))
    expect(saved.dbaName).toBe('a\ufffd')
  })
})
