import type { Place } from './places'

/** What spreadsheets and other systems call our fields, in addition to our labels and the partner's names. */
export const SYNONYMS: Readonly<Record<Place, readonly string[]>> = {
  'merchant.legalName': [
    ...['legal business name', 'legal entity name', 'legal company name', 'registered name'],
    ...['registered as', 'registered company name', 'legal name of business'],
    ...['registered business name', 'entity name', 'corporate name', 'legal', 'company legal name'],
  ],
  'merchant.dbaName': [
    ...['dba', 'd/b/a', 'doing business as', 'trade name', 'trading name', 'trading as', 'store name'],
    ...['shop', 'shop name', 'store', 'known as', 'brand name'],
    ...['merchant dba', 'merchant dba name', 'business dba', 'doing business as (dba)'],
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
    ...['taxpayer identification number', 'federal tax id (ein)', 'business ein', 'company ein', 'fein/ein'],
    ...['ein number', 'fein number', 'tin/ein'],
  ],
  'merchant.ownership': [
    ...['ownership type', 'type of ownership', 'entity type', 'legal structure'],
    ...['business structure', 'business entity type', 'legal entity type'],
  ],
  'merchant.formationState': [
    ...['formation state', 'state of incorporation', 'incorporation state', 'state incorporated'],
    ...['state of organization', 'state formed'],
  ],
  'merchant.dateEstablished': [
    ...['established', 'date founded', 'business start date', 'formation date', 'date of formation'],
    ...['incorporation date', 'date of incorporation', 'date opened', 'date business started'],
    ...['date formed', 'formed on', 'date incorporated', 'incorporated on', 'date of establishment'],
    ...['established on', 'business established', 'date business formed'],
  ],
  'merchant.phone': [
    ...['phone', 'phone number', 'phone no.', 'telephone', 'telephone number', 'tel'],
    ...['business phone number', 'business telephone', 'company phone', 'merchant phone', 'office phone'],
  ],
  'merchant.email': ['business email address', 'company email', 'merchant email', 'office email'],
  'merchant.website': ['url', 'web site', 'website url', 'web address', 'web', 'website address'],
  'merchant.customerServicePhone': [
    'customer service number',
    'customer service phone number',
    'support phone',
  ],
  'merchant.mcc': ['mcc code', 'merchant category', 'mcc/sic', 'sic code', 'sic'],
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
  'contacts.items.#.firstName': ['given name', 'first'],
  'contacts.items.#.lastName': ['surname', 'family name', 'last'],
  'contacts.items.#.title': ['job title'],
  'contacts.items.#.roles': ['role'],
  'contacts.items.#.email': ['email address'],
  'contacts.items.#.dateOfBirth': ['dob', 'birth date', 'birthdate', 'birthday'],
  'contacts.items.#.ssn': ['social security', 'social security no', 'social', 'ssn/itin', 'ss number'],
  'contacts.items.#.percentageOwned': [
    ...['ownership %', 'ownership percent', 'ownership percentage', 'percent ownership', 'percent owned'],
    ...['% owned', '% ownership', '% of ownership', 'equity', 'share', '%', 'percent', 'percentage', 'pct'],
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
  'accounts.items.#.accountNumber': [
    ...['number', 'no', 'dda number', 'dda', 'acct number', 'acct no', 'acct', 'account no'],
    ...['bank account number', 'bank account no', 'checking account number', 'deposit account number'],
  ],
  'accounts.items.#.bankName': ['bank', 'financial institution'],
  'options.averageTicket': [
    ...[
      'avg ticket',
      'avg tkt',
      'avg ticket size',
      'average ticket size',
      'average ticket amount',
      'average sale',
    ],
    ...['average transaction', 'average transaction amount', 'average transaction size'],
  ],
  'options.highTicket': [
    'high ticket',
    'high ticket amount',
    'largest ticket',
    'max ticket',
    'maximum ticket',
  ],
  'options.cardVolume': [
    'v/mc/d volume',
    'v/mc/disc volume',
    'visa/mc/discover volume',
    'visa/mc/disc volume',
  ],
  'options.highMonthlyVolume': [
    ...['high monthly volume', 'max monthly volume', 'maximum monthly volume', 'peak monthly volume'],
  ],
}

/** Names of list-item fields that are clear without a number or the list's name. */
export const SAID_ALONE: readonly string[] = [
  ...['given name', 'surname', 'family name', 'job title'],
  ...['dob', 'birth date', 'birthdate', 'birthday', 'social security', 'social security no', 'ssn/itin'],
  ...['ownership %', 'ownership percent', 'ownership percentage', 'percent ownership', 'percent owned'],
  ...['% owned', '% ownership', '% of ownership'],
  ...['routing number', 'routing', 'aba', 'aba number', 'transit number', 'rtn', 'dda number', 'bank'],
  ...['acct number', 'acct no', 'account no', 'bank account number', 'bank account no'],
  ...['checking account number', 'deposit account number'],
]

/**
 * Words that can mean several fields, in the order in which the choices are offered. A person has to choose one.
 * Places that a kind of application lacks are not offered.
 */
export const MEANS_SEVERAL: readonly { words: readonly string[]; places: readonly Place[] }[] = [
  {
    words: ['email', 'email address', 'primary email', 'mail', 'e-mail', 'mail address', 'contact email'],
    places: ['merchant.email', 'contacts.items.0.email'],
  },
  {
    words: ['name', 'business name', 'company', 'company name', 'merchant', 'merchant name', 'business'],
    places: ['merchant.legalName', 'merchant.dbaName', 'options.applicationName'],
  },
  // `Account #` is matched as `account`, which could be another number.
  { words: ['account', 'acct'], places: ['accounts.items.0.accountNumber'] },
  { words: ['entity'], places: ['merchant.legalName', 'merchant.ownership'] },
  {
    words: [
      ...['business type', 'company type', 'type of business', 'type of company', 'type'],
      ...['kind of company', 'what kind of company', 'kind of business', 'what kind of business'],
    ],
    places: ['merchant.ownership', 'merchant.industry', 'merchant.description'],
  },
  {
    words: [
      ...['monthly volume', 'volume', 'processing volume', 'monthly processing volume', 'monthly sales'],
      ...['average monthly volume', 'avg monthly volume', 'estimated monthly volume', 'monthly sales volume'],
      ...['monthly vol', 'monthly card volume', 'card volume', 'monthly credit card volume'],
    ],
    places: ['options.highMonthlyVolume', 'options.cardVolume'],
  },
  {
    words: ['annual volume', 'yearly volume', 'annual sales', 'yearly sales', 'annual revenue'],
    places: ['options.yearlyCardVolume', 'options.yearlyNetRevenue'],
  },
  {
    words: ['ticket', 'ticket size', 'transaction amount', 'transaction size'],
    places: ['options.averageTicket', 'options.highTicket'],
  },
]

/** Addresses with no word about whose they are. */
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
