import { fieldsOf, partnerNameOf } from '@/lib/domain/application/fields'
import type { SectionName } from '@/lib/domain/application/sections'

/**
 * Between the partner's paths (`lstContact[1].SSN__c`) and the desk's form paths
 * (`contacts.items.1.ssn`), read from the metadata of the sections.
 */

const LISTS: Readonly<Record<string, SectionName>> = { lstContact: 'contacts', lstbussCheckAcc: 'accounts' }

const SINGLE_SECTIONS: readonly SectionName[] = ['merchant', 'options']
const singleFields = SINGLE_SECTIONS.flatMap((section) =>
  fieldsOf(section).map(({ name, meta }) => ({ formPath: `${section}.${name}`, wirePath: meta.partnerName })),
)

/** Null for what is never sent. */
export const toWirePath = (formPath: string): string | null => partnerNameOf(formPath)

/** Null when the path names no field of a form. A bare `Tax_ID__c` is understood: the platform often says no more. */
export function toFormPath(wirePath: string): string | null {
  const match = /^(lst[A-Za-z]+)(?:\[(\d{1,6})\](?:\.(\w+))?)?$/.exec(wirePath)
  if (!match) return singleFormPath(wirePath)
  const [, listName = '', index, name] = match
  const section = Object.hasOwn(LISTS, listName) ? LISTS[listName] : undefined
  if (section === undefined) return null
  if (index === undefined) return `${section}.items`
  if (name === undefined) return `${section}.items.${index}`
  // The first of its name: what is typed twice comes after what is sent.
  const field = fieldsOf(section).find(({ meta }) => meta.partnerName === name)
  return field ? `${section}.items.${index}.${field.name}` : null
}

/** Names are unique over `Mer` and `Opp`, and an item's name alone cannot tell which item, so it stays unknown. */
const singleFormPath = (wirePath: string): string | null =>
  singleFields.find((field) => field.wirePath === wirePath || field.wirePath.split('.')[1] === wirePath)
    ?.formPath ?? null
