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
 * The body to send to the create-application alias (interface, "Create-application alias body"). Throws when a value is still sealed: whoever sends opens first.
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

/** The sections of the form are not the partner's objects: some fields of each go to the other. */
const sectionsOf = ({ merchant, options }: FullApplication) =>
  [
    [merchant, fullMerchantSchema.shape],
    [options, fullOptionsSchema.shape],
  ] as const

/**
 * The interface does not show the fields of a line item: those that staff named are its members, each of the
 * type that staff gave it.
 * None of them can be called as one of the two that stand here (`memberName` in field.ts).
 */
const toWireLineItem = ({ id, recordType, members }: LineItem): WireLineItem => ({
  ...given(Object.fromEntries(members.map((member) => [member.name, memberValue(member)]))),
  attributes: { type: recordType ?? 'QuoteLineItem' },
  SourceId: id,
})

/** What the ownership rules need, read from a body; whether nobody owns the share of a principal is not told on the wire. */
export const fromWireFullOwnership = (wire: {
  Mer: Pick<WireFullApplication['Mer'], 'Ownership'>
  lstBens?: Parameters<typeof fromWireOwners>[0]
}): OwnershipFacts => ({
  kind: 'full',
  ownership: wire.Mer.Ownership ?? '',
  contacts: fromWireOwners(wire.lstBens ?? []),
  nobodyOwns25: null,
})
