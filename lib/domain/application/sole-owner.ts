import { blankContact } from './blank'
import type { SectionDraft } from './draft'
import { cleanValue } from './fields'
import { type ContactDraft, contactSchema, merchantSchema, PRINCIPAL } from './sections'

/**
 * The owner of a sole proprietorship, copied from the business so that nothing is typed twice. `merchant` has plain
 * values; its tax ID becomes the owner's SSN only if somebody confirms that it is one. Invalid values are left out.
 */
export function soleOwnerOf(
  merchant: SectionDraft<'merchant'>,
  id: string,
  taxIdIsSsn: boolean,
): ContactDraft {
  const { taxId } = merchant
  const hasTaxId =
    taxIdIsSsn && typeof taxId === 'string' && cleanValue(merchantSchema.shape.taxId, taxId) !== null
  const email = cleanValue(contactSchema.shape.email, merchant.email)
  return {
    ...blankContact(id),
    ...nameOf(merchant.legalName),
    title: 'Owner',
    roles: [PRINCIPAL],
    percentageOwned: '100',
    email: email === null ? '' : merchant.email,
    ssn: hasTaxId ? taxId : '',
    street: merchant.billingStreet,
    city: merchant.billingCity,
    state: merchant.billingState,
    postalCode: merchant.billingPostalCode,
  }
}

const SUFFIX = /^(?:jr|sr|ii|iii|iv|md|dds|esq)\.?$/i
/** Words that no person's name has: a trade name was entered as the legal name. */
const TRADE = /[&\d]|\b(?:llc|inc|corp|co|company|group|services?|studios?|shop|store|consulting|and)\b/i

/** `Ana Maria Ruiz` → Ana Maria, Ruiz; blank if it is not a person's name. */
function nameOf(legalName: string): Pick<ContactDraft, 'firstName' | 'lastName'> {
  const name = legalName.trim().replace(/\s+/g, ' ')
  const words = name.replace(/,(?= )/g, '').split(' ')
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined
  const last = words.pop() ?? ''
  if (words.length === 0 || words.length > 3 || TRADE.test(name)) return { firstName: '', lastName: '' }
  return { firstName: words.join(' '), lastName: suffix ? `${last} ${suffix}` : last }
}
