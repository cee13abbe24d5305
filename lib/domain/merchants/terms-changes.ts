import { splitWords } from './default-split'
import type { MerchantTerms } from './merchant'
import { MERCHANT_STATE_LABELS } from './merchant-labels'

export type TermsChange = { what: string; was: string; is: string }

/** What a change makes of a merchant's terms, in words. `nameOf` says an application's number. */
export function termsChanges(
  merchantId: string,
  before: MerchantTerms,
  after: MerchantTerms,
  nameOf: (applicationId: string) => string,
): TermsChange[] {
  const rows = (['Name', 'Application', 'State', 'Default split'] as const).map((what) => ({
    what,
    was: wordsOf(merchantId, before, nameOf)[what],
    is: wordsOf(merchantId, after, nameOf)[what],
  }))
  return rows.filter(({ was, is }) => was !== is)
}

const wordsOf = (
  merchantId: string,
  { name, applicationId, state, split }: MerchantTerms,
  nameOf: (applicationId: string) => string,
) => ({
  Name: name,
  Application: applicationId === null ? 'None' : nameOf(applicationId),
  State: MERCHANT_STATE_LABELS[state].label,
  'Default split': splitWords(merchantId, split),
})
