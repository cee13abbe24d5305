import { asSent } from './as-sent'
import { diffSection } from './differences'
import { fieldOfEither } from './either-fields'
import { SECTION_NAMES } from './section-names'
import type { Draft } from './sections'

/**
 * Fields that have a value at the partner and are blank here. A blank is not sent and the partner keeps its value,
 * unless someone chooses to empty the field there. Items are addressed by ID (`contacts.items#c-1.title`).
 */
export const canBeEmptied = (accepted: Draft, now: Draft): string[] =>
  SECTION_NAMES.flatMap((section) => {
    const [had, has] = [itemIds(section, accepted), itemIds(section, now)]
    return diffSection(section, asSent(section, accepted[section]), asSent(section, now[section]))
      .filter(({ before, after }) => before !== '' && after === '')
      .map(({ path }) => path)
      .filter((path) => {
        const { itemId, name } = placeOfPath(path)
        // A required field is never sent blank, and a removed item stays at the partner as a whole.
        const meta = fieldOfEither(section, name)?.meta
        const isOfBoth = itemId === null || (had.has(itemId) && has.has(itemId))
        return meta !== undefined && meta.partnerName !== '' && !meta.required && name !== 'roles' && isOfBoth
      })
  })

/** Splits `contacts.items#c-1.title` into section, item and field. */
export function placeOfPath(path: string): { section: string; itemId: string | null; name: string } {
  const [, section = '', itemId = null, name = ''] =
    /^([^.]+)\.(?:items#([^.]+)\.)?([^.#]+)$/.exec(path) ?? []
  return { section, itemId: itemId ?? null, name }
}

function itemIds(section: keyof Draft, draft: Draft): ReadonlySet<string> {
  const data = draft[section]
  return new Set('items' in data ? data.items.map(({ id }) => id) : [])
}
