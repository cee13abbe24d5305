/** The desk's names of the partner's record types. Others keep the partner's name. */
const KINDS: Readonly<Record<string, string>> = {
  Account: 'Merchant account',
  Contact: 'Contact',
  'Business Checking Account': 'Bank account',
  Opportunity: 'Opportunity',
  Quote: 'Quote',
  QuoteLineItem: 'Quote line item',
}

export const recordKind = (objectType: string): string => KINDS[objectType] ?? objectType
