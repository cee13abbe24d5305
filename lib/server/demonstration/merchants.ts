import { blankAccount, blankContact, blankDraft } from '@/lib/domain/application/blank'
import { AUTHORIZED_SIGNER, CONTROL_PRONG, PRINCIPAL } from '@/lib/domain/application/contact-roles'
import { blankFullDraft } from '@/lib/domain/application/full-blank'
import type { FullDraft } from '@/lib/domain/application/full-sections'
import { type ContactDraft, type Draft, OWNERSHIPS, type Ownership } from '@/lib/domain/application/sections'

/** Invented merchants. Numbers follow from the merchant's place, so that every seed gives the same data. */

const NAMES = [
  'Bluebird Bakery',
  'Harbor Lane Books',
  'Cedar & Stone Masonry',
  "O'Dell's Hardware",
  'Juniper Yoga Studio',
  'Northgate Veterinary Clinic',
  'Pixel Foundry',
  'Saltwater Kayaks',
  'Sunrise Food Pantry',
  'Marigold Florists',
  'Copper Kettle Coffee',
  'Riverbend Township',
  'Tallgrass Credit Union',
  'Lantern Street Theater',
  'Quarry Hill Dental',
  'Meridian Freight Lines',
  'Éclair Pâtisserie',
  'Willow Creek Daycare',
  'Summit Trail Outfitters',
  'Old Mill Antiques',
  'Brightwater Plumbing',
  'Foxglove Apothecary',
  'Granite State Robotics',
  'Papaya Print Shop',
  'Larkspur Landscaping',
  'Nimbus Drone Services',
  'Second Chance Thrift',
  'Hollow Oak Brewing',
  'Ivory Coast Imports',
  'Kestrel Security',
  'Northwind Bicycles',
  'Plum Street Tailors',
  'Beacon Youth Center',
  'Harvest Moon Grocers',
  'Stillwater Spa',
  'Ridgeline Roofing',
  'Bramble & Thyme',
  'Atlas Moving Company',
  'Coral Reef Aquatics',
  'Maple Grove Library Friends',
  'Ironwood Gym',
  'Silver Birch Optics',
  'Paper Crane Stationery',
  'Golden Hour Photography',
  'Violet Lane Boutique',
  'Driftwood Furniture',
  'Cloverfield Farms',
  'Sparrow Music School',
  'Basalt Climbing Gym',
  'Peppercorn Catering',
  'Moonlit Cinema',
  'Orchard Park Pharmacy',
  'Redwood Pet Supply',
  'Tidepool Surf Shop',
  'Windmill Bagels',
  'Amber Valley Museum',
  'Fern Hollow Camp',
  'Lakeshore Marina',
  'Quill & Ink Press',
  'Stonebridge Housing Trust',
] as const

const CITIES = [
  ['Portland', 'OR', '97201'],
  ['Columbus', 'OH', '43004'],
  ['Austin', 'TX', '73301'],
  ['Savannah', 'GA', '31401'],
  ['Duluth', 'MN', '55802'],
  ['Tucson', 'AZ', '85701'],
] as const

const PEOPLE = [
  ['Ana', 'Ruiz'],
  ['Ben', 'Okafor'],
  ['Chloé', 'Martin'],
  ['Dev', 'Patel'],
  ['Erin', "O'Neil"],
  ['Farid', 'Haddad'],
  ['Grace', 'Lindqvist'],
  ['Hiro', 'Tanaka'],
  ['İpek', 'Yılmaz'],
  ['Jonas', 'Weber'],
] as const

const pick = <T>(list: readonly T[], n: number): T => {
  const item = list[n % list.length]
  if (item === undefined) throw new Error('An empty list has nothing to pick.')
  return item
}

const digits = (n: number, length: number, factor: number) =>
  String((n + 1) * factor)
    .slice(-length)
    .padStart(length, '1')

/** The checksum is right and the prefix (50 to 53) was never given to a Federal Reserve district: these are of no bank. */
const ROUTING = ['500000005', '510000008', '520000001', '530000004'] as const

function person(
  n: number,
  id: string,
  roles: string[],
  percentageOwned: string,
  title: string,
): ContactDraft {
  const [firstName, lastName] = pick(PEOPLE, n)
  const [city, state, postalCode] = pick(CITIES, n)
  return {
    ...blankContact(id),
    firstName,
    lastName,
    title,
    roles,
    percentageOwned,
    email: `contact${n}@merchant.test`,
    dateOfBirth: `19${60 + (n % 35)}-0${1 + (n % 9)}-1${n % 9}`,
    ssn: `${200 + (n % 500)}${String(10 + (n % 80)).padStart(2, '0')}${digits(n, 4, 1237)}`,
    street: `${10 + n} Orchard Street`,
    city,
    state,
    postalCode,
  }
}

function people(n: number, ownership: Ownership): Draft['contacts'] {
  const id = (i: number) => `c-${n}-${i}`
  switch (ownership) {
    case 'Sole Proprietorship':
      return {
        items: [person(n, id(0), [PRINCIPAL, CONTROL_PRONG, AUTHORIZED_SIGNER], '100', 'Owner')],
        nobodyOwns25: false,
      }
    case 'Partnership':
    case 'Limited Liability Company':
    case 'Privately Held Corporation':
      return {
        items: [
          person(n, id(0), [PRINCIPAL, CONTROL_PRONG], '60', 'President'),
          // No one's number in another application: the desk would warn of it.
          person(n + 251, id(1), [PRINCIPAL, AUTHORIZED_SIGNER], '40', 'Treasurer'),
        ],
        nobodyOwns25: false,
      }
    default:
      return {
        items: [person(n, id(0), [CONTROL_PRONG, AUTHORIZED_SIGNER], '', 'Director')],
        nobodyOwns25: false,
      }
  }
}

/** A complete application of merchant number `n`, as someone would have typed it. */
export function buildMerchantDraft(n: number, ownership: Ownership = pick(OWNERSHIPS, n)): Draft {
  const blank = blankDraft()
  const name = pick(NAMES, n)
  const [city, state, postalCode] = pick(CITIES, n)
  const volume = 8_000 + ((n * 7_919) % 240_000)
  const routing = pick(ROUTING, n)
  const accountNumber = digits(n, 10, 104_729)
  return {
    merchant: {
      ...blank.merchant,
      legalName:
        `${name} ${ownership === 'Limited Liability Company' ? 'LLC' : ownership.includes('Corporation') ? 'Inc.' : ''}`.trim(),
      dbaName: name,
      taxId: `${pick(['12', '20', '35', '46', '81'], n)}${digits(n, 7, 15_485)}`,
      ownership,
      formationState: ownership === 'Sole Proprietorship' ? '' : state,
      dateEstablished: `20${String(2 + (n % 20)).padStart(2, '0')}-0${1 + (n % 9)}-15`,
      billingStreet: `${100 + n} Market Street`,
      billingCity: city,
      billingState: state,
      billingPostalCode: postalCode,
      phone: `55555501${String(n % 100).padStart(2, '0')}`,
      email: `office${n}@merchant.test`,
      website: `https://merchant${n}.example`,
      customerServicePhone: `55555501${String((n + 7) % 100).padStart(2, '0')}`,
      industry: pick(['Retail', 'Restaurant', 'Ecommerce', 'Professional Services'], n),
      locationType: pick(['Retail Storefront', 'Business Office', 'Ecommerce'], n),
      yearsAtLocation: String(1 + (n % 15)),
      description: `${name} sells to the public in ${city} and online.`,
      mcc: pick(['5411', '5812', '5942', '7299'], n),
      sponsorship: 'Sponsor Bank One',
      everAcceptedCards: n % 3 === 0 ? 'yes' : 'no',
      everCancelled: n % 11 === 0 ? 'yes' : 'no',
    },
    contacts: people(n, ownership),
    accounts: {
      items: [
        {
          ...blankAccount(`a-${n}-0`),
          bankName: 'First Example Bank',
          ddaType: 'Deposit',
          routingNumber: routing,
          routingNumberAgain: routing,
          accountNumber,
          accountNumberAgain: accountNumber,
          bankCity: city,
          bankState: state,
          bankPostalCode: postalCode,
          yearsOpen: String(1 + (n % 9)),
        },
      ],
    },
    options: {
      partnerUnderwrites: 'yes',
      highMonthlyVolume: String(volume),
      cardVolume: String(Math.round(volume * 0.8)),
      averageTicket: String(20 + (n % 90)),
      highTicket: String(200 + (n % 9) * 150),
      daysToShip: pick(['Immediate', '1 to 7', '8 to 14'], n),
      refundPolicy: 'Refund in 30 days or less',
    },
  }
}

/** The same merchant as a full application with pricing. */
export function buildFullDraft(n: number): FullDraft {
  const { merchant, contacts, accounts, options } = buildMerchantDraft(n, 'Limited Liability Company')
  const blank = blankFullDraft()
  const {
    yearsAtLocation: _,
    associationId: _id,
    sponsorship: _bank,
    everAcceptedCards: _cards,
    everCancelled: _cancelled,
    ...alike
  } = merchant
  const { partnerUnderwrites: _mode, ...volumes } = options
  return {
    merchant: {
      ...blank.merchant,
      ...alike,
      ownership: 'Privately Held Limited Liability Company',
      industry: 'Retail',
      physicalStreet: merchant.billingStreet,
      physicalCity: merchant.billingCity,
      physicalState: merchant.billingState,
      physicalPostalCode: merchant.billingPostalCode,
      chainNonChain: 'Single Outlet',
    },
    contacts,
    accounts,
    options: {
      ...blank.options,
      ...volumes,
      refundPolicy: 'Refund in 30 days or Less',
      applicationName: merchant.dbaName,
      accountType: pick(['New Merchant', 'Conversion Merchant'], n),
      businessSalesPercent: '20',
      consumerSalesPercent: '80',
      swipedPercent: '55',
      keyedPercent: '5',
      mailOrPhonePercent: '10',
      internetPercent: '30',
      previousProcessor: n % 2 === 0 ? 'First Example Processing' : '',
    },
    pricing: {
      items: [
        {
          id: `q-${n}-0`,
          kind: 'Solution',
          name: 'Card acceptance, in the shop and online',
          members: [{ name: 'Product_Name__c', value: 'Retail and web' }],
        },
        {
          id: `q-${n}-1`,
          kind: 'Fee',
          name: 'Monthly fee',
          members: [
            { name: 'Product_Name__c', value: 'Monthly fee' },
            { name: 'Unit_Price__c', value: '14.95' },
          ],
        },
        {
          id: `q-${n}-2`,
          kind: 'Equipment',
          name: 'Countertop terminal',
          members: [
            { name: 'Product_Name__c', value: 'Countertop terminal' },
            { name: 'Quantity__c', value: '2' },
          ],
        },
      ],
    },
  }
}
