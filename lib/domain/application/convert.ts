import { countryCode } from '@/lib/domain/values/country'
import { stateCode } from '@/lib/domain/values/us-states'
import { type AnyDraft, kindOf, sectionIn } from './draft'
import { blankDraftOf } from './draft-schemas'
import { catalogueOf } from './either-fields'
import { cleanValue, type Field, type FieldCatalogue, itemLabel } from './fields'
import type { LineItemDraft } from './full-sections'
import type { ApplicationKind } from './kind'
import type { Ineligible } from './origin'

/**
 * `asked`: form paths in the new draft that its kind requires or accepts and that the other kind gives no certain
 * answer for.
 */
export type Conversion = { draft: AnyDraft; leftOut: Ineligible[]; asked: string[] }

/** The sections that hold one record. Contacts and accounts are the same in both kinds and are copied. */
const RECORD_SECTIONS = ['merchant', 'options'] as const

/**
 * Converts a draft to the other kind of application. A field of both kinds keeps its text if the other kind accepts
 * it; everything else is left blank and listed. Nothing is guessed: for example, people must choose between
 * ownerships that the two endpoints name differently.
 */
export function convertDraft(draft: AnyDraft, to: ApplicationKind): Conversion {
  const kind = kindOf(draft)
  const converted = blankDraftOf(to)
  if (kind === to) return { draft, leftOut: [], asked: [] }
  const target = catalogueOf(to)
  const leftOut: Ineligible[] = []
  const asked: string[] = []
  for (const section of RECORD_SECTIONS) {
    const typed: ReadonlyMap<string, unknown> = new Map(Object.entries(sectionIn(draft, section)))
    const taken: Record<string, unknown> = {}
    for (const field of catalogueOf(kind).fieldsOf(section)) {
      const value = typed.get(field.name)
      const place = target.fieldOf(section, field.name)
      const carried = place && carriedValue(field, place, value, to)
      if (place) taken[field.name] = carried ?? ''
      if (carried === null && typeof value === 'string' && value.trim() !== '') {
        leftOut.push({ label: field.meta.label, text: shownText(field, value) })
        if (place) asked.push(`${section}.${field.name}`)
      }
    }
    asked.push(...newlyRequired(catalogueOf(kind), target, section, typed))
    Object.assign(converted, { [section]: { ...sectionIn(converted, section), ...taken } })
  }
  converted.contacts = draft.contacts
  converted.accounts = draft.accounts
  if ('pricing' in draft) leftOut.push(...leftOutItems(draft.pricing.items))
  return { draft: converted, leftOut, asked: asked.sort(target.compareFormOrder) }
}

/** The value for the other kind's field; null if that field cannot hold it. */
function carriedValue(from: Field, place: Field, value: unknown, to: ApplicationKind): unknown {
  // The same schema accepts the same values. This covers all sensitive fields.
  if (from.schema === place.schema) return value
  if (typeof value !== 'string') return null
  if (value.trim() === '') return ''
  if (to === 'full' && from.name === 'billingState') return stateCode(value)
  if (to === 'full' && from.name === 'billingCountry') return countryCode(value)
  if (Array.isArray(place.meta.choices)) return sameChoice(place.meta.choices, value)
  return cleanValue(place.schema, value) === null ? null : value
}

const sameChoice = (choices: readonly string[], text: string): string | null =>
  choices.find((choice) => meaningOf(choice) === meaningOf(text)) ?? null

/** A key that is equal for two spellings of one choice: case, spaces, `E-commerce`, `1-7 days` for `1 to 7`. */
const meaningOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/(\d) ?\p{Pd} ?(\d)/gu, '$1 to $2')
    .replace(/(\p{L})\p{Pd}(\p{L})/gu, '$1$2')
    .replace(/(\d) days?$/, '$1')

const newlyRequired = (
  from: FieldCatalogue,
  target: FieldCatalogue,
  section: (typeof RECORD_SECTIONS)[number],
  typed: ReadonlyMap<string, unknown>,
): string[] =>
  target
    .fieldsOf(section)
    .filter(({ name, meta }) => {
      const before = from.fieldOf(section, name)
      return meta.required && (!before || (!before.meta.required && typed.get(name) === ''))
    })
    .map(({ name }) => `${section}.${name}`)

const shownText = ({ meta }: Field, typed: string): string =>
  meta.kind === 'yes-no' ? (typed === 'yes' ? 'Yes' : 'No') : typed.trim()

/** The other kind has no pricing: each line item is listed with its fields. */
const leftOutItems = (items: readonly LineItemDraft[]): Ineligible[] =>
  items.flatMap(({ kind, name, members }, index) => {
    const fields = members.map((member) => [member.name, member.value].filter(isFilled).join(': '))
    const text = [kind, name, ...fields].filter(isFilled).join(' · ')
    return text === '' ? [] : [{ label: itemLabel('pricing', index), text }]
  })

const isFilled = (text: string): boolean => text.trim() !== ''

/**
 * A copy of the draft for another application. Items get new IDs, because an item's ID is its source ID at the
 * partner.
 */
export function withNewIds(draft: AnyDraft, newId: () => string): AnyDraft {
  const renew = <T extends { id: string }>(items: readonly T[]): T[] =>
    items.map((item) => ({ ...item, id: newId() }))
  const shared = {
    contacts: { ...draft.contacts, items: renew(draft.contacts.items) },
    accounts: { ...draft.accounts, items: renew(draft.accounts.items) },
  }
  return 'pricing' in draft
    ? { ...draft, ...shared, pricing: { ...draft.pricing, items: renew(draft.pricing.items) } }
    : { ...draft, ...shared }
}
