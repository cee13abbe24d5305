import type { Place } from './places'

/** What spreadsheets and other systems call our fields, beside our labels and the partner's names. */
export const SYNONYMS: Readonly<Record<Place, readonly string[]>> = {
  'merchant.legalName': [
    ...['legal business name', 'legal entity name', 'legal company name', 'registered name'],
    ...['registered business name', 'entity name', 'corporate name'],
  ],
  'merchant.dbaName': [
    ...['dba', 'd/b/a', 'doing business as', 'trade name', 'trading name', 'trading as', 'store name'],
    ...['merchant dba', 'merchant dba name'],
  ],
  'merchant.taxId': [
    ...['ein', 'fein', 'tin', 'tax id', 'tax id number', 'tax number', 'taxpayer id', 'federal ein'],
    ...[
      'federal tax id number',
      'ein/tin',
      'employer identification number',
      'tax id (ein)',
      'business tax id',
    ],
    ...['taxpayer identification number', 'federal tax id (ein)'],
  ],
  'merchant.ownership': [
    ...['ownership type', 'type of ownership', 'entity type', 'business type', 'legal structure'],
    ...['business structure', 'business entity type', 'legal entity type', 'company type'],
  ],
  'merchant.formationState': [
    ...['formation state', 'state of incorporation', 'incorporation state', 'state incorporated'],
    ...['state of organization', 'state formed'],
  ],
  'merchant.dateEstablished': [
    ...['established', 'date founded', 'business start date', 'formation date', 'date of formation'],
    ...['incorporation date', 'date of incorporation', 'date opened', 'date business started'],
  ],
  'merchant.phone': [
    'phone',
    'phone number',
    'telephone',
    'business phone number',
    'business telephone',
    'tel',
  ],
  'merchant.email': ['business email address', 'company email', 'merchant email'],
  'merchant.website': ['url', 'web site', 'website url', 'web address', 'web', 'website address'],
  'merchant.customerServicePhone': [
    'customer service number',
    'customer service phone number',
    'support phone',
  ],
  'merchant.mcc': ['mcc code', 'merchant category', 'mcc/sic', 'sic code'],
  'merchant.description': [
    'business description',
    'products or services',
    'products sold',
    'goods or services',
  ],
  'merchant.billingStreet': [
    'billing address',
    'billing street address',
    'business address',
    'business street',
  ],
  'merchant.billingCity': ['business city'],
  'merchant.billingState': ['business state'],
  'merchant.billingPostalCode': ['billing zip', 'business zip', 'business zip code', 'billing postal code'],
  'merchant.billingCountry': ['country', 'business country'],
  'contacts.items.#.firstName': ['given name'],
  'contacts.items.#.lastName': ['surname', 'family name'],
  'contacts.items.#.title': ['job title'],
  'contacts.items.#.email': ['email address'],
  'contacts.items.#.dateOfBirth': ['dob', 'birth date', 'birthdate', 'birthday'],
  'contacts.items.#.ssn': ['social security', 'social security no', 'social', 'ssn/itin'],
  'contacts.items.#.percentageOwned': [
    ...['ownership %', 'ownership percent', 'ownership percentage', 'percent ownership', 'percent owned'],
    ...['% owned', '% ownership', 'equity', 'share'],
  ],
  'contacts.items.#.street': ['address', 'street', 'home address', 'street address', 'home street address'],
  'contacts.items.#.city': ['city'],
  'contacts.items.#.state': ['state'],
  'contacts.items.#.postalCode': ['zip', 'zip code', 'postal code', 'home zip', 'zipcode'],
  'accounts.items.#.routingNumber': [
    'routing number',
    'routing',
    'aba',
    'aba number',
    'transit number',
    'rtn',
  ],
  'accounts.items.#.accountNumber': ['number', 'dda number', 'dda'],
  'accounts.items.#.bankName': ['bank', 'financial institution'],
  'options.averageTicket': ['avg ticket', 'average ticket size', 'average sale', 'average transaction'],
  'options.highTicket': ['high ticket', 'largest ticket', 'max ticket'],
  'options.highMonthlyVolume': ['high monthly volume', 'max monthly volume', 'maximum monthly volume'],
}

/** Of a list's items without a number or the list's name: what is said of nothing else. */
export const SAID_ALONE: readonly string[] = [
  ...['given name', 'surname', 'family name', 'job title'],
  ...['dob', 'birth date', 'birthdate', 'birthday', 'social security', 'social security no', 'ssn/itin'],
  ...['ownership %', 'ownership percent', 'ownership percentage', 'percent ownership', 'percent owned'],
  ...['% owned', '% ownership'],
  ...['routing number', 'routing', 'aba', 'aba number', 'transit number', 'rtn', 'dda number', 'bank'],
]

/** An address of which nobody says whose it is. */
export const BARE_ADDRESS: Readonly<Record<Place, readonly string[]>> = {
  'merchant.billingStreet': [
    'street',
    'street address',
    'address',
    'address line 1',
    'address 1',
    'address1',
  ],
  'merchant.billingCity': ['city', 'town'],
  'merchant.billingState': ['state', 'st'],
  'merchant.billingPostalCode': ['zip', 'zip code', 'postal code', 'postcode'],
}
