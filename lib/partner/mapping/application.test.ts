import { describe, expect, it } from 'vitest'
import { blankAccount, blankContact, blankDraft } from '@/lib/domain/application/blank'
import { type Application, sectionSchemas } from '@/lib/domain/application/sections'
import type { Sealed } from '@/lib/domain/values/sealed'
import type { WireApplication } from '../wire/application'
import { fromWireOwnership, toWireApplication, withEmptied } from './application'

const merchantDraft = {
  ...blankDraft().merchant,
  legalName: 'Example LLC',
  dbaName: 'Example',
  taxId: '900000001',
  ownership: 'Partnership',
  billingStreet: '1 Example Street',
  billingCity: 'Columbus',
  billingState: 'OH',
  billingPostalCode: '43004',
  phone: '6145550123',
  email: 'a@b.example',
}

const application = (contactIds: string[] = ['c1']): Application => ({
  merchant: sectionSchemas.merchant.parse(merchantDraft),
  contacts: sectionSchemas.contacts.parse({
    items: contactIds.map((id) => ({ ...blankContact(id), firstName: 'Ada', lastName: 'Example' })),
    nobodyOwns25: true,
  }),
  accounts: sectionSchemas.accounts.parse({
    items: [
      {
        ...blankAccount('a1'),
        bankName: 'Bank',
        ddaType: 'Deposits',
        routingNumber: '000000000',
        routingNumberAgain: '000000000',
        accountNumber: '12345',
        accountNumberAgain: '12345',
      },
    ],
  }),
  options: sectionSchemas.options.parse({
    ...blankDraft().options,
    partnerUnderwrites: 'yes',
    highMonthlyVolume: '0.10',
    cardVolume: '0.30',
    averageTicket: '999999999999.99',
    highTicket: '1',
  }),
})

describe('domain → wire', () => {
  it('amounts become JSON numbers that read as they were typed', () => {
    const text = JSON.stringify(toWireApplication(application()).Opp)
    expect(text).toContain('"High_Monthly_Volume__c":0.1,')
    expect(text).toContain('"Avg_Ticket__c":999999999999.99,')
  })

  it('what stays blank, what is typed twice and what the wire has no member for is not sent', () => {
    const wire = toWireApplication(application())
    expect(Object.keys(wire.lstContact[0] ?? {})).toEqual(['attributes', 'SourceId', 'FirstName', 'LastName'])
    expect(Object.keys(wire.lstbussCheckAcc?.[0] ?? {})).toEqual([
      'attributes',
      'SourceId',
      'Bank_Name__c',
      'DDA_Type__c',
      'Transit_Routing__c',
      'Checking_Account__c',
    ])
    expect(JSON.stringify(wire)).not.toMatch(/null|nobodyOwns25|Again/)
  })

  it('an update carries only the ids that belong to an item, whatever the item is called', () => {
    const wire = toWireApplication(application(['c1', 'constructor', '__proto__']), {
      opportunityId: '006000000000001AAA',
      accountId: '001000000000001AAA',
      contacts: { c1: '003000000000001AAA', gone: '003000000000009AAA' },
      accounts: {},
    })
    expect(wire.Opp.Id).toBe('006000000000001AAA')
    expect(wire.Mer.Id).toBe('001000000000001AAA')
    expect(wire.lstContact.map(({ Id, SourceId }) => [Id, SourceId])).toEqual([
      ['003000000000001AAA', 'c1'],
      [undefined, 'constructor'],
      [undefined, '__proto__'],
    ])
  })

  it('a value that is still sealed is a mistake of ours, and is never sent', () => {
    const sealed: Sealed = { sealed: true, mask: '••-•••0001', findings: [] }
    const closed = application()
    expect(() => toWireApplication({ ...closed, merchant: { ...closed.merchant, taxId: sealed } })).toThrow(
      /sealed/,
    )
  })
})

describe('wire → ownership facts', () => {
  it('roles are trimmed, percentages exact, and nobody is said to own nothing', () => {
    const wire: WireApplication = {
      ...toWireApplication(application()),
      lstContact: [
        {
          attributes: { type: 'Contact' },
          Contact_Role__c: ' Principal ; Control Prong;; ',
          Percentage_Owned__c: 33.33,
        },
        { attributes: { type: 'Contact' } },
      ],
    }
    expect(fromWireOwnership(wire)).toEqual({
      ownership: 'Partnership',
      contacts: [
        { roles: ['Principal', 'Control Prong'], percentageOwned: 33_330_000n },
        { roles: [], percentageOwned: null },
      ],
      nobodyOwns25: null,
    })
  })
})

describe('an update that empties fields', () => {
  const two = application(['c1', 'c2'])
  const sent = toWireApplication(two)
  const emptied = (...paths: string[]) => withEmptied(sent, two, paths)

  it('sets each to null in its place, and changes nothing else', () => {
    const wire = emptied(
      'merchant.website',
      'options.refundPolicy',
      'contacts.items#c2.title',
      'accounts.items#a1.bankStreet',
    )
    expect(changesBetween(sent, wire)).toEqual([
      'Opp.Refund_Policy__c',
      'Mer.Website',
      'lstContact.1.Title',
      'lstbussCheckAcc.0.Bank_Street_Address__c',
    ])
  })

  it('keeps values that are sent, and ignores paths it cannot place', () => {
    expect(
      emptied(
        'merchant.legalName',
        'merchant.nothing',
        'contacts.items#c9.title',
        'accounts.items#c1.bankStreet',
        'contacts.title',
        'contacts.items#c1.firstName',
        'nothing.at.all',
      ),
    ).toEqual(sent)
  })
})

/** The paths that are newly null in `after`; any other change is marked *changed*. */
function changesBetween(before: unknown, after: unknown, path: string[] = []): string[] {
  if (typeof after !== 'object' || after === null)
    return before === after ? [] : [`${path.join('.')}${after === null ? '' : ' changed'}`]
  return Object.entries(after).flatMap(([name, member]) =>
    changesBetween(Object(before)[name], member, [...path, name]),
  )
}

it('the records of a request name their types, and roles are joined into one text', () => {
  const draft = application()
  const wire = toWireApplication({
    ...draft,
    contacts: {
      ...draft.contacts,
      items: draft.contacts.items.map((item) => ({ ...item, roles: ['Principal', 'Control Prong'] })),
    },
  })
  expect(wire.Opp.attributes).toEqual({ type: 'Opportunity' })
  expect(wire.Mer.attributes).toEqual({ type: 'Account' })
  expect(wire.lstContact[0]).toMatchObject({
    attributes: { type: 'Contact' },
    Contact_Role__c: 'Principal;Control Prong',
  })
  expect(toWireApplication(draft).lstContact[0]).not.toHaveProperty('Contact_Role__c')
})
