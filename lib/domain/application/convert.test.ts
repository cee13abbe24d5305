import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { stateCode } from '@/lib/domain/values/us-states'
import { exampleAccount, exampleContact, exampleDraft } from '@/lib/testing/example-draft'
import { exampleFullDraft } from '@/lib/testing/example-full-draft'
import { checkSections } from './check'
import { type Conversion, convertDraft, withNewIds } from './convert'
import { type AnyDraft, kindOf, sectionIn } from './draft'
import { blankDraftOf } from './draft-schemas'
import { draftSectionSchema } from './draft-shape'
import { catalogueOf } from './either-fields'
import { type Field, isSensitive } from './fields'
import type { ApplicationKind } from './kind'

const RECORD_SECTIONS = ['merchant', 'options'] as const
const KINDS = ['payfac', 'full'] as const
const other = (kind: ApplicationKind): ApplicationKind => (kind === 'full' ? 'payfac' : 'full')

const textAt = (draft: AnyDraft, section: (typeof RECORD_SECTIONS)[number], name: string): unknown =>
  new Map<string, unknown>(Object.entries(sectionIn(draft, section))).get(name)

const payfacWith = (merchant: object, options: object = {}) => {
  const blank = blankDraftOf('payfac')
  return { ...blank, merchant: { ...blank.merchant, ...merchant }, options: { ...blank.options, ...options } }
}
const fullWith = (merchant: object, options: object = {}) => {
  const blank = blankDraftOf('full')
  return { ...blank, merchant: { ...blank.merchant, ...merchant }, options: { ...blank.options, ...options } }
}

describe('a field that both kinds have', () => {
  it.each(KINDS)('keeps its text from a %s application, with people and accounts as they are', (kind) => {
    const draft = kind === 'full' ? exampleFullDraft() : exampleDraft()
    const { draft: converted } = convertDraft(draft, other(kind))
    for (const name of ['legalName', 'dbaName', 'taxId', 'phone', 'website', 'description', 'mcc']) {
      expect(textAt(converted, 'merchant', name)).toBe(textAt(draft, 'merchant', name))
    }
    expect(textAt(converted, 'options', 'averageTicket')).toBe(textAt(draft, 'options', 'averageTicket'))
    expect(converted.contacts).toEqual(draft.contacts)
    expect(converted.accounts).toEqual(draft.accounts)
    expect(kindOf(converted)).toBe(other(kind))
  })

  it('keeps a value that is invalid in both kinds, to be corrected there', () => {
    const { draft, leftOut } = convertDraft(payfacWith({ phone: '555', formationState: 'Ohio' }), 'full')
    expect(draft.merchant).toMatchObject({ phone: '555', formationState: 'Ohio' })
    expect(leftOut).toEqual([])
  })

  test.each<[string, object, object]>([
    ['a state by its name', { billingState: ' new  york ' }, { billingState: 'NY' }],
    ['a state by its letters', { billingState: 'oh' }, { billingState: 'OH' }],
    ['our country', { billingCountry: 'United States' }, { billingCountry: 'US' }],
    ['a country by its letters', { billingCountry: 'ca' }, { billingCountry: 'CA' }],
    ['an industry in other capitals', { industry: 'RETAIL' }, { industry: 'Retail' }],
    ['an industry with a hyphen', { industry: 'E-commerce' }, { industry: 'Ecommerce' }],
    ['a location type', { locationType: 'private  residence' }, { locationType: 'Private Residence' }],
    ['an outlet', { chainNonChain: 'single outlet' }, { chainNonChain: 'Single Outlet' }],
  ])('takes the alias’s form: %s', (_, typed, taken) => {
    const { draft, leftOut, asked } = convertDraft(payfacWith(typed), 'full')
    expect(draft.merchant).toMatchObject(taken)
    expect([leftOut, asked]).toEqual([[], []])
  })

  test.each([
    ['daysToShip', '1-7 days', '1 to 7'],
    ['daysToShip', '15 – 30', '15 to 30'],
    ['daysToShip', 'over 30', 'Over 30'],
    ['refundPolicy', 'Refund in 30 days or less', 'Refund in 30 days or Less'],
  ])('takes the alias’s form: %s %s', (name, typed, taken) => {
    expect(convertDraft(payfacWith({}, { [name]: typed }), 'full').draft.options).toMatchObject({
      [name]: taken,
    })
  })
})

describe('ownership', () => {
  const EQUAL = [
    'Sole Proprietorship',
    'Privately Held Corporation',
    'Tax Exempt',
    'Government',
    'Publicly Traded Corporation',
    'Financial Institution',
  ]
  it.each(EQUAL)('%s is the same in both kinds', (ownership) => {
    expect(convertDraft(payfacWith({ ownership }), 'full').draft.merchant.ownership).toBe(ownership)
    expect(convertDraft(fullWith({ ownership }), 'payfac').draft.merchant.ownership).toBe(ownership)
  })

  test.each<[ApplicationKind, string]>([
    ['payfac', 'Limited Liability Company'],
    ['payfac', 'Partnership'],
    ['full', 'Privately Held Limited Liability Company'],
    ['full', 'Publicly Traded Partnership'],
  ])('of a %s application, %s may be either of two: it is asked for', (kind, ownership) => {
    const draft = kind === 'full' ? fullWith({ ownership }) : payfacWith({ ownership })
    const { draft: converted, leftOut, asked } = convertDraft(draft, other(kind))
    expect(converted.merchant.ownership).toBe('')
    expect(leftOut).toEqual([{ label: 'Ownership', text: ownership }])
    expect(asked).toContain('merchant.ownership')
  })
})

describe('a value without a field in the other kind', () => {
  test.each<[string, object, string]>([
    ['merchant.billingState', { billingState: 'Ontario' }, 'Ontario'],
    ['merchant.industry', { industry: 'Professional Services' }, 'Professional Services'],
    ['merchant.billingCountry', { billingCountry: 'Deutschland' }, 'Deutschland'],
    ['merchant.locationOther', { locationOther: 'x'.repeat(101) }, 'x'.repeat(101)],
  ])('is listed and asked for: %s', (path, merchant, text) => {
    const { draft, leftOut, asked } = convertDraft(payfacWith(merchant), 'full')
    expect(leftOut.map((value) => value.text)).toEqual([text])
    expect(asked).toEqual([path])
    expect(textAt(draft, 'merchant', path.split('.')[1] ?? '')).toBe('')
  })

  it('is listed by its label, with answers in words', () => {
    const { leftOut } = convertDraft(
      payfacWith({ sponsorship: 'First Example Bank', everCancelled: 'no' }, { partnerUnderwrites: 'yes' }),
      'full',
    )
    expect(leftOut).toEqual([
      { label: 'Sponsor bank', text: 'First Example Bank' },
      { label: 'Was a merchant account ever canceled?', text: 'No' },
    ])
  })

  it('the mode of underwriting is kept in both directions', () => {
    const { draft } = convertDraft(payfacWith({}, { partnerUnderwrites: 'no' }), 'full')
    expect(draft.options).toMatchObject({ partnerUnderwrites: 'no' })
    expect(convertDraft(draft, 'payfac').draft.options).toMatchObject({ partnerUnderwrites: 'no' })
  })

  it('a line item is listed with its fields', () => {
    expect(convertDraft(exampleFullDraft(), 'payfac').leftOut.slice(-2)).toEqual([
      {
        label: 'Line item 1',
        text: 'Solution · Terminal rental · Solution__c: Countertop terminal ·  Monthly_Fee__c : 19.95',
      },
      { label: 'Line item 2', text: 'Equipment · Paper rolls · Quantity: 02 · Note__c' },
    ])
  })

  it('a value that only the new kind requires is asked for', () => {
    const draft = exampleFullDraft()
    const unsaid = { ...draft, options: { ...draft.options, partnerUnderwrites: '' as const } }
    expect(convertDraft(unsaid, 'payfac').asked).toContain('options.partnerUnderwrites')
  })
})

const word = (field: Field): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('', ' ', 'Ohio', 'TX', 'US', 'Canada', '12', '-5', '1-7 days', 'Retail', 'E-commerce'),
    fc.constantFrom('', ...(Array.isArray(field.meta.choices) ? field.meta.choices : ['Immediate', 'Other'])),
    fc.string({ maxLength: 120 }),
  )
const typedIn = (field: Field): fc.Arbitrary<string> =>
  field.meta.kind === 'yes-no' ? fc.constantFrom('yes', 'no', '') : word(field)
const sectionArbitrary = (kind: ApplicationKind, section: (typeof RECORD_SECTIONS)[number]) =>
  fc.record(
    Object.fromEntries(
      catalogueOf(kind)
        .fieldsOf(section)
        .map((field) => [field.name, typedIn(field)]),
    ),
  )
const draftArbitrary = (kind: ApplicationKind): fc.Arbitrary<AnyDraft> =>
  fc
    .tuple(sectionArbitrary(kind, 'merchant'), sectionArbitrary(kind, 'options'))
    .map(([merchant, options]) => ({
      ...(kind === 'full' ? fullWith(merchant, options) : payfacWith(merchant, options)),
      contacts: { items: [exampleContact('c-1')], nobodyOwns25: true },
      accounts: { items: [exampleAccount('a-1')] },
    }))
const anyDraft = fc.constantFrom(...KINDS).chain(draftArbitrary)

describe('any typed draft', () => {
  it('makes a draft of the other kind', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const to = other(kindOf(draft))
        const converted = convertDraft(draft, to).draft
        for (const section of RECORD_SECTIONS) {
          expect(draftSectionSchema(to, section).safeParse(sectionIn(converted, section)).success).toBe(true)
        }
      }),
    )
  })

  it('keeps or lists each text', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        const { draft: converted, leftOut } = convertDraft(draft, other(kindOf(draft)))
        const unlisted = [...leftOut]
        for (const section of RECORD_SECTIONS) {
          for (const { name, meta } of catalogueOf(kindOf(draft)).fieldsOf(section)) {
            const typed = textAt(draft, section, name)
            if (typeof typed !== 'string' || typed.trim() === '') continue
            const taken = textAt(converted, section, name)
            if (taken !== undefined && taken !== '') continue
            const listed = unlisted.findIndex(({ label }) => label === meta.label)
            expect(listed, `${section}.${name}`).not.toBe(-1)
            unlisted.splice(listed, 1)
          }
        }
        expect(unlisted).toEqual([])
      }),
    )
  })

  it('lists nothing sensitive', () => {
    for (const kind of KINDS) {
      for (const section of RECORD_SECTIONS) {
        for (const { name, meta, schema } of catalogueOf(kind)
          .fieldsOf(section)
          .filter((f) => isSensitive(f.meta))) {
          expect(catalogueOf(other(kind)).fieldOf(section, name)?.schema, meta.label).toBe(schema)
        }
      }
    }
  })

  it('converted there, back and there again keeps everything that both kinds have', () => {
    fc.assert(
      fc.property(anyDraft, (draft) => {
        // Through the PayFac kind first, so that choices are in the alias's spelling.
        const there = convertDraft(convertDraft(draft, 'payfac').draft, 'full')
        const back = convertDraft(there.draft, 'payfac')
        const again = convertDraft(back.draft, 'full')
        expect(kept(again, there)).toEqual(kept(there, there))
      }),
    )
  })

  it('a complete application keeps every value that both have', () => {
    const context = {
      lists: { roles: [], ddaTypes: [], locationTypes: [], industries: [], sponsorBanks: [] },
      today: '2026-07-01',
    }
    const there = convertDraft(exampleDraft('Privately Held Corporation'), 'full')
    expect(checkSections(there.draft, context)).toEqual([])
    expect(there.asked).toEqual([])
    const back = convertDraft(there.draft, 'payfac')
    expect(back.leftOut).toEqual([])
    expect(back.draft.merchant).toEqual({
      ...exampleDraft('Privately Held Corporation').merchant,
      yearsAtLocation: '',
      sponsorship: '',
      everAcceptedCards: '',
      everCancelled: '',
    })
  })
})

/** The values that survived both conversions, without those that the way back reported as left out. */
const kept = ({ draft }: Conversion, first: Conversion) => {
  const lost = new Set(
    convertDraft(first.draft, other(kindOf(first.draft))).leftOut.map(({ label }) => label),
  )
  return RECORD_SECTIONS.flatMap((section) =>
    catalogueOf(kindOf(draft))
      .fieldsOf(section)
      .filter(({ meta }) => !lost.has(meta.label))
      .map(({ name }) => [name, textAt(draft, section, name)])
      .filter(([, text]) => typeof text !== 'string' || text.trim() !== ''),
  )
}

describe('a copy for another application', () => {
  it('gives every item a new ID and changes nothing else', () => {
    let n = 0
    const draft = exampleFullDraft()
    const copy = withNewIds(draft, () => `new-${++n}`)
    if (!('pricing' in copy)) throw new Error('Another kind came back.')
    const items = [copy.contacts, copy.accounts, copy.pricing].flatMap(
      (section): { id: string }[] => section.items,
    )
    expect(items.map(({ id }) => id)).toEqual(['new-1', 'new-2', 'new-3', 'new-4', 'new-5'])
    expect(withNewIds(copy, () => 'x')).toEqual(withNewIds(draft, () => 'x'))
  })
})

test.each([
  ['ohio', 'OH'],
  ['U.S. Virgin Islands', 'VI'],
  ['pr', 'PR'],
  ['Ohioo', null],
  ['', null],
  ['ı', null],
])('the state %s is %s', (text, code) => {
  expect(stateCode(text)).toBe(code)
})
