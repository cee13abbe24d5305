import { CSV_START, csvLine } from '@/lib/domain/values/csv'
import type { SettingsLists } from '../field'
import type { ApplicationKind } from '../kind'
import { type Place, placeLabel } from './places'

/**
 * A CSV with all columns and one invented application. `lists` gives the values that an admin keeps in Settings.
 */
export const templateCsv = (kind: ApplicationKind, lists: SettingsLists): string => {
  const columns = Object.entries(kind === 'full' ? fullExample(lists) : payfacExample(lists))
  return [
    CSV_START,
    csvLine(columns.map(([place]) => columnName(kind, place))),
    csvLine(columns.map(([, value]) => value)),
  ].join('')
}

/** Only the dot goes: names keep their capitals. */
const columnName = (kind: ApplicationKind, place: Place): string =>
  placeLabel(kind, place).replace(' · ', ' ')

const first = (list: readonly string[]): string => list[0] ?? ''
const listed = (list: readonly string[], wanted: string): string =>
  list.includes(wanted) ? wanted : first(list)

type Example = Record<Place, string>

const merchant = {
  'merchant.legalName': 'Blue Lantern Bakery, Inc.',
  'merchant.dbaName': 'Blue Lantern Bakery',
  'merchant.taxId': '90-0123456',
  'merchant.ownership': 'Privately Held Corporation',
  'merchant.formationState': 'ME',
  'merchant.dateEstablished': '2014-05-01',
  'merchant.billingStreet': '7 Harbor Street',
  'merchant.billingCity': 'Portland',
  'merchant.billingState': 'ME',
  'merchant.billingPostalCode': '04101',
  'merchant.billingCountry': 'US',
  'merchant.phone': '(207) 555-0110',
  'merchant.email': 'office@blue-lantern.example',
  'merchant.website': 'https://blue-lantern.example',
  'merchant.customerServicePhone': '(207) 555-0111',
  'merchant.description': 'Bread and cakes, over the counter and by order.',
  'merchant.mcc': '5462',
}

const people = {
  'contacts.items.0.firstName': 'Iris',
  'contacts.items.0.lastName': 'Specimen',
  'contacts.items.0.title': 'President',
  'contacts.items.0.email': 'iris@blue-lantern.example',
  'contacts.items.0.roles': 'Principal; Control Prong',
  'contacts.items.0.percentageOwned': '60',
  'contacts.items.0.dateOfBirth': '1979-03-05',
  'contacts.items.0.ssn': '900-55-5555',
  'contacts.items.0.street': '3 Hill Road',
  'contacts.items.0.city': 'Portland',
  'contacts.items.0.state': 'ME',
  'contacts.items.0.postalCode': '04102',
  'contacts.items.1.firstName': 'Otto',
  'contacts.items.1.lastName': 'Placeholder',
  'contacts.items.1.title': 'Treasurer',
  'contacts.items.1.email': 'otto@blue-lantern.example',
  'contacts.items.1.roles': 'Principal',
  'contacts.items.1.percentageOwned': '40',
  'contacts.items.1.dateOfBirth': '1981-11-30',
  'contacts.items.1.ssn': '900-66-6666',
  'contacts.items.1.street': '4 Hill Road',
  'contacts.items.1.city': 'Portland',
  'contacts.items.1.state': 'ME',
  'contacts.items.1.postalCode': '04102',
}

const account = ({ ddaTypes }: SettingsLists): Example => ({
  'accounts.items.0.bankName': 'Example Savings Bank',
  'accounts.items.0.ddaType': listed(ddaTypes, 'Deposit'),
  'accounts.items.0.routingNumber': '011000015',
  'accounts.items.0.accountNumber': '000123456789',
  'accounts.items.0.bankStreet': '1 Bank Street',
  'accounts.items.0.bankCity': 'Portland',
  'accounts.items.0.bankState': 'ME',
  'accounts.items.0.bankPostalCode': '04101',
  'accounts.items.0.yearsOpen': '6',
})

const volumes = {
  'options.highMonthlyVolume': '40000',
  'options.cardVolume': '32000',
  'options.averageTicket': '14.50',
  'options.highTicket': '600',
}

const payfacExample = (lists: SettingsLists): Example => ({
  ...merchant,
  'merchant.industry': listed(lists.industries, 'Retail'),
  'merchant.locationType': listed(lists.locationTypes, 'Retail Storefront'),
  'merchant.yearsAtLocation': '6',
  'merchant.chainNonChain': 'Single Outlet',
  'merchant.sponsorship': first(lists.sponsorBanks),
  'merchant.everAcceptedCards': 'yes',
  'merchant.everCancelled': 'no',
  ...people,
  ...account(lists),
  'options.partnerUnderwrites': 'yes',
  ...volumes,
  'options.daysToShip': 'Immediate',
  'options.refundPolicy': 'Full refund within 30 days',
})

const fullExample = (lists: SettingsLists): Example => ({
  ...merchant,
  'merchant.industry': 'Retail',
  'merchant.locationType': 'Retail Storefront',
  'merchant.chainNonChain': 'Single Outlet',
  'merchant.physicalStreet': '7 Harbor Street',
  'merchant.physicalCity': 'Portland',
  'merchant.physicalState': 'ME',
  'merchant.physicalPostalCode': '04101',
  ...people,
  ...account(lists),
  'options.applicationName': 'Blue Lantern Bakery',
  'options.accountType': 'New Merchant',
  'options.yearlyCardVolume': '320000',
  ...volumes,
  'options.amexVolume': '4000',
  'options.businessSalesPercent': '10',
  'options.consumerSalesPercent': '90',
  'options.swipedPercent': '80',
  'options.keyedPercent': '5',
  'options.mailOrPhonePercent': '5',
  'options.internetPercent': '10',
  'options.daysToShip': 'Immediate',
  'options.refundPolicy': 'Full Refund',
  'pricing.items.0.kind': 'Fee',
  'pricing.items.0.name': 'Monthly fee',
  'pricing.items.0.members.Monthly_Fee__c': '19.95',
})
