import { fieldCatalogue } from './fields'
import {
  addressesSchema,
  type FullSectionName,
  fullMerchantSchema,
  fullOptionsSchema,
  lineItemSchema,
} from './full-sections'
import { accountSchema, contactSchema } from './sections'

/** Interface, "Create-application alias body". */
export const fullFields = fieldCatalogue<FullSectionName>(
  {
    merchant: fullMerchantSchema.shape,
    addresses: addressesSchema.shape,
    contacts: contactSchema.shape,
    accounts: accountSchema.shape,
    options: fullOptionsSchema.shape,
    pricing: lineItemSchema.shape,
  },
  { contacts: 'lstBens', accounts: 'lstbussCheckAcc', pricing: 'Lstqli' },
)
