import { describe, expect, it } from 'vitest'
import { fullFields } from '@/lib/domain/application/either-fields'
import { payfacFields } from '@/lib/domain/application/fields'
import { FULL_SECTION_NAMES, SECTION_NAMES } from '@/lib/domain/application/section-names'
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
      for (const { name } of payfacFields.fieldsOf(section)) {
        if (name.endsWith('Again')) continue
        const list = section === 'contacts' || section === 'accounts'
        const formPath = list ? `${section}.items.7.${name}` : `${section}.${name}`
        expect(toFormPath(toWirePath(formPath) ?? '')).toBe(formPath)
      }
    }
  })
})

describe('paths of the alias', () => {
  it.each<[string, string | null]>([
    ['Mer.BillingStateCode', 'merchant.billingState'],
    ['Mer.Industry_Other__c', 'merchant.industryOther'],
    ['Mer.ShippingCity', 'merchant.shippingCity'],
    ['Mer.Physical_Address_City__c', 'merchant.physicalCity'],
    ['Mer.Name_of_Previous_Processor__c', 'options.previousProcessor'],
    ['Opp.BET_Table_ID_API_Field__c', 'merchant.betTableId'],
    ['lstBens[1].SSN__c', 'contacts.items.1.ssn'],
    ['lstBens', 'contacts.items'],
    ['lstbussCheckAcc[0].Transit_Routing__c', 'accounts.items.0.routingNumber'],
    ['Lstqli', 'pricing.items'],
    ['Lstqli[3]', 'pricing.items.3'],
    // Staff name the fields of a line item.
    ['Lstqli[3].Monthly_Fee__c', 'pricing.items.3.members'],
    ['Lstqli[3].SourceId', null],
    ['Lstqli[3].attributes', null],
    ['ACH_Debit_Max_Tx_Per_Day__c', 'options.achDebitDailyCount'],
    ['Opp.Name', 'options.applicationName'],
    ['Mer.Name', 'merchant.dbaName'],
    // Of Opp and of Mer: a bare one cannot tell which.
    ['Name', null],
    ['lstContact[1].SSN__c', null],
    ['Mer.BillingState', null],
    ['Mer.Sponsorship__c', null],
    ['', null],
  ])('the partner’s %j is the form’s %j', (wirePath, formPath) => {
    expect(toFormPath(wirePath, 'full')).toBe(formPath)
  })

  it.each<[string, string | null]>([
    ['contacts.items', 'lstBens'],
    ['contacts.items.2', 'lstBens[2]'],
    ['contacts.items.2.roles', 'lstBens[2].Contact_Role__c'],
    ['contacts.nobodyOwns25', null],
    ['pricing.items.2', 'Lstqli[2]'],
    ['pricing.items.2.kind', null],
    ['pricing.items.2.name', null],
  ])('the form’s %j is the partner’s %j', (formPath, wirePath) => {
    expect(toWirePath(formPath, 'full')).toBe(wirePath)
  })

  it('every field that is sent finds its way there and back', () => {
    const { wireLists, fieldsOf: fullFieldsOf } = fullFields
    for (const section of FULL_SECTION_NAMES.filter((name) => name !== 'pricing')) {
      for (const { name } of fullFieldsOf(section)) {
        // What is typed twice, and what is ours alone.
        if (name.endsWith('Again') || name === 'partnerUnderwrites') continue
        const formPath = wireLists[section] ? `${section}.items.7.${name}` : `${section}.${name}`
        expect(toFormPath(toWirePath(formPath, 'full') ?? '', 'full')).toBe(formPath)
      }
    }
  })
})
