import { placeOfPath } from '@/lib/domain/application/emptied'
import { payfacFields } from '@/lib/domain/application/fields'
import type { OwnershipFacts } from '@/lib/domain/application/ownership'
import { type Account, type Application, type Contact, OWNERSHIPS } from '@/lib/domain/application/sections'
import { decimalFromNumber, plainDecimal } from '@/lib/domain/values/decimal'
import { isSealed, type Sealed } from '@/lib/domain/values/sealed'
import type { WireAccount, WireApplication, WireContact } from '../wire/application'

/** The partner's record ids, kept from an earlier answer; items by the desk's own item id. */
export type RecordIds = {
  opportunityId: string
  accountId: string
  contacts: Record<string, string>
  accounts: Record<string, string>
}

/**
 * The body to send: a create, or with `ids` an update (interface, "Create or update a sub-merchant
 * application"). Blank values are left out. Throws when a value is still sealed: whoever sends opens first.
 */
export function toWireApplication(application: Application, ids?: RecordIds): WireApplication {
  const { merchant, contacts, accounts, options } = application
  return {
    Opp: {
      attributes: { type: 'Opportunity' },
      ...given({
        Id: ids?.opportunityId,
        Is_SVC_Underwriting__c: options.partnerUnderwrites,
        High_Monthly_Volume__c: number(options.highMonthlyVolume),
        Avg_Ticket__c: number(options.averageTicket),
        High_Ticket__c: number(options.highTicket),
        Visa_MC_Discover_Volume__c: number(options.cardVolume),
        Days_to_Ship_Deliver__c: options.daysToShip,
        Refund_Policy__c: options.refundPolicy,
      }),
    },
    Mer: {
      attributes: { type: 'Account' },
      ...given({
        Id: ids?.accountId,
        Association_ID_API_Field__c: merchant.associationIdApi,
        Association_ID__c: merchant.associationId,
        Legal_Name__c: merchant.legalName,
        Tax_ID__c: opened(merchant.taxId),
        State_of_Entity_Formation_Incorporation__c: merchant.formationState,
        Name: merchant.dbaName,
        BillingStreet: merchant.billingStreet,
        BillingCity: merchant.billingCity,
        BillingState: merchant.billingState,
        BillingPostalCode: merchant.billingPostalCode,
        BillingCountry: merchant.billingCountry,
        Phone: merchant.phone,
        App_Email__c: merchant.email,
        Website: merchant.website,
        Customer_Service_Phone__c: merchant.customerServicePhone,
        Industry: merchant.industry,
        Industry_other__c: merchant.industryOther,
        Location_Type__c: merchant.locationType,
        Location_Other__c: merchant.locationOther,
        Years_at_Location__c: merchant.yearsAtLocation,
        Date_Established__c: merchant.dateEstablished,
        Chain_Non_Chain__c: merchant.chainNonChain,
        Description: merchant.description,
        MCC_API_Field__c: merchant.mcc,
        BET_Table_ID_API_Field__c: merchant.betTableId,
        Ownership: OWNERSHIPS.find((name) => name === merchant.ownership),
        Sponsorship__c: merchant.sponsorship,
        Ever_accepted_credit_cards_before__c: merchant.everAcceptedCards,
        Ever_had_a_merchant_account_canceled__c: merchant.everCancelled,
      }),
    },
    lstContact: contacts.items.map((contact) => toWireContact(contact, own(ids?.contacts, contact.id))),
    lstbussCheckAcc: accounts.items.map((account) => toWireAccount(account, own(ids?.accounts, account.id))),
  }
}

/**
 * The same update with `null` for each field that is to be emptied, by its place here (`contacts.items#c-1.title`):
 * what is only left out stays as the partner has it. A place of no item that is sent is passed over.
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
    // A value that is sent stands: nothing is emptied that has one.
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
  // The items are sent in the order of the form.
  return section === 'contacts'
    ? lstContact[contacts.items.findIndex(({ id }) => id === itemId)]
    : lstbussCheckAcc[accounts.items.findIndex(({ id }) => id === itemId)]
}

export const toWireContact = (contact: Contact, recordId?: string): WireContact => ({
  attributes: { type: 'Contact' },
  ...given({
    Id: recordId,
    SourceId: contact.id,
    FirstName: contact.firstName,
    LastName: contact.lastName,
    Title: contact.title,
    Email: contact.email,
    Contact_Role__c: contact.roles.length > 0 ? contact.roles.join(';') : null,
    Percentage_Owned__c: number(contact.percentageOwned),
    Date_of_Birth__c: opened(contact.dateOfBirth),
    SSN__c: opened(contact.ssn),
    MailingStreet: contact.street,
    MailingCity: contact.city,
    MailingStateCode: contact.state,
    MailingPostalCode: contact.postalCode,
  }),
})

/** What is typed twice to catch slips (`routingNumberAgain`, `accountNumberAgain`) stays here. */
export const toWireAccount = (account: Account, recordId?: string): WireAccount => ({
  attributes: { type: 'Business_Checking_Account__c' },
  ...given({
    Id: recordId,
    SourceId: account.id,
    Bank_Name__c: account.bankName,
    DDA_Type__c: account.ddaType,
    Transit_Routing__c: account.routingNumber,
    Checking_Account__c: opened(account.accountNumber),
    Bank_Street_Address__c: account.bankStreet,
    Bank_City__c: account.bankCity,
    Bank_State__c: account.bankState,
    Bank_Zipcode__c: account.bankPostalCode,
    Years_Open__c: number(account.yearsOpen),
  }),
})

/** What the ownership rules need, read from a body; whether nobody owns 25 % is not told on the wire. */
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

type Given<T> = { [Name in keyof T]?: Exclude<T[Name], null | undefined> }

export const given = <T extends object>(members: T): Given<T> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined),
  ) as Given<T>

export function opened(value: string | Sealed | null): string | null {
  if (isSealed(value)) throw new Error('A sealed value reached the mapping to the wire; open it first.')
  return value
}

export function number(text: string | null): number | null {
  if (text === null) return null
  const plain = plainDecimal(text)
  if (plain === null) throw new Error('A value that is no decimal reached the mapping to the wire.')
  return Number(plain)
}

/** Item ids may be any word, `constructor` too. */
const own = (ids: Record<string, string> | undefined, itemId: string): string | undefined =>
  ids !== undefined && Object.hasOwn(ids, itemId) ? ids[itemId] : undefined
