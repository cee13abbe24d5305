/** The partner's record types in the desk's words; others are shown as the partner names them. */
const KINDS: Readonly<Record<string, string>> = {
  Account: 'Merchant account',
  Contact: 'Contact',
  'Business Checking Account': 'Bank account',
  Opportunity: 'Opportunity',
  Quote: 'Quote',
  QuoteLineItem: 'Quote line item',
}

export const recordKind = (objectType: string): string => KINDS[objectType] ?? objectType
