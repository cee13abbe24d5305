import type { Violation } from '@/lib/domain/values/violation'
import { itemLabel } from './fields'
import type { Draft } from './sections'

/**
 * What an update would do to each contact and account (interface, "Create or update a sub-merchant
 * application": a source id relates record ids to items). An item whose record id is known is updated, a new
 * one is created; the interface has no way to remove a record.
 */

export type ListSection = 'contacts' | 'accounts'

/**
 * `left`: removed here, stays at the partner. `unclear`: the partner has taken it, and its record id is not
 * known here, so that sending it would make a second one.
 */
export type ItemEffect = {
  section: ListSection
  itemId: string
  name: string
  effect: 'update' | 'create' | 'left' | 'unclear'
  recordId: string | null
}

export const LIST_SECTIONS = ['contacts', 'accounts'] as const satisfies readonly ListSection[]

/** `taken` is what the partner last took; `recordIdOf` gives null where an id is not known. */
export function planUpdate(
  taken: Pick<Draft, ListSection>,
  now: Pick<Draft, ListSection>,
  recordIdOf: (section: ListSection, itemId: string) => string | null,
): ItemEffect[] {
  return LIST_SECTIONS.flatMap((section) => {
    const has = (draft: Pick<Draft, ListSection>, itemId: string) =>
      draft[section].items.some(({ id }) => id === itemId)
    const sent = itemNames(section, now).map(({ itemId, name }): ItemEffect => {
      const recordId = recordIdOf(section, itemId)
      const effect = recordId !== null ? 'update' : has(taken, itemId) ? 'unclear' : 'create'
      return { section, itemId, name, effect, recordId }
    })
    const left = itemNames(section, taken)
      .filter(({ itemId }) => !has(now, itemId))
      .map(({ itemId, name }): ItemEffect => {
        return { section, itemId, name, effect: 'left', recordId: recordIdOf(section, itemId) }
      })
    return [...sent, ...left]
  })
}

/** What stands against sending the update. */
export const checkUpdatePlan = (plan: readonly ItemEffect[]): Violation[] =>
  LIST_SECTIONS.flatMap((section) =>
    plan
      .filter((item) => item.section === section && item.effect !== 'left')
      .flatMap(({ effect, name }, index): Violation[] =>
        effect === 'unclear'
          ? [
              {
                path: `${section}.items.${index}`,
                code: 'required',
                message: `The partner has ${name} already, and its record id is not known here: sending it would create a second one. Enter its record id, or take it out of this update and have the partner change that record.`,
                severity: 'error',
              },
            ]
          : [],
      ),
  )

/** How people call an item: by name, or by its place while it has none. */
export const itemNames = (
  section: ListSection,
  draft: Pick<Draft, ListSection>,
): { itemId: string; name: string }[] =>
  section === 'contacts'
    ? draft.contacts.items.map(({ id, firstName, lastName }, index) => ({
        itemId: id,
        name: `${firstName} ${lastName}`.trim() || itemLabel(section, index),
      }))
    : draft.accounts.items.map(({ id, bankName, ddaType }, index) => ({
        itemId: id,
        name: [bankName, ddaType].filter(Boolean).join(' · ') || itemLabel(section, index),
      }))
