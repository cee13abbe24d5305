import type { FullDraft } from '@/lib/domain/application/full-sections'

/** Compares the physical and shipping addresses with the billing address, and fills them from it. */

export type FullMerchantDraft = FullDraft['merchant']
export type OtherAddress = 'physical' | 'shipping'

type Part = { words: string; from: keyof FullMerchantDraft; to: keyof FullMerchantDraft }

/** The partner's physical address has no country. */
const PARTS: Readonly<Record<OtherAddress, readonly Part[]>> = {
  physical: [
    { words: 'street', from: 'billingStreet', to: 'physicalStreet' },
    { words: 'city', from: 'billingCity', to: 'physicalCity' },
    { words: 'state', from: 'billingState', to: 'physicalState' },
    { words: 'ZIP code', from: 'billingPostalCode', to: 'physicalPostalCode' },
  ],
  shipping: [
    { words: 'street', from: 'billingStreet', to: 'shippingStreet' },
    { words: 'city', from: 'billingCity', to: 'shippingCity' },
    { words: 'state', from: 'billingState', to: 'shippingState' },
    { words: 'ZIP code', from: 'billingPostalCode', to: 'shippingPostalCode' },
    { words: 'country', from: 'billingCountry', to: 'shippingCountry' },
  ],
}

/** The fields of an address, with the matching texts of the billing address. */
export const billingFor = (
  draft: FullMerchantDraft,
  address: OtherAddress,
): { name: keyof FullMerchantDraft; text: string }[] =>
  PARTS[address].map(({ from, to }) => ({ name: to, text: plain(draft[from]) }))

/**
 * How an address compares with the billing address. `parts`: the parts that differ. `text`: the whole address, to
 * detect later changes. A country alone does not count as a billing address.
 */
export type Comparison = {
  billingIsBlank: boolean
  state: 'blank' | 'same' | 'differs'
  parts: string
  text: string
}

export function compareWithBilling(draft: FullMerchantDraft, address: OtherAddress): Comparison {
  const parts = PARTS[address].map(({ words, from, to }) => ({
    words,
    billing: cleaned(draft[from]),
    own: cleaned(draft[to]),
  }))
  const differing = parts.filter(({ billing, own }) => billing !== own)
  const isBlank = parts.every(({ own }) => own === '')
  return {
    billingIsBlank: PARTS.physical.every(({ from }) => cleaned(draft[from]) === ''),
    state: isBlank ? 'blank' : differing.length === 0 ? 'same' : 'differs',
    parts: inWords(differing.map(({ words }) => words)),
    text: JSON.stringify(parts.map(({ own }) => own)),
  }
}

/** No part of an address is sensitive, so none is sealed. */
const plain = (value: FullMerchantDraft[keyof FullMerchantDraft]): string =>
  typeof value === 'string' ? value : ''

const cleaned = (value: FullMerchantDraft[keyof FullMerchantDraft]): string =>
  plain(value).trim().replace(/\s+/g, ' ')

function inWords(words: readonly string[]): string {
  const last = words.at(-1) ?? ''
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`
}
