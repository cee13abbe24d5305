import { looseKey } from '@/lib/domain/values/loose-key'
import { catalogueOf, fieldLabel } from '../either-fields'
import type { Field } from '../fields'
import type { ApplicationKind } from '../kind'
import { BARE_ADDRESS, MEANS_SEVERAL, SAID_ALONE, SYNONYMS } from './column-synonyms'
import { NOBODY_OWNS_25, type Place, readPlace } from './places'

/** What people and the partner call the items of each list, written before their number. */
const LIST_WORDS: Readonly<Record<string, readonly string[]>> = {
  contacts: ['contact', 'owner', 'beneficial owner', 'person', 'people', 'lstContact', 'lstBens'],
  accounts: ['account', 'bank account', 'checking account', 'lstbussCheckAcc'],
  // `Lstqli` is missing on purpose: all its members are the partner's, even one that is named like one of ours.
  pricing: ['line item', 'item', 'pricing'],
}

/** `% owned` matches `percent owned`. */
const columnKey = (text: string): string => looseKey(text.normalize('NFKC').replaceAll('%', 'percent'))

/** Names → the places that they may mean. An item's place has no number yet: `contacts.items.#.ssn`. */
type Names = ReadonlyMap<string, ReadonlySet<Place>>

/**
 * The place of each column, in column order: by our label, our path or the partner's name, else by a synonym. Null
 * if none or several fit, or another column has the place.
 */
export function matchColumns(kind: ApplicationKind, columns: readonly string[]): (Place | null)[] {
  const taken = new Set<Place>()
  const takeFree = (place: Place | null): Place | null => {
    if (place === null || taken.has(place)) return null
    taken.add(place)
    return place
  }
  // An exact name wins over a synonym, even if its column comes later.
  const exact = columns.map((column) => takeFree(placeOf(kind, NAMES[kind], column)))
  const matched = exact.map(
    (place, index) => place ?? takeFree(placeOf(kind, OTHER_NAMES[kind], columns[index] ?? '')),
  )
  return matched.map((place, index) => place ?? takeFree(businessAddress(columns, matched, index)))
}

/**
 * For each column, the places among which a person must choose. Empty if `matchColumns` found its place, or if
 * nothing is known about the column.
 */
export function askedPlaces(kind: ApplicationKind, columns: readonly string[]): (readonly Place[])[] {
  const matched = matchColumns(kind, columns)
  return columns.map((column, index) => {
    if (matched[index] !== null) return []
    const key = columnKey(column)
    const said = SEVERAL.get(key) ?? []
    const named = [...(NAMES[kind].get(key) ?? OTHER_NAMES[kind].get(key) ?? [])]
    const places = [...said, ...named, ...addressPlaces(key, matched, index)].map((place) =>
      place.replace('#', '0'),
    )
    return [...new Set(places)].filter((place) => readPlace(kind, place) && !matched.includes(place))
  })
}

const SEVERAL: ReadonlyMap<string, readonly Place[]> = new Map(
  MEANS_SEVERAL.flatMap(({ words, places }) => words.map((word) => [columnKey(word), places])),
)

/**
 * The places of a column named only street, city, state or ZIP: the business's, or those of the person or bank in
 * the columns before it.
 */
function addressPlaces(key: string, matched: readonly (Place | null)[], index: number): Place[] {
  const place = BARE.get(key)
  if (place === undefined) return []
  const part = place.slice('merchant.billing'.length)
  const item = /^(contacts|accounts)\.items\.\d+\./.exec(lastPlaceBefore(matched, index) ?? '')
  const partOfItem = item?.[1] === 'accounts' ? `bank${part}` : part.charAt(0).toLowerCase() + part.slice(1)
  return [
    ...(item ? [`${item[0]}${partOfItem}`] : []),
    place,
    `merchant.physical${part}`,
    ...(part === 'State' ? ['merchant.formationState'] : []),
  ]
}

/** The place of the nearest matched column to the left. */
const lastPlaceBefore = (matched: readonly (Place | null)[], index: number): Place | null =>
  matched.slice(0, index).findLast((place) => place !== null) ?? null

/**
 * A column named only street, city, state or ZIP belongs to the business, unless a column of a person or bank comes
 * before it. A lone state column may also be the state of formation.
 */
function businessAddress(
  columns: readonly string[],
  matched: readonly (Place | null)[],
  index: number,
): Place | null {
  const place = BARE.get(columnKey(columns[index] ?? '')) ?? null
  if (place === null) return null
  const before = lastPlaceBefore(matched, index)
  if (before && !/^(?:merchant|options)\./.test(before)) return null
  const isState = place.endsWith('State')
  if (isState && columns.every((column) => (BARE.get(columnKey(column)) ?? place) === place)) return null
  return place
}

const BARE: ReadonlyMap<string, Place> = new Map(
  Object.entries(BARE_ADDRESS).flatMap(([place, words]) =>
    words.map((word): [string, Place] => [columnKey(word), place]),
  ),
)

function placeOf(kind: ApplicationKind, names: Names, column: string): Place | null {
  const single = onlyPlace(names, columnKey(column))
  if (single) return readPlace(kind, single.replace('#', '0')) ? single.replace('#', '0') : null
  const numbered = numberedItem(column)
  if (!numbered) return null
  const { key, index } = numbered
  const place = onlyPlace(names, key)?.replace('#', String(index)) ?? memberPlace(column)
  return place?.includes('.items.') && readPlace(kind, place) ? place : null
}

function onlyPlace(names: Names, key: string): Place | null {
  const [place, ...others] = names.get(key) ?? []
  return place !== undefined && others.length === 0 ? place : null
}

/**
 * `Contact 2 first name`, `contacts.2.firstName`, `SSN (2)`: people count from one. Paths such as
 * `lstContact[1].SSN__c` and `contacts.items.1.ssn` count from zero.
 */
function numberedItem(column: string): { key: string; index: number } | null {
  const numbers = [...column.matchAll(/\d+/g)]
  const [number] = numbers
  if (!number || numbers.length > 1) return null
  const before = column.slice(0, number.index)
  const after = column.slice(number.index + number[0].length)
  // A number counts only after the list's name or at the very end.
  if (columnKey(after) !== '' && columnKey(before) === '') return null
  const fromZero = /\[$|\.items\.$/.test(before)
  return {
    key: columnKey(before.replace(/\.items[.[]$/, '') + after),
    index: Number(number[0]) - (fromZero ? 0 : 1),
  }
}

/** Staff name the fields of a line item, so any name after the item's number is one. */
function memberPlace(column: string): Place | null {
  const match =
    /^\s*(?:line[ _-]?items?|pricing(?:\.items)?|lstqli)([[.\s_-]*)(\d{1,2})[\].:\s_-]+(\S.*?)\s*$/i.exec(
      column,
    )
  const [, before = '', number, name] = match ?? []
  if (number === undefined || name === undefined) return null
  const fromZero = before.endsWith('[') || /\.items\.\d/.test(column)
  return `pricing.items.${Number(number) - (fromZero ? 0 : 1)}.members.${name}`
}

function namesOf(kind: ApplicationKind): Names {
  const names = new Map<string, Set<Place>>()
  const add = (name: string, place: Place) => {
    const key = columnKey(name)
    if (key !== '') names.set(key, (names.get(key) ?? new Set()).add(place))
  }
  const { sections, wireLists, fieldsOf } = catalogueOf(kind)
  const shorter: { name: string; place: Place }[] = []
  for (const section of sections) {
    const isList = wireLists[section] !== undefined
    for (const field of fieldsOf(section)) {
      if (isList) addItemNames(add, section, field)
      else {
        const place = `${section}.${field.name}`
        const { label } = field.meta
        for (const name of [label, field.name, place, ...partnerNamesOf(section, field)]) add(name, place)
        // Also without the part in parentheses (`Association ID (API)`), unless that is another field's full label.
        shorter.push({ name: label.replace(/\(.*?\)/g, ''), place })
      }
    }
  }
  for (const { name, place } of shorter) if (!names.has(columnKey(name))) add(name, place)
  add(NOBODY_OWNS_25, NOBODY_OWNS_25)
  add(fieldLabel(NOBODY_OWNS_25), NOBODY_OWNS_25)
  return names
}

function addItemNames(add: (name: string, place: Place) => void, section: string, field: Field): void {
  const place = `${section}.items.#.${field.name}`
  const partnerNames = isSecondEntry(field) ? [] : spellingsOf(field.meta.partnerName)
  const { label } = field.meta
  const own = [label, label.replace(/\(.*?\)/g, ''), ...partnerNames]
  for (const word of [...(LIST_WORDS[section] ?? []), section]) {
    for (const name of [...own, field.name]) {
      add(`${word}${name}`, place)
      add(`${word}s${name}`, place)
    }
  }
  // Without the list's name, only names that mean nothing else: a bare `state` is probably the merchant's.
  if (section !== 'pricing') for (const name of own) add(name, place)
}

/** The partner's names of the place in either kind, with and without `Mer.` or `Opp.`. */
function partnerNamesOf(section: string, { name }: Field): string[] {
  return (['payfac', 'full'] as const).flatMap((kind) => {
    const field = catalogueOf(kind).fieldOf(section, name)
    const partnerName = field?.meta.partnerName ?? ''
    return [...spellingsOf(partnerName), ...spellingsOf(partnerName.replace(/^\w+\./, ''))]
  })
}

/** People leave out the ending that the platform adds to an organization's own fields. */
const spellingsOf = (partnerName: string): string[] => [partnerName, partnerName.replace(/__c$/, '')]

/** A number that is typed twice has one name at the partner, which goes to the first entry. */
const isSecondEntry = ({ name }: Field): boolean => name.endsWith('Again')

function otherNamesOf(kind: ApplicationKind): Names {
  const names = new Map<string, Set<Place>>()
  const add = (name: string, place: Place) =>
    names.set(columnKey(name), (names.get(columnKey(name)) ?? new Set()).add(place))
  for (const [place, words] of Object.entries(SYNONYMS)) {
    const [section = ''] = place.split('.')
    for (const word of words) {
      if (!place.includes('.items.')) add(word, place)
      else {
        for (const list of [...(LIST_WORDS[section] ?? []), section]) add(`${list}${word}`, place)
        if (SAID_ALONE.includes(word)) add(word, place)
      }
    }
  }
  return new Map([...names].filter(([name]) => !NAMES[kind].has(name)))
}

const NAMES: Readonly<Record<ApplicationKind, Names>> = { payfac: namesOf('payfac'), full: namesOf('full') }
const OTHER_NAMES: typeof NAMES = { payfac: otherNamesOf('payfac'), full: otherNamesOf('full') }
