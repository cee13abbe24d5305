import { readZip } from '@/lib/domain/values/zip-code'
import type { AnySectionName, SectionDraft } from './draft'
import { fieldOfEither } from './either-fields'
import { cleanValue } from './fields'
import { searchWords } from './search-words'

/**
 * An identity that is stored in the clear and can reveal a duplicate. Two are the same if `identity` and `value`
 * are equal.
 */
export type PlainIdentity = {
  itemId: string
  field: string
  identity: 'email' | 'phone' | 'name at address'
  value: string
}

const NAMES = ['legalName', 'dbaName'] as const

/** Well-formed emails and phone numbers, and the merchant's names at its billing address. */
export function plainIdentities<S extends AnySectionName>(
  section: S,
  open: SectionDraft<S>,
): PlainIdentity[] {
  const records: readonly object[] = 'items' in open ? open.items : [open]
  const found = records.flatMap((record) =>
    Object.entries(record).flatMap(([field, typed]): PlainIdentity[] => {
      const { meta, schema } = fieldOfEither(section, field) ?? {}
      if (!schema || (meta?.kind !== 'email' && meta?.kind !== 'phone')) return []
      const value = cleanValue(schema, typed)
      const itemId = 'id' in record ? String(record.id) : ''
      return typeof value === 'string'
        ? [{ itemId, field, identity: meta.kind, value: value.toLowerCase() }]
        : []
    }),
  )
  return 'billingStreet' in open ? [...found, ...namesAtAddress(open)] : found
}

function namesAtAddress(merchant: SectionDraft<'merchant'>): PlainIdentity[] {
  const zip = readZip(merchant.billingPostalCode)?.zip
  const street = streetWords(merchant.billingStreet)
  if (!zip || street === '') return []
  const names = NAMES.map((field) => ({ field, name: nameWords(merchant[field]) }))
  return names.flatMap(({ field, name }, index) =>
    name === '' || names.findIndex((other) => other.name === name) < index
      ? []
      : [{ itemId: '', field, identity: 'name at address', value: `${name}, ${street}, ${zip}` }],
  )
}

const LEGAL_FORMS = new Set(
  'the and llc inc incorporated corp corporation co company ltd limited lp llp pllc pc'.split(' '),
)

/** `The Blue Heron Books, L.L.C.` → `blue heron books`. */
function nameWords(name: string): string {
  const words = searchWords(name.replaceAll('.', ''))
  const own = words.split(' ').filter((word) => !LEGAL_FORMS.has(word))
  return own.length > 0 ? own.join(' ') : words
}

/** Abbreviations as the postal service writes them. */
const STREET_WORDS: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'street st, avenue ave, av ave, road rd, drive dr, lane ln, boulevard blvd, court ct, place pl, square sq, ' +
    'terrace ter, parkway pkwy, highway hwy, suite ste, apartment apt, floor fl, building bldg, room rm, ' +
    'north n, south s, east e, west w'
  )
    .split(', ')
    .map((pair) => pair.split(' ')),
)

/** `12 North Main Street, Suite #4` → `12 n main st ste 4`. */
const streetWords = (street: string): string =>
  searchWords(street)
    .split(' ')
    .map((word) => STREET_WORDS[word] ?? word)
    .join(' ')
