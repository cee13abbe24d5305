import { dayWords, parseDate } from '@/lib/domain/values/calendar'
import { isSealed, type Sealed } from '@/lib/domain/values/sealed'
import type { AnySectionName, SectionDraft } from './draft'
import { fieldLabel, fieldOfEither } from './either-fields'
import type { FieldMeta } from './field'
import { isSensitive, itemLabel, personName } from './fields'
import type { LineItemDraft } from './full-sections'
import type { AccountDraft, ContactDraft } from './sections'
import { maskValue } from './sensitive'
import { shownValue } from './shown-value'

/**
 * Items are addressed by ID, not by position (`contacts.items#c-1.ssn`), because two editors may have reordered
 * them. Texts are formatted as their fields show them; a secret appears only as its mask.
 */

export type Difference = { path: string; label: string; before: string; after: string }

/** A place where mine and theirs differ, and which side changed it since their common base. */
export type Conflict = {
  path: string
  label: string
  changedBy: 'mine' | 'theirs' | 'both'
  base: string
  mine: string
  theirs: string
}

/** Which side's value to keep, by conflict path. */
export type Choices = Readonly<Record<string, 'mine' | 'theirs'>>

type Item = ContactDraft | AccountDraft | LineItemDraft
type Members = LineItemDraft['members']
type Value = string | Sealed | boolean | readonly string[] | Members
/**
 * One comparable thing: a field, or the presence of an item (its text is the item's name). `key` is compared and
 * never shown.
 */
type Cell = { label: string; text: string; key: string }
type Cells = ReadonlyMap<string, Cell>

/**
 * The changes from `before` to `after`, in form order. An added or removed item is listed by name and with its
 * values.
 */
export function diffSection<S extends AnySectionName>(
  section: S,
  before: SectionDraft<S>,
  after: SectionDraft<S>,
): Difference[] {
  const [old, now] = [cellsOf(section, before), cellsOf(section, after)]
  return differingPaths(now, old).map((path) => ({
    path,
    label: labelOf(path, now, old),
    before: old.get(path)?.text ?? '',
    after: now.get(path)?.text ?? '',
  }))
}

/** Where mine and theirs differ. The same change on both sides is not a conflict. */
export function conflictsOf<S extends AnySectionName>(
  section: S,
  base: SectionDraft<S>,
  mine: SectionDraft<S>,
  theirs: SectionDraft<S>,
): Conflict[] {
  const [origin, left, right] = [cellsOf(section, base), cellsOf(section, mine), cellsOf(section, theirs)]
  return differingPaths(left, right)
    .filter((path) => left.has(itemPathOf(path)) === right.has(itemPathOf(path)) || path === itemPathOf(path))
    .map((path) => ({
      path,
      label: labelOf(path, left, right),
      changedBy: changedBy(path, origin, left, right),
      base: origin.get(path)?.text ?? '',
      mine: left.get(path)?.text ?? '',
      theirs: right.get(path)?.text ?? '',
    }))
}

/**
 * Three-way merge. A change on one side is taken; a change on both sides follows `choices`, or mine where none is
 * given.
 */
export function mergeSection<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  base: T,
  mine: T,
  theirs: T,
  choices: Choices,
): T {
  const [origin, left, right] = [cellsOf(section, base), cellsOf(section, mine), cellsOf(section, theirs)]
  const takesTheirs: TakesTheirs = (path) => {
    if (keyAt(left, path) === keyAt(right, path)) return false
    const changed = changedBy(path, origin, left, right)
    return changed === 'both' ? choices[path] === 'theirs' : changed === 'theirs'
  }
  const merged = mergeRecord(section, mine, theirs, takesTheirs)
  if (!('items' in mine)) return merged
  const items = mergeItems(section, itemsOf(base), itemsOf(mine), itemsOf(theirs), takesTheirs)
  return { ...merged, items }
}

type TakesTheirs = (path: string) => boolean

const itemsOf = (draft: SectionDraft): readonly Item[] => ('items' in draft ? draft.items : [])

function mergeRecord<T extends object>(path: string, mine: T, theirs: T, takesTheirs: TakesTheirs): T {
  const merged = { ...mine }
  for (const name in mine) {
    if (takesTheirs(`${path}.${name}`)) merged[name] = theirs[name]
  }
  return merged
}

function mergeItems<T extends { id: string }>(
  section: AnySectionName,
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
  takesTheirs: TakesTheirs,
): T[] {
  // Keep my order if I changed the list at all, else theirs.
  const [first, second] = ids(base).join() === ids(mine).join() ? [theirs, mine] : [mine, theirs]
  const inOrder = [...first, ...second.filter((item) => !isIn(first)(item))]
  return inOrder.flatMap(({ id }) => {
    const path = `${section}.items#${id}`
    const left = mine.find((item) => item.id === id)
    const right = theirs.find((item) => item.id === id)
    if (left && right) return [mergeRecord(path, left, right, takesTheirs)]
    const kept = takesTheirs(path) ? right : left
    return kept ? [kept] : []
  })
}

const ids = (items: readonly { id: string }[]): string[] => items.map(({ id }) => id)
const isIn = (items: readonly { id: string }[]) => (item: { id: string }) => ids(items).includes(item.id)

/** Paths whose values differ, in the order of `first`; those only in `second` come last. */
const differingPaths = (first: Cells, second: Cells): string[] =>
  [...new Set([...first.keys(), ...second.keys()])].filter(
    (path) => keyAt(first, path) !== keyAt(second, path),
  )

/**
 * Who changed a value that now differs. A change to any field counts as a change of its item, so removing an item
 * that the other side edited is a change on both sides.
 */
function changedBy(path: string, base: Cells, mine: Cells, theirs: Cells): Conflict['changedBy'] {
  const changed = (side: Cells) =>
    differingPaths(base, side).some((other) => other === path || other.startsWith(`${path}.`))
  return changed(mine) ? (changed(theirs) ? 'both' : 'mine') : 'theirs'
}

const keyAt = (cells: Cells, path: string): string => cells.get(path)?.key ?? BLANK
const labelOf = (path: string, first: Cells, second: Cells): string =>
  (first.get(path) ?? second.get(path))?.label ?? path

/** `contacts.items#c-1.ssn` → `contacts.items#c-1`; a path outside any item is returned unchanged. */
const itemPathOf = (path: string): string => path.replace(/(#[^.]+)\..*$/, '$1')

function cellsOf(section: AnySectionName, draft: SectionDraft): Cells {
  const own = Object.entries(draft).filter(([name]) => name !== 'items')
  const cells = new Map<string, Cell>(
    own.map(([name, value]) => {
      const path = `${section}.${name}`
      return [path, fieldCell(section, name, value, fieldLabel(path))]
    }),
  )
  const items = itemsOf(draft)
  const people = items.filter((item): item is ContactDraft => 'lastName' in item)
  for (const [index, item] of items.entries()) {
    const path = `${section}.items#${item.id}`
    cells.set(path, { label: itemLabel(section, index), text: nameOf(section, item, index), key: 'there' })
    for (const [name, value] of Object.entries(item).filter(([field]) => field !== 'id')) {
      const label = fieldLabel(`${section}.items.${index}.${name}`, people)
      cells.set(`${path}.${name}`, fieldCell(section, name, value, label))
    }
  }
  return cells
}

const nameOf = (section: AnySectionName, item: Item, index: number): string =>
  ('bankName' in item ? item.bankName : 'members' in item ? item.name : personName(item)).trim() ||
  itemLabel(section, index)

/** Equals a field of a missing item: both show nothing. */
const BLANK = ''

function fieldCell(section: AnySectionName, name: string, value: Value, label: string): Cell {
  // A sealed value can only be compared by its mask and findings.
  if (isSealed(value)) return { label, text: value.mask, key: JSON.stringify([value.mask, value.findings]) }
  if (typeof value === 'boolean') return { label, text: value ? 'Yes' : 'No', key: value ? 'yes' : BLANK }
  if (typeof value !== 'string') {
    const text = value
      .map((part) => (typeof part === 'string' ? part : `${part.name} = ${part.value}`))
      .join('; ')
    return { label, text, key: value.length === 0 ? BLANK : JSON.stringify(value) }
  }
  const meta = fieldOfEither(section, name)?.meta
  return { label, text: value === '' ? '' : shown(value, meta), key: value }
}

/** What can be read as a day, as every day on screen; all else as it was typed. */
export function dayText(typed: string): string {
  const day = parseDate(typed.trim())
  return day === null ? typed : dayWords(day)
}

function shown(value: string, meta: FieldMeta | undefined): string {
  if (meta && isSensitive(meta)) return maskValue(meta.sensitive, value)
  if (meta?.kind === 'yes-no') return value === 'yes' ? 'Yes' : 'No'
  if (meta?.kind === 'date') return dayText(value)
  return meta ? shownValue(meta, value) : value
}
