import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fullFields } from '@/lib/domain/application/either-fields'
import { blankFullDraft } from '@/lib/domain/application/full-blank'
import type { FullDraft } from '@/lib/domain/application/full-sections'
import type { Sealed } from '@/lib/domain/values/sealed'
import { cleanFullDraft, exampleFullDraft } from '@/lib/testing/example-full-draft'
import { wireFullApplicationSchema } from '../wire/full-application'
import { readApplicationAnswer } from './application-answer'
import { fromWireFullOwnership, toWireFullApplication } from './full-application'
import { toFormPath } from './paths'

const wireOf = (change: Partial<FullDraft>) =>
  toWireFullApplication(cleanFullDraft({ ...exampleFullDraft(), ...change }))

describe('domain → wire, on the alias', () => {
  it('every value of Opp and Mer comes from the field whose metadata names it', () => {
    const draft = exampleFullDraft()
    const { Opp, Mer } = toWireFullApplication(cleanFullDraft(draft))
    const sent = [
      ...Object.entries(Opp).map(([name, value]) => [`Opp.${name}`, value] as const),
      ...Object.entries(Mer).map(([name, value]) => [`Mer.${name}`, value] as const),
    ].filter(([path]) => !path.endsWith('.attributes'))
    expect(sent.length).toBeGreaterThan(70)
    for (const [path, value] of sent) {
      const [section = '', name = ''] = (toFormPath(path, 'full') ?? '').split('.')
      const field = fullFields.fieldOf(section, name)
      const typed: unknown = Reflect.get(Object(Reflect.get(draft, section)), name)
      expect([path, String(field?.schema.safeParse(typed).data)]).toEqual([path, String(value)])
    }
  })

  it('what stays blank is not sent', () => {
    const blank = blankFullDraft()
    const { shippingStreet, shippingCity, ...rest } = exampleFullDraft().merchant
    const { Opp, Mer, Lstqli } = wireOf({
      merchant: { ...rest, shippingStreet: '', shippingCity: ' ' },
      options: {
        ...blank.options,
        highMonthlyVolume: '1',
        cardVolume: '1',
        averageTicket: '1',
        highTicket: '1',
      },
      pricing: { items: [] },
    })
    expect(Object.keys(Opp).sort()).toEqual([
      'Avg_Ticket__c',
      'BET_Table_ID_API_Field__c',
      'High_Monthly_Volume__c',
      'High_Ticket__c',
      'Visa_MC_Discover_Volume__c',
      'attributes',
    ])
    expect(
      Object.keys(Mer).filter((name) => /ShippingStreet|ShippingCity|cancel|Processor/.test(name)),
    ).toEqual([])
    expect(Lstqli).toEqual([])
  })

  it('no record id is ever sent, whatever the items are called', () => {
    const [owner] = exampleFullDraft().contacts.items
    if (!owner) throw new Error('The example has an owner.')
    const wire = wireOf({
      contacts: { items: [{ ...owner, id: 'constructor' }], nobodyOwns25: false },
    })
    expect(wire.lstBens?.map(({ SourceId, ...rest }) => [SourceId, 'Id' in rest])).toEqual([
      ['constructor', false],
    ])
    expect(wireFullApplicationSchema.safeParse(wire).success).toBe(true)
  })

  it('a line item has the fields that staff named, as text where no type is given, and neither kind nor name', () => {
    const wire = wireOf({
      pricing: {
        items: [
          {
            id: 'line-9',
            kind: 'Fee',
            name: 'Monthly fee',
            members: [
              { name: 'constructor', value: '007' },
              { name: 'UnitPrice', value: '1e3' },
              { name: 'Blank__c', value: '' },
            ],
          },
        ],
      },
    })
    expect(JSON.parse(JSON.stringify(wire.Lstqli))).toEqual([
      { attributes: { type: 'QuoteLineItem' }, SourceId: 'line-9', constructor: '007', UnitPrice: '1e3' },
    ])
  })

  it('a line item has numbers and answers as such where staff say so, and another record type', () => {
    const [item] =
      wireOf({
        pricing: {
          items: [
            {
              id: 'line-9',
              kind: 'Fee',
              name: 'Monthly fee',
              recordType: 'Fee__c',
              members: [
                { name: 'Price__c', value: '1,249.50', type: 'number' },
                { name: 'Zero__c', value: '0', type: 'number' },
                { name: 'Taxed__c', value: 'true', type: 'boolean' },
                { name: 'Waived__c', value: 'false', type: 'boolean' },
                { name: 'Code__c', value: '007', type: 'text' },
                { name: 'Blank__c', value: '', type: 'number' },
              ],
            },
          ],
        },
      }).Lstqli ?? []
    expect(item).toEqual({
      attributes: { type: 'Fee__c' },
      SourceId: 'line-9',
      Price__c: 1249.5,
      Zero__c: 0,
      Taxed__c: true,
      Waived__c: false,
      Code__c: '007',
    })
  })

  it('a value that is still sealed is a mistake of ours, and is never sent', () => {
    const sealed: Sealed = { sealed: true, mask: '••-•••0001', findings: [] }
    const open = cleanFullDraft(exampleFullDraft())
    const closed = { ...open, merchant: { ...open.merchant, taxId: sealed } }
    expect(() => toWireFullApplication(closed)).toThrow(/sealed/)
  })
})

describe('wire → ownership facts, on the alias', () => {
  it('are the alias’s, with roles trimmed and percentages exact', () => {
    expect(
      fromWireFullOwnership({
        Mer: { Ownership: 'Privately Held Partnership' },
        lstBens: [{ Contact_Role__c: ' Principal ; Control Prong;; ', Percentage_Owned__c: 33.33 }, {}],
      }),
    ).toEqual({
      kind: 'full',
      ownership: 'Privately Held Partnership',
      contacts: [
        { roles: ['Principal', 'Control Prong'], percentageOwned: 33_330_000n },
        { roles: [], percentageOwned: null },
      ],
      nobodyOwns25: null,
    })
  })

  it('without owners and ownership are none', () => {
    expect(fromWireFullOwnership({ Mer: {} })).toMatchObject({ ownership: '', contacts: [] })
  })
})

describe('the answer of the alias', () => {
  it('names every record, by the source ids of the items', () => {
    const text = readFileSync(new URL('../wire/golden/full-answer.json', import.meta.url), 'utf8')
    const answer = readApplicationAnswer(text, 200)
    expect(answer).toMatchObject({ opportunityId: '006000000000002AAA', accountId: '001000000000002AAA' })
    expect(answer?.entries.map(({ objectType, sourceId }) => [objectType, sourceId])).toEqual([
      ['Account', null],
      ['Contact', 'owner-1'],
      ['Business Checking Account', 'account-1'],
      ['Opportunity', null],
      ['Quote', null],
      ['QuoteLineItem', 'line-1'],
      ['QuoteLineItem', 'line-2'],
    ])
  })
})
