import { describe, expect, it } from 'vitest'
import { fieldsOf } from '@/lib/domain/application/fields'
import { SECTION_NAMES } from '@/lib/domain/application/sections'
import { toFormPath, toWirePath } from './paths'

describe('paths', () => {
  it.each<[string, string | null]>([
    ['Mer.Tax_ID__c', 'merchant.taxId'],
    ['Opp.Avg_Ticket__c', 'options.averageTicket'],
    ['lstContact[1].SSN__c', 'contacts.items.1.ssn'],
    ['lstContact[12].Contact_Role__c', 'contacts.items.12.roles'],
    ['lstbussCheckAcc[0].Transit_Routing__c', 'accounts.items.0.routingNumber'],
    ['lstContact', 'contacts.items'],
    ['lstContact[3]', 'contacts.items.3'],
    // The platform names a field without its object.
    ['Tax_ID__c', 'merchant.taxId'],
    ['SSN__c', null],
    ['lstContact.SSN__c', null],
    ['lstContact[1].Tax_ID__c', null],
    ['lstBens[1].SSN__c', null],
    ['lstconstructor', null],
    ['Mer.Id', null],
    ['Mer', null],
    ['', null],
  ])('the partner’s %j is the form’s %j', (wirePath, formPath) => {
    expect(toFormPath(wirePath)).toBe(formPath)
  })

  it.each<[string, string | null]>([
    ['contacts.items', 'lstContact'],
    ['contacts.items.2', 'lstContact[2]'],
    ['accounts.items.0.routingNumberAgain', 'lstbussCheckAcc[0].Transit_Routing__c'],
    ['contacts.nobodyOwns25', null],
    ['merchant.unknown', null],
  ])('the form’s %j is the partner’s %j', (formPath, wirePath) => {
    expect(toWirePath(formPath)).toBe(wirePath)
  })

  it('every field that is sent finds its way there and back', () => {
    for (const section of SECTION_NAMES) {
      for (const { name } of fieldsOf(section)) {
        if (name.endsWith('Again')) continue
        const list = section === 'contacts' || section === 'accounts'
        const formPath = list ? `${section}.items.7.${name}` : `${section}.${name}`
        expect(toFormPath(toWirePath(formPath) ?? '')).toBe(formPath)
      }
    }
  })
})
