import { type AnyDraft, kindOf } from './draft'
import { catalogueOf } from './either-fields'
import { sectionsOf } from './section-names'

/**
 * A place in a draft addresses items by ID (`contacts.c-1.ssn`), so it stays the same when items are reordered. A
 * form path addresses them by position (`contacts.items.1.ssn`).
 */

/** The draft's value at a form path (`contacts.items.1.ssn`); undefined if there is no such place. */
export const valueAt = (draft: AnyDraft, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => {
    if (Array.isArray(value)) return value[Number(part)]
    return typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined
  }, draft)

/** Members of a list section that belong to no item. */
const OWN_PLACES: readonly string[] = [
  'contacts.items',
  'contacts.nobodyOwns25',
  'accounts.items',
  'pricing.items',
]

/** The items of a list section; null if the section is no list or this kind has no such section. */
function itemsOf(draft: AnyDraft, section: string): readonly { id: string }[] | null {
  if (section === 'contacts' || section === 'accounts') return draft[section].items
  return section === 'pricing' && 'pricing' in draft ? draft.pricing.items : null
}

const hasField = (draft: AnyDraft, section: string, name: string): boolean =>
  catalogueOf(kindOf(draft)).fieldOf(section, name) !== null

const isOwnPlace = (draft: AnyDraft, place: string): boolean =>
  OWN_PLACES.includes(place) && sectionsOf(kindOf(draft)).some((section) => place.startsWith(`${section}.`))

/** `contacts.c-1.ssn` → `contacts.items.1.ssn`; null if the item is gone or there is no such place. */
export function pathOfDraftPlace(draft: AnyDraft, place: string): string | null {
  if (isOwnPlace(draft, place)) return place
  const [section = '', second = '', field, ...rest] = place.split('.')
  if (rest.length > 0) return null
  const items = itemsOf(draft, section)
  if (!items) return field === undefined && hasField(draft, section, second) ? place : null
  const index = items.findIndex(({ id }) => id === second)
  if (index < 0) return null
  if (field === undefined) return `${section}.items.${index}`
  return hasField(draft, section, field) ? `${section}.items.${index}.${field}` : null
}

/** `contacts.items.1.ssn` → `contacts.c-1.ssn`; null if the draft has no such place. */
export function placeOfDraftPath(draft: AnyDraft, path: string): string | null {
  if (isOwnPlace(draft, path)) return path
  const match = /^(\w+)\.items\.(\d+)(?:\.(\w+))?$/.exec(path)
  const [, section = '', index, field] = match ?? []
  if (!match) {
    const isListed = itemsOf(draft, path.split('.')[0] ?? '') !== null
    return isListed ? null : pathOfDraftPlace(draft, path)
  }
  const item = itemsOf(draft, section)?.[Number(index)]
  if (!item || (field !== undefined && !hasField(draft, section, field))) return null
  return [section, item.id, field].filter((part) => part !== undefined).join('.')
}
