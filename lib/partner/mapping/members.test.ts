import { describe, expect, it, test } from 'vitest'
import { fieldMetas } from '@/lib/domain/application/field'
import { fullMerchantSchema, fullOptionsSchema } from '@/lib/domain/application/full-sections'
import {
  accountSchema,
  contactSchema,
  merchantSchema,
  optionsSchema,
} from '@/lib/domain/application/sections'
import {
  wireAccountSchema,
  wireContactSchema,
  wireMerchantSchema,
  wireOptionsSchema,
} from '../wire/application'
import { wireFullMerchantSchema, wireFullOptionsSchema } from '../wire/full-application'
import { memberOf, membersOf } from './members'

/** A field whose name the wire does not know would be left out in silence. */
describe('every field that has a name at the partner is a member of what is sent', () => {
  const payfac = { 'Opp.': wireOptionsSchema.shape, 'Mer.': wireMerchantSchema.shape }
  const full = { 'Opp.': wireFullOptionsSchema.shape, 'Mer.': wireFullMerchantSchema.shape }
  test.each([
    ['merchant', payfac, merchantSchema.shape],
    ['options', payfac, optionsSchema.shape],
    ['contact', { '': wireContactSchema.shape }, contactSchema.shape],
    ['account', { '': wireAccountSchema.shape }, accountSchema.shape],
    ['full merchant', full, fullMerchantSchema.shape],
    ['full options', full, fullOptionsSchema.shape],
  ])('%s', (_, wire, fields) => {
    const unsent = Object.entries(fields).flatMap(([name, field]) => {
      const meta = fieldMetas.get(field)
      if (!meta?.partnerName) return []
      const isSent = Object.entries(wire).some(([object, shape]) =>
        Object.hasOwn(shape, memberOf(object, meta) ?? ''),
      )
      return isSent ? [] : [name]
    })
    expect(unsent).toEqual([])
  })
})

describe('members', () => {
  const account = (values: object) => membersOf('', wireAccountSchema.shape, [values, accountSchema.shape])

  it('are numbers, texts and listed values as the wire takes them; blank ones are left out', () => {
    expect(account({ bankName: 'First Bank', yearsOpen: '3', bankCity: null })).toEqual({
      Bank_Name__c: 'First Bank',
      Years_Open__c: 3,
    })
    const merchant = (values: object) =>
      membersOf('Mer.', wireMerchantSchema.shape, [values, merchantSchema.shape])
    expect(merchant({ ownership: 'Partnership', everCancelled: false })).toEqual({
      Ownership: 'Partnership',
      Ever_had_a_merchant_account_canceled__c: false,
    })
    expect(merchant({ ownership: 'Club' })).toEqual({})
  })

  it('are sent once where they are typed twice, and not from the second box alone', () => {
    expect(account({ routingNumber: '121042882', routingNumberAgain: '121042883' })).toEqual({
      Transit_Routing__c: '121042882',
    })
    expect(account({ accountNumber: null, accountNumberAgain: '000123' })).toEqual({})
  })

  it('are never sealed, and no number that is none', () => {
    expect(() => account({ accountNumber: { sealed: true, mask: '••23', findings: [] } })).toThrow('sealed')
    expect(() => account({ yearsOpen: 'three' })).toThrow('no decimal')
  })
})
