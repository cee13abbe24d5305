import { blankContact } from './blank'
import { PRINCIPAL } from './contact-roles'
import type { SectionDraft } from './draft'
import { cleanValue } from './fields'
import { type ContactDraft, contactSchema, merchantSchema } from './sections'

/**
 * The owner of a sole proprietorship, copied from the business so that nothing is typed twice. `merchant` has plain
 * values; its tax ID becomes the owner's SSN only if someone confirms that it is one. Invalid values are left out.
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

/** What was copied from the business to a new owner, and what was not and why, in words. Contains no values. */
export type OwnerCopy = { copied: string[]; left: string[] }

export function ownerCopyOf(
  merchant: SectionDraft<'merchant'>,
  owner: ContactDraft,
  taxIdIsSsn: boolean,
): OwnerCopy {
  const isIn = (value: unknown): boolean => typeof value !== 'string' || value.trim() !== ''
  const parts: [name: string, has: boolean, why: string][] = [
    [
      'name',
      isIn(owner.firstName),
      isIn(merchant.legalName) ? 'the legal name is not a person’s name' : 'the business has none',
    ],
    ['email', isIn(owner.email), isIn(merchant.email) ? 'it is not valid' : 'the business has none'],
    [
      'Social Security number',
      isIn(owner.ssn),
      taxIdIsSsn ? 'the federal tax ID is missing or not valid' : 'you did not say that the tax ID is one',
    ],
    ['home street', isIn(owner.street), 'the business has none'],
    ['home city', isIn(owner.city), 'the business has none'],
    ['home state', isIn(owner.state), 'the business has none'],
    ['home ZIP code', isIn(owner.postalCode), 'the business has none'],
    ['date of birth', false, 'a business has none'],
  ]
  return {
    copied: parts.flatMap(([name, has]) => (has ? [name] : [])),
    left: parts.flatMap(([name, has, why]) => (has ? [] : [`${name} (${why})`])),
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
