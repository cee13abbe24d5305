import { placeOfPath } from '@/lib/domain/application/emptied'
import { payfacFields } from '@/lib/domain/application/fields'
import type { OwnershipFacts } from '@/lib/domain/application/ownership'
import {
  type Account,
  type Application,
  accountSchema,
  type Contact,
  contactSchema,
  merchantSchema,
  optionsSchema,
} from '@/lib/domain/application/sections'
import { decimalFromNumber } from '@/lib/domain/values/decimal'
import {
  type WireAccount,
  type WireApplication,
  type WireContact,
  wireAccountSchema,
  wireContactSchema,
  wireMerchantSchema,
  wireOptionsSchema,
} from '../wire/application'
import { given, membersOf } from './members'

/** The partner's record ids from an earlier answer. Items are keyed by the desk's item id. */
export type RecordIds = {
  opportunityId: string
  accountId: string
  contacts: Record<string, string>
  accounts: Record<string, string>
}

/**
 * The body to send: a create, or with `ids` an update (interface, "Create or update a sub-merchant
 * application"). Throws if a value is still sealed: the caller must open sealed values first.
 */
export function toWireApplication(application: Application, ids?: RecordIds): WireApplication {
  const { merchant, contacts, accounts, options } = application
  return {
    Opp: {
      attributes: { type: 'Opportunity' },
      ...given({ Id: ids?.opportunityId }),
      ...membersOf('Opp.', wireOptionsSchema.shape, [options, optionsSchema.shape]),
    },
    Mer: {
      attributes: { type: 'Account' },
      ...given({ Id: ids?.accountId }),
      ...membersOf('Mer.', wireMerchantSchema.shape, [merchant, merchantSchema.shape]),
    },
    lstContact: contacts.items.map((contact) => toWireContact(contact, own(ids?.contacts, contact.id))),
    lstbussCheckAcc: accounts.items.map((account) => toWireAccount(account, own(ids?.accounts, account.id))),
  }
}

/**
 * Adds `null` to an update for each field to clear, given by form path (`contacts.items#c-1.title`): the partner keeps
 * its value for any field that is merely left out. Paths of items that are not in the request are ignored.
 */
export function withEmptied(
  wire: WireApplication,
  application: Pick<Application, 'contacts' | 'accounts'>,
  emptied: readonly string[],
): WireApplication {
  const sent = structuredClone(wire)
  for (const path of emptied) {
    const { section, itemId, name } = placeOfPath(path)
    const partnerName = payfacFields.fieldOf(section, name)?.meta.partnerName ?? ''
    const member = partnerName.replace(/^(?:Opp|Mer)\./, '')
    const record = recordOf(sent, application, section, itemId, partnerName)
    // Never clear a field for which the request has a value.
    if (record && member !== '' && !Object.hasOwn(record, member)) Reflect.set(record, member, null)
  }
  return sent
}

function recordOf(
  { Opp, Mer, lstContact, lstbussCheckAcc = [] }: WireApplication,
  { contacts, accounts }: Pick<Application, 'contacts' | 'accounts'>,
  section: string,
  itemId: string | null,
  partnerName: string,
): object | undefined {
  if (itemId === null) {
    return partnerName.startsWith('Opp.') ? Opp : partnerName.startsWith('Mer.') ? Mer : undefined
  }
  // Items are sent in form order.
  return section === 'contacts'
    ? lstContact[contacts.items.findIndex(({ id }) => id === itemId)]
    : lstbussCheckAcc[accounts.items.findIndex(({ id }) => id === itemId)]
}

export const toWireContact = (contact: Contact, recordId?: string): WireContact => ({
  attributes: { type: 'Contact' },
  ...given({ Id: recordId, SourceId: contact.id }),
  ...membersOf('', wireContactSchema.shape, [contactValues(contact), contactSchema.shape]),
})

const contactValues = ({ roles, ...contact }: Contact) => ({
  ...contact,
  roles: roles.length > 0 ? roles.join(';') : null,
})

export const toWireAccount = (account: Account, recordId?: string): WireAccount => ({
  attributes: { type: 'Business_Checking_Account__c' },
  ...given({ Id: recordId, SourceId: account.id }),
  ...membersOf('', wireAccountSchema.shape, [account, accountSchema.shape]),
})

/** What the ownership rules need, read from a body. The wire cannot say that no one owns a principal's share. */
export const fromWireOwnership = (wire: {
  Mer: Pick<WireApplication['Mer'], 'Ownership'>
  lstContact: Parameters<typeof fromWireOwners>[0]
}): OwnershipFacts => ({
  ownership: wire.Mer.Ownership ?? '',
  contacts: fromWireOwners(wire.lstContact),
  nobodyOwns25: null,
})

export const fromWireOwners = (
  owners: readonly Pick<WireContact, 'Contact_Role__c' | 'Percentage_Owned__c'>[],
): OwnershipFacts['contacts'] =>
  owners.map((owner) => ({
    roles: readRoles(owner.Contact_Role__c ?? ''),
    percentageOwned:
      owner.Percentage_Owned__c === undefined ? null : decimalFromNumber(owner.Percentage_Owned__c),
  }))

/** Interface, "lstContact item fields": a semicolon-separated list of roles. */
const readRoles = (text: string): string[] =>
  text
    .split(';')
    .map((role) => role.trim())
    .filter((role) => role !== '')

/** `hasOwn`, because an item id may be any word, even `constructor`. */
const own = (ids: Record<string, string> | undefined, itemId: string): string | undefined =>
  ids !== undefined && Object.hasOwn(ids, itemId) ? ids[itemId] : undefined
