import type * as z from 'zod/mini'
import type { AnySectionName } from './draft'
import { type FieldMeta, fieldMetas, type SensitiveMeta } from './field'
import { nameInRow } from './name-in-row'
import { NO_OWNER_TEXT } from './principal-share'
import { ANY_SECTION_NAMES } from './section-names'
import { accountSchema, contactSchema, merchantSchema, optionsSchema } from './sections'

export type Field = { name: string; meta: FieldMeta; schema: z.ZodMiniType }

/** What forms, checks and mappings ask about the fields of one kind of application. */
export type FieldCatalogue = {
  /** In form order. */
  sections: readonly AnySectionName[]
  /** The partner's list for each list section. */
  wireLists: Readonly<Partial<Record<AnySectionName, string>>>
  /** The fields of a section, or of one item of a list section, in form order. */
  fieldsOf: (section: AnySectionName) => readonly Field[]
  fieldOf: (section: string, name: string) => Field | null
  /** `contacts.items.1.ssn` → `lstContact[1].SSN__c`; null for a field that is never sent. */
  partnerNameOf: (path: string) => string | null
  /** Compares two paths in form order: sections, then items, then fields. A whole list comes before its items. */
  compareFormOrder: (a: string, b: string) => number
}

export const isSensitive = (meta: FieldMeta): meta is SensitiveMeta => meta.sensitive !== undefined

/** The field's cleaned value; null if it is blank or wrong. */
export function cleanValue<T>(schema: z.ZodMiniType<T>, typed: unknown): T | null {
  const result = schema.safeParse(typed)
  return result.success ? result.data : null
}

const ITEM_NAMES: Readonly<Record<string, string>> = {
  contacts: 'Contact',
  accounts: 'Account',
  pricing: 'Line item',
}

/** Labels of places that rules name and that are not fields with a schema. */
const PLACE_LABELS: Readonly<Record<string, string>> = {
  'contacts.items': 'Owners and contacts',
  'contacts.nobodyOwns25': NO_OWNER_TEXT,
  'accounts.items': 'Bank accounts',
  'pricing.items': 'Pricing and equipment',
  documents: 'Documents',
  underwriting: 'Underwriting',
}

/** `Contact 2`, from the item's position in its list. */
export const itemLabel = (section: string, index: number): string =>
  `${ITEM_NAMES[section] ?? 'Item'} ${index + 1}`

export type PersonName = Readonly<Record<'firstName' | 'lastName', string>>

export const personName = ({ firstName, lastName }: PersonName): string => `${firstName} ${lastName}`.trim()

/** `Ana Oakes`; `Contact 2` if there is no name yet; both if two contacts share the name. */
export function contactLabel(people: readonly PersonName[], index: number): string {
  const place = itemLabel('contacts', index)
  const names = people.map(personName)
  const name = names[index]
  if (!name) return place
  const shown = nameInRow(name)
  return names.indexOf(name) === names.lastIndexOf(name) ? shown : `${shown} (${place.toLowerCase()})`
}

/** A section, or one item of a list section, as schemas by field name. */
type RecordShape = Readonly<Record<string, z.ZodMiniType>>

export function fieldCatalogue(
  shapes: Readonly<Partial<Record<AnySectionName, RecordShape>>>,
  wireLists: FieldCatalogue['wireLists'],
): FieldCatalogue {
  const sections = ANY_SECTION_NAMES.filter((section) => shapes[section] !== undefined)
  const fieldsBySection = new Map<string, ReadonlyMap<string, Field>>(
    sections.map((section) => [
      section,
      new Map(
        Object.entries(shapes[section] ?? {}).flatMap(([name, schema]): [string, Field][] => {
          const meta = fieldMetas.get(schema)
          return meta ? [[name, { name, meta, schema }]] : []
        }),
      ),
    ]),
  )
  const listOfSection = new Map(Object.entries<string | undefined>(wireLists))
  const fieldOf = (section: string, name: string): Field | null =>
    fieldsBySection.get(section)?.get(name) ?? null

  function partnerNameOf(path: string): string | null {
    const { section, index, name } = partsOf(path)
    const partnerName = (name === null ? null : fieldOf(section, name)?.meta.partnerName) || null
    const list = listOfSection.get(section)
    if (!list) return partnerName
    if (path === `${section}.items`) return list
    if (index === null) return null
    if (name === null) return `${list}[${index}]`
    return partnerName === null ? null : `${list}[${index}].${partnerName}`
  }

  function formOrder(path: string): number[] {
    const { section, index, name } = partsOf(path)
    const sectionRank = [...fieldsBySection.keys()].indexOf(section)
    const fieldRank = [...(fieldsBySection.get(section)?.keys() ?? [])].indexOf(name ?? '')
    return [sectionRank === -1 ? Number.MAX_SAFE_INTEGER : sectionRank, index ?? -1, fieldRank]
  }

  return {
    sections,
    wireLists,
    fieldsOf: (section) => [...(fieldsBySection.get(section)?.values() ?? [])],
    fieldOf,
    partnerNameOf,
    compareFormOrder: (a, b) => compareRanks(formOrder(a), formOrder(b)),
  }
}

function compareRanks(left: readonly number[], right: readonly number[]): number {
  for (const [i, rank] of left.entries()) {
    const difference = rank - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function partsOf(path: string): { section: string; index: number | null; name: string | null } {
  const [section = '', second, third, fourth] = path.split('.')
  if (second !== 'items') return { section, index: null, name: second ?? null }
  return { section, index: third === undefined ? null : Number(third), name: fourth ?? null }
}

/** Interface, "Sub-merchant application (create or update endpoint)". */
export const payfacFields = fieldCatalogue(
  {
    merchant: merchantSchema.shape,
    contacts: contactSchema.shape,
    accounts: accountSchema.shape,
    options: optionsSchema.shape,
  },
  { contacts: 'lstContact', accounts: 'lstbussCheckAcc' },
)

/**
 * `contacts.items.1.ssn` → `Ana Oakes · Social Security number` if `people` (the contacts) are given, else `Contact
 * 2 · …`. An unknown path is returned as it is. `fieldOf` comes from a catalogue that has the section.
 */
export function labelIn(
  { fieldOf }: Pick<FieldCatalogue, 'fieldOf'>,
  path: string,
  people: readonly PersonName[] = [],
): string {
  const known = PLACE_LABELS[path]
  if (known) return known
  const { section, index, name } = partsOf(path)
  const label = name === null ? null : (fieldOf(section, name)?.meta.label ?? null)
  if (index === null) return label ?? path
  const item = section === 'contacts' ? contactLabel(people, index) : itemLabel(section, index)
  return label === null ? item : `${item} · ${label}`
}
