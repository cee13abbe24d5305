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
 * The fields of the full application, and of both kinds together. Apart from `fields.ts`: a page that shows one kind
 * does not send the schemas of the other.
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
 * For what is the same in both kinds: a place that both have has one label in both, and is sensitive in both or
 * in neither (fields.test.ts holds it).
 */
export const fieldOfEither = (section: string, name: string): Field | null =>
  payfacFields.fieldOf(section, name) ?? fullFields.fieldOf(section, name)

/** As `labelIn`, of either kind. `people` are the contacts of the application, in their order. */
export const fieldLabel = (path: string, people?: readonly PersonName[]): string =>
  labelIn({ fieldOf: fieldOfEither }, path, people)

/** The label of the field alone, whichever item of a list has it. */
export const fieldName = (path: string): string =>
  fieldOfEither(path.split('.')[0] ?? '', path.split('.').at(-1) ?? '')?.meta.label ?? fieldLabel(path)
