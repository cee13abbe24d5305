import { blankOf } from './field'
import { type FullDraft, fullMerchantSchema, fullOptionsSchema } from './full-sections'

/** A new full application's form: everything blank except the country. */
export const blankFullDraft = (): FullDraft => ({
  merchant: { ...blankOf(fullMerchantSchema.shape), billingCountry: 'US' },
  contacts: { items: [], nobodyOwns25: false },
  accounts: { items: [] },
  options: blankOf(fullOptionsSchema.shape),
  pricing: { items: [] },
})
