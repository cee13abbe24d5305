import { asSent } from './as-sent'
import { diffSection } from './differences'
import { fieldOfEither } from './either-fields'
import { SECTION_NAMES } from './section-names'
import type { Draft } from './sections'

/**
 * Fields that the partner has a value of and that are blank here. A blank is not sent, and the partner keeps what it
 * has, unless somebody says of the field that it is to be emptied. Items are addressed by id
 * (`contacts.items#c-1.title`).
 */
export const canBeEmptied = (accepted: Draft, now: Draft): string[] =>
  SECTION_NAMES.flatMap((section) => {
    const [had, has] = [itemIds(section, accepted), itemIds(section, now)]
    return diffSection(section, asSent(section, accepted[section]), asSent(section, now[section]))
      .filter(({ before, after }) => before !== '' && after === '')
      .map(({ path }) => path)
      .filter((path) => {
        const { itemId, name } = placeOfPath(path)
        // What is required is never blank in what is sent, and a whole item stays at the partner.
        const meta = fieldOfEither(section, name)?.meta
        const isOfBoth = itemId === null || (had.has(itemId) && has.has(itemId))
        return meta !== undefined && meta.partnerName !== '' && !meta.required && name !== 'roles' && isOfBoth
      })
  })

/** `contacts.items#c-1.title` → the section, the item and the field. */
export function placeOfPath(path: string): { section: string; itemId: string | null; name: string } {
  const [, section = '', itemId = null, name = ''] =
    /^([^.]+)\.(?:items#([^.]+)\.)?([^.#]+)$/.exec(path) ?? []
  return { section, itemId: itemId ?? null, name }
}

function itemIds(section: keyof Draft, draft: Draft): ReadonlySet<string> {
  const data = draft[section]
  return new Set('items' in data ? data.items.map(({ id }) => id) : [])
}
