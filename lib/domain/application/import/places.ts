import type { AnySectionName } from '../draft'
import { catalogueOf, fieldLabel } from '../either-fields'
import type { Field } from '../fields'
import type { ApplicationKind } from '../kind'

/**
 * Where a column's value goes: a form path (`merchant.taxId`, `contacts.items.0.ssn`), or a line item field named
 * by staff (`pricing.items.0.members.Price__c`).
 */
export type Place = string

export type PlaceParts =
  | { kind: 'field'; section: AnySectionName; index: number | null; field: Field }
  | { kind: 'member'; index: number; name: string }
  /** Staff attest that no one owns the share of a principal. */
  | { kind: 'attestation' }

export const NOBODY_OWNS_25: Place = 'contacts.nobodyOwns25'

/** The most items of a section. */
export const MAX_ITEMS = 50

/** Null if this kind of application has no such place. */
export function readPlace(kind: ApplicationKind, place: Place): PlaceParts | null {
  if (place === NOBODY_OWNS_25) return { kind: 'attestation' }
  const { sections, wireLists, fieldOf } = catalogueOf(kind)
  const match = /^(\w+)\.(?:items\.(\d{1,2})\.)?(.+)$/s.exec(place)
  const section = sections.find((name) => name === match?.[1])
  const [, , number, name = ''] = match ?? []
  const index = number === undefined ? null : Number(number)
  if (section === undefined || (wireLists[section] === undefined) !== (index === null)) return null
  if (index !== null && index >= MAX_ITEMS) return null
  if (section === 'pricing' && index !== null && name.startsWith('members.')) {
    return { kind: 'member', index, name: name.slice('members.'.length) }
  }
  const field = fieldOf(section, name)
  return field && name !== 'members' ? { kind: 'field', section, index, field } : null
}

/** `Contact 2 · First name`; a line item's field by its own name. */
export function placeLabel(kind: ApplicationKind, place: Place): string {
  const parts = readPlace(kind, place)
  if (parts?.kind !== 'member') return fieldLabel(place)
  return `${fieldLabel(`pricing.items.${parts.index}`)} · ${parts.name}`
}

/** The places that a person can choose, in form order, with `countOf` items of each list. */
export function offeredPlaces(
  kind: ApplicationKind,
  countOf: (section: AnySectionName) => number,
): { section: AnySectionName; place: Place }[] {
  const { sections, wireLists, fieldsOf } = catalogueOf(kind)
  return sections.flatMap((section) => {
    const names = fieldsOf(section)
      .map(({ name }) => name)
      .filter((name) => name !== 'members')
    if (wireLists[section] === undefined)
      return names.map((name) => ({ section, place: `${section}.${name}` }))
    const items = Array.from({ length: Math.min(countOf(section), MAX_ITEMS) }, (_, index) =>
      names.map((name) => ({ section, place: `${section}.items.${index}.${name}` })),
    ).flat()
    return section === 'contacts' ? [...items, { section, place: NOBODY_OWNS_25 }] : items
  })
}
