import { blankOf } from './field'
import { type FullDraft, fullMerchantSchema, fullOptionsSchema } from './full-sections'

/** The form of a full application that was just started: everything blank, except the country we board in. */
export const blankFullDraft = (): FullDraft => ({
  merchant: { ...blankOf(fullMerchantSchema.shape), billingCountry: 'US' },
  contacts: { items: [], nobodyOwns25: false },
  accounts: { items: [] },
  options: blankOf(fullOptionsSchema.shape),
  pricing: { items: [] },
})
