import { splitWords } from './default-split'
import type { MerchantTerms } from './merchant'
import { MERCHANT_STATE_LABELS } from './merchant-labels'

export type TermsChange = { what: string; was: string; is: string }

/** The terms of a merchant that a change alters, in words. `nameOf` gives an application's number, such as `A-1042`. */
export function termsChanges(
  merchantId: string,
  before: MerchantTerms,
  after: MerchantTerms,
  nameOf: (applicationId: string) => string,
): TermsChange[] {
  const was = wordsOf(merchantId, before, nameOf)
  const is = wordsOf(merchantId, after, nameOf)
  const rows = TERMS.map((what) => ({ what, was: was[what], is: is[what] }))
  return rows.filter((row) => row.was !== row.is)
}

const TERMS = ['Name', 'Application', 'State', 'Default split'] as const

const wordsOf = (
  merchantId: string,
  { name, applicationId, state, split }: MerchantTerms,
  nameOf: (applicationId: string) => string,
): Record<(typeof TERMS)[number], string> => ({
  Name: name,
  Application: applicationId === null ? 'None' : nameOf(applicationId),
  State: MERCHANT_STATE_LABELS[state].label,
  'Default split': splitWords(merchantId, split),
})
