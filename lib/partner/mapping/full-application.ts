import {
  type FullApplication,
  fullMerchantSchema,
  fullOptionsSchema,
  type LineItem,
  memberValue,
} from '@/lib/domain/application/full-sections'
import type { OwnershipFacts } from '@/lib/domain/application/ownership'
import {
  type WireFullApplication,
  type WireLineItem,
  wireFullMerchantSchema,
  wireFullOptionsSchema,
} from '../wire/full-application'
import { fromWireOwners, toWireAccount, toWireContact } from './application'
import { given, membersOf } from './members'

/**
 * The body to send to the create-application alias (interface, "Create-application alias body"). Throws if a value
 * is still sealed: the caller must open sealed values first.
 */
export const toWireFullApplication = (application: FullApplication): WireFullApplication => ({
  Opp: {
    attributes: { type: 'Opportunity' },
    ...membersOf('Opp.', wireFullOptionsSchema.shape, ...sectionsOf(application)),
  },
  Mer: {
    attributes: { type: 'Account' },
    ...membersOf('Mer.', wireFullMerchantSchema.shape, ...sectionsOf(application)),
  },
  lstBens: application.contacts.items.map((owner) => toWireContact(owner)),
  lstbussCheckAcc: application.accounts.items.map((account) => toWireAccount(account)),
  Lstqli: application.pricing.items.map(toWireLineItem),
})

/** The form's sections do not match the partner's objects: each has fields that belong to the other object. */
const sectionsOf = ({ merchant, options }: FullApplication) =>
  [
    [merchant, fullMerchantSchema.shape],
    [options, fullOptionsSchema.shape],
  ] as const

/**
 * The interface does not document the fields of a line item: its members are those that staff entered, with the types
 * that staff chose. `memberName` in field.ts keeps them from using the two names set here.
 */
const toWireLineItem = ({ id, recordType, members }: LineItem): WireLineItem => ({
  ...given(Object.fromEntries(members.map((member) => [member.name, memberValue(member)]))),
  attributes: { type: recordType ?? 'QuoteLineItem' },
  SourceId: id,
})

/** What the ownership rules need, read from a body. The wire cannot say that no one owns a principal's share. */
export const fromWireFullOwnership = (wire: {
  Mer: Pick<WireFullApplication['Mer'], 'Ownership'>
  lstBens?: Parameters<typeof fromWireOwners>[0]
}): OwnershipFacts => ({
  kind: 'full',
  ownership: wire.Mer.Ownership ?? '',
  contacts: fromWireOwners(wire.lstBens ?? []),
  nobodyOwns25: null,
})
