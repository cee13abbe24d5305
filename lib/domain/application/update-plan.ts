import { isBlocking, type Violation } from '@/lib/domain/values/violation'
import { itemLabel, personName } from './fields'
import { checkOwnership, ownershipFactsOf } from './ownership'
import { MAX_PRINCIPALS } from './principal-share'
import type { Draft } from './sections'

/**
 * What an update would do to each contact and account (interface, "Create or update a sub-merchant application": a
 * source ID relates record IDs to items). An item with a known record ID is updated, a new one is created; the
 * interface cannot remove a record.
 */

export type ListSection = 'contacts' | 'accounts'

/**
 * `left`: removed here, but it stays at the partner. `unclear`: the partner accepted it, but its record ID is not
 * known here, so sending it would create a second record.
 */
export type ItemEffect = {
  section: ListSection
  itemId: string
  name: string
  effect: 'update' | 'create' | 'left' | 'unclear'
  recordId: string | null
}

export const LIST_SECTIONS = ['contacts', 'accounts'] as const satisfies readonly ListSection[]

/** `accepted`: what the partner last accepted. `recordIdOf` returns null if an ID is not known. */
export function planUpdate(
  accepted: Pick<Draft, ListSection>,
  now: Pick<Draft, ListSection>,
  recordIdOf: (section: ListSection, itemId: string) => string | null,
): ItemEffect[] {
  return LIST_SECTIONS.flatMap((section) => {
    const has = (draft: Pick<Draft, ListSection>, itemId: string) =>
      draft[section].items.some(({ id }) => id === itemId)
    const sent = itemNames(section, now).map(({ itemId, name }): ItemEffect => {
      const recordId = recordIdOf(section, itemId)
      const effect = recordId !== null ? 'update' : has(accepted, itemId) ? 'unclear' : 'create'
      return { section, itemId, name, effect, recordId }
    })
    const left = itemNames(section, accepted)
      .filter(({ itemId }) => !has(now, itemId))
      .map(({ itemId, name }): ItemEffect => {
        return { section, itemId, name, effect: 'left', recordId: recordIdOf(section, itemId) }
      })
    return [...sent, ...left]
  })
}

/** Whether an update would change nothing at the partner. Needs a copy of what it accepted. */
export const changesNothing = ({
  differences,
  emptied,
  items,
}: {
  differences: readonly unknown[]
  emptied: readonly string[]
  items: readonly Pick<ItemEffect, 'effect'>[]
}): boolean =>
  differences.length === 0 && emptied.length === 0 && items.every(({ effect }) => effect === 'update')

/** What prevents sending the update. */
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
                message: `The partner has ${name} already, and its record ID is not known here: sending it would create a duplicate. Enter its record ID, or remove it from this update and ask the partner to change the record.`,
                severity: 'error',
              },
            ]
          : [],
      ),
  )

/** What the interface's rules about all contacts together require, by rule number. */
const RULES_OF_ALL: Readonly<Record<number, string>> = {
  2: 'only one contact can be Control Prong',
  3: 'only one contact can be Authorized Signer',
  4: `at most ${MAX_PRINCIPALS} contacts can be principals`,
  6: 'all principals together can own at most 100%',
}

/**
 * Checks rules 2, 3, 4 and 6 for the application as it would be after the update: contacts removed here stay at the
 * partner, with their roles. Violations among the draft's own contacts are reported elsewhere.
 */
export function checkLeftContacts(
  accepted: Pick<Draft, 'contacts'>,
  now: Pick<Draft, 'contacts'> & { merchant: { ownership: string } },
): Violation[] {
  const kept = new Set(now.contacts.items.map(({ id }) => id))
  const left = accepted.contacts.items.filter(({ id }) => !kept.has(id))
  if (left.length === 0) return []
  const broken = (items: Draft['contacts']['items']) =>
    new Set(
      checkOwnership(ownershipFactsOf({ ...now.contacts, items }, now.merchant.ownership))
        .filter(isBlocking)
        .map(({ rule }) => rule ?? 0),
    )
  const already = broken(now.contacts.items)
  const names = left.map((person) => personName(person) || 'A removed contact').join(', ')
  return [...broken([...now.contacts.items, ...left])].flatMap((rule): Violation[] => {
    const says = RULES_OF_ALL[rule]
    if (says === undefined || already.has(rule)) return []
    return [
      {
        path: 'contacts.items',
        code: 'ownership',
        message: `${names} ${left.length === 1 ? 'stays' : 'stay'} at the partner, where ${says}. Add ${left.length === 1 ? 'that contact' : 'them'} again and change the roles or percentages instead of removing.`,
        severity: 'error',
        rule,
      },
    ]
  })
}

/** An item's name, or its position if it has none. */
export const itemNames = (
  section: ListSection,
  draft: Pick<Draft, ListSection>,
): { itemId: string; name: string }[] =>
  section === 'contacts'
    ? draft.contacts.items.map((person, index) => ({
        itemId: person.id,
        name: personName(person) || itemLabel(section, index),
      }))
    : draft.accounts.items.map(({ id, bankName, ddaType }, index) => ({
        itemId: id,
        name: [bankName, ddaType].filter(Boolean).join(' · ') || itemLabel(section, index),
      }))
