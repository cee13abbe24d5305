import {
  type Field,
  type FieldCatalogue,
  fieldCatalogue,
  labelIn,
  type PersonName,
  payfacFields,
} from './fields'
import { fullMerchantSchema, fullOptionsSchema, lineItemSchema } from './full-sections'
import type { ApplicationKind } from './kind'
import { accountSchema, contactSchema } from './sections'

/**
 * The fields of the full application, and of both kinds together. Separate from `fields.ts` so that a page that
 * shows one kind does not load the other kind's schemas.
 */

/** Interface, "Create-application alias body". */
export const fullFields = fieldCatalogue(
  {
    merchant: fullMerchantSchema.shape,
    contacts: contactSchema.shape,
    accounts: accountSchema.shape,
    options: fullOptionsSchema.shape,
    pricing: lineItemSchema.shape,
  },
  { contacts: 'lstBens', accounts: 'lstbussCheckAcc', pricing: 'Lstqli' },
)

const CATALOGUES: Readonly<Record<ApplicationKind, FieldCatalogue>> = {
  payfac: payfacFields,
  full: fullFields,
}
export const catalogueOf = (kind: ApplicationKind): FieldCatalogue => CATALOGUES[kind]

/**
 * The field in either kind. A field of both kinds has the same label and the same sensitivity in both
 * (fields.test.ts checks it).
 */
export const fieldOfEither = (section: string, name: string): Field | null =>
  payfacFields.fieldOf(section, name) ?? fullFields.fieldOf(section, name)

/** Like `labelIn`, for either kind. `people`: the application's contacts, in order. */
export const fieldLabel = (path: string, people?: readonly PersonName[]): string =>
  labelIn({ fieldOf: fieldOfEither }, path, people)

/** The field's own label, without its item. */
export const fieldName = (path: string): string =>
  fieldOfEither(path.split('.')[0] ?? '', path.split('.').at(-1) ?? '')?.meta.label ?? fieldLabel(path)
