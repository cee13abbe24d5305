import type * as z from 'zod/mini'
import { type FieldMeta, fieldMetas, type SensitiveMeta } from './field'
import { accountSchema, contactSchema, merchantSchema, optionsSchema, type SectionName } from './sections'

/** The object that holds a section's fields: the section itself, or one of its items. */
const recordShapes: Record<SectionName, Readonly<Record<string, z.ZodMiniType>>> = {
  merchant: merchantSchema.shape,
  contacts: contactSchema.shape,
  accounts: accountSchema.shape,
  options: optionsSchema.shape,
}

export type Field = { name: string; meta: FieldMeta; schema: z.ZodMiniType }

const fieldsBySection = new Map(
  Object.entries(recordShapes).map(([section, shape]) => [
    section,
    new Map(
      Object.entries(shape).flatMap(([name, schema]): [string, Field][] => {
        const meta = fieldMetas.get(schema)
        return meta ? [[name, { name, meta, schema }]] : []
      }),
    ),
  ]),
)

/** The fields of a section (of one item, where the section is a list), in the order of the form. */
export const fieldsOf = (section: SectionName): readonly Field[] => [
  ...(fieldsBySection.get(section)?.values() ?? []),
]

export const fieldOf = (section: string, name: string): Field | null =>
  fieldsBySection.get(section)?.get(name) ?? null

export const fieldMeta = (section: SectionName, name: string): FieldMeta | null =>
  fieldOf(section, name)?.meta ?? null

export const isSensitive = (meta: FieldMeta): meta is SensitiveMeta => meta.sensitive !== undefined

/** What one field's schema makes of what was typed; null when it is blank or wrong. */
export function cleanValue<T>(schema: z.ZodMiniType<T>, typed: unknown): T | null {
  const result = schema.safeParse(typed)
  return result.success ? result.data : null
}

const ITEM_NAMES: Readonly<Record<string, string>> = { contacts: 'Contact', accounts: 'Account' }
const WIRE_LISTS: Readonly<Record<string, string>> = { contacts: 'lstContact', accounts: 'lstbussCheckAcc' }

/** Places that rules name and that are no field with a schema of their own. */
const PLACE_LABELS: Readonly<Record<string, string>> = {
  'contacts.items': 'Owners and contacts',
  'contacts.nobodyOwns25': 'Nobody owns 25 % or more',
  'accounts.items': 'Bank accounts',
  documents: 'Documents',
}

/** `Contact 2`, from the item's place in its list. */
export const itemLabel = (section: string, index: number): string =>
  `${ITEM_NAMES[section] ?? 'Item'} ${index + 1}`

/** `contacts.items.1.ssn` → `Contact 2 · Social Security number`. A path of no known field is its own label. */
export function fieldLabel(path: string): string {
  const known = PLACE_LABELS[path]
  if (known) return known
  const { section, index, name } = partsOf(path)
  const label = name === null ? null : (fieldOf(section, name)?.meta.label ?? null)
  if (index === null) return label ?? path
  return label === null ? itemLabel(section, index) : `${itemLabel(section, index)} · ${label}`
}

/** `contacts.items.1.ssn` → `lstContact[1].SSN__c`; null for what is never sent. */
export function partnerNameOf(path: string): string | null {
  const { section, index, name } = partsOf(path)
  const partnerName = name === null ? null : (fieldOf(section, name)?.meta.partnerName ?? null)
  const list = WIRE_LISTS[section]
  if (!list) return partnerName
  if (path === `${section}.items`) return list
  if (index === null) return null
  if (name === null) return `${list}[${index}]`
  return partnerName === null ? null : `${list}[${index}].${partnerName}`
}

/** Sorts paths as the forms show them: sections, then items, then fields; a whole list comes before its items. */
export function compareFormOrder(a: string, b: string): number {
  const [left, right] = [formOrder(a), formOrder(b)]
  for (const [i, rank] of left.entries()) {
    const difference = rank - (right[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function formOrder(path: string): number[] {
  const { section, index, name } = partsOf(path)
  const sectionRank = [...fieldsBySection.keys()].indexOf(section)
  const fieldRank = [...(fieldsBySection.get(section)?.keys() ?? [])].indexOf(name ?? '')
  return [sectionRank === -1 ? Number.MAX_SAFE_INTEGER : sectionRank, index ?? -1, fieldRank]
}

function partsOf(path: string): { section: string; index: number | null; name: string | null } {
  const [section = '', second, third, fourth] = path.split('.')
  if (second !== 'items') return { section, index: null, name: second ?? null }
  return { section, index: third === undefined ? null : Number(third), name: fourth ?? null }
}
