import { withoutInnerMarks } from '@/lib/domain/values/csv'
import { readCategory } from '@/lib/domain/values/merchant-category-names'
import type { Problem } from '@/lib/domain/values/problem'
import { blankAccount, blankContact } from '../blank'
import { type AnyDraft, type AnySectionName, sectionIn } from '../draft'
import { blankDraftOf } from '../draft-schemas'
import { draftSectionSchema } from '../draft-shape'
import { fieldLabel } from '../either-fields'
import type { FieldMeta, SettingsLists } from '../field'
import type { LineItemDraft } from '../full-sections'
import type { ApplicationKind } from '../kind'
import { sectionsOf } from '../section-names'
import { damageOf } from './cell-damage'
import { ownershipsOf } from './ownership-words'
import { type Place, type PlaceParts, placeLabel, readPlace } from './places'
import { readWords } from './read-words'
import { roleNamed } from './role-words'
import type { SheetRow } from './sheet'

/** What reading a row found, in addition to the rules' violations. Never quotes a sensitive value. */
export type ReadingProblem = Problem<Place> & { label: string }

/** A word read as a listed value: `S-Corp` as `Privately Held Corporation`. */
export type WordRead = { typed: string; as: string }

/** `draft` is null if the row cannot become one; `blocked` says why. */
export type RowReading =
  | { draft: AnyDraft; blocked: null; problems: ReadingProblem[]; wordsRead: WordRead[] }
  | { draft: null; blocked: string; problems: ReadingProblem[] }

export type RowContext = { kind: ApplicationKind; lists: SettingsLists; newId: () => string }

/**
 * The draft that a row makes, with values as they would be typed into the forms, right or wrong. `places`: where
 * each column goes, null for nowhere.
 */
export function draftOfRow(
  { cells, problem }: SheetRow,
  places: readonly (Place | null)[],
  context: RowContext,
): RowReading {
  if (problem !== null) return { draft: null, blocked: problem, problems: [] }
  const filling = new Filling(context)
  for (const [column, place] of places.entries()) {
    const text = unwrapped(cells[column] ?? '')
    if (place !== null && text !== '') filling.put(place, text)
  }
  const { draft, problems, wordsRead } = filling
  return kept(context.kind, draft(), problems, wordsRead)
}

/** The cell's value for a field, without what programs add around it. */
export const readCell = (meta: FieldMeta, cell: string): string => cleanCell(meta, unwrapped(cell))

/** Undoes `="00123"` and the apostrophe before a formula, with which spreadsheets mark text. */
const unwrapped = (cell: string): string =>
  withoutInnerMarks(cell)
    .trim()
    .replace(/^="([^"]*)"$/, '$1')
    .replace(/^'(?=[=+\-@＝＋－＠])/, '')
    .trim()

type Item = Record<string, unknown>
type ListSection = Exclude<AnySectionName, 'merchant' | 'options'>

/** Fills a draft value by value. An item is added with its first value. */
class Filling {
  readonly problems: ReadingProblem[] = []
  readonly wordsRead: WordRead[] = []
  readonly #world: RowContext
  readonly #records: Record<'merchant' | 'options', Item> = { merchant: {}, options: {} }
  readonly #items: Record<ListSection, Map<number, Item>> = {
    contacts: new Map(),
    accounts: new Map(),
    pricing: new Map(),
  }
  readonly #members = new Map<number, LineItemDraft['members']>()
  #nobodyOwns25 = false

  constructor(context: RowContext) {
    this.#world = context
  }

  put(place: Place, text: string): void {
    const parts = readPlace(this.#world.kind, place)
    if (!parts) return
    if (parts.kind === 'attestation') this.#nobodyOwns25 = this.#answer(place, text) === 'yes'
    else if (parts.kind === 'member') this.#putMember(parts.index, parts.name, text)
    else this.#putField(place, parts, text)
  }

  #putField(
    place: Place,
    { section, index, field }: Extract<PlaceParts, { kind: 'field' }>,
    text: string,
  ): void {
    const cleaned = cleanCell(field.meta, text)
    const damage = damageOf(field.meta, cleaned)
    if (damage) this.#report(place, damage.message)
    const value = damage?.lost ? null : this.#valueOf(place, field.meta, field.name, cleaned)
    if (section === 'merchant' || section === 'options') {
      if (value !== null) this.#records[section][field.name] = value
      return
    }
    const item = this.#itemAt(section, index ?? 0)
    if (value !== null) item[field.name] = value
  }

  #putMember(index: number, name: string, text: string): void {
    this.#itemAt('pricing', index)
    this.#members.set(index, [...(this.#members.get(index) ?? []), { name, value: text }])
  }

  #itemAt(section: ListSection, index: number): Item {
    const items = this.#items[section]
    const item = items.get(index) ?? {}
    items.set(index, item)
    return item
  }

  /** Null for an answer that is neither yes nor no, which the draft cannot hold. */
  #valueOf(place: Place, meta: FieldMeta, name: string, text: string): unknown {
    const { lists } = this.#world
    if (meta.kind === 'yes-no') return this.#answer(place, text)
    if (name === 'mcc') return readCategory(text)
    if (meta.kind !== 'choice' || !meta.choices) return text
    const choices: readonly string[] = typeof meta.choices === 'string' ? lists[meta.choices] : meta.choices
    const listed = (word: string) => choices.find((choice) => sameWord(choice, word)) ?? word
    if (name === 'ownership') return this.#ownership(place, choices, listed(text))
    if (name !== 'roles') return listed(text)
    const roles = text.split(/[;,|\n]/).map((role) => role.trim())
    return [...new Set(roles.filter((role) => role !== '').map((role) => this.#role(choices, listed(role))))]
  }

  #role(choices: readonly string[], word: string): string {
    const meant = choices.includes(word) ? null : roleNamed(word)
    if (meant === null) return word
    if (!sameWord(meant, word)) this.wordsRead.push({ typed: word, as: meant })
    return meant
  }

  /**
   * A word with several meanings stays as it is: the ownership decides which owners are required, so a person must
   * choose.
   */
  #ownership(place: Place, choices: readonly string[], word: string): string {
    if (choices.includes(word)) return word
    const [meant, ...others] = ownershipsOf(choices, word)
    if (meant === undefined) return word
    if (others.length === 0) {
      this.wordsRead.push({ typed: word, as: meant })
      return meant
    }
    this.#report(place, `“${word}” may be ${[meant, ...others].join(' or ')}. Choose one.`)
    return word
  }

  #answer(place: Place, text: string): 'yes' | 'no' | null {
    if (/^(?:yes|y|true|1)$/i.test(text)) return 'yes'
    if (/^(?:no|n|false|0)$/i.test(text)) return 'no'
    this.#report(
      place,
      `Not yes or no. It was not imported; answer it in the draft. ${readWords(null, text)}`,
    )
    return null
  }

  #report(path: Place, message: string): void {
    this.problems.push({ path, label: placeLabel(this.#world.kind, path), message })
  }

  readonly draft = (): AnyDraft => {
    const { kind, newId } = this.#world
    const draft = blankDraftOf(kind)
    for (const section of ['merchant', 'options'] as const) {
      Object.assign(draft, { [section]: { ...sectionIn(draft, section), ...this.#records[section] } })
    }
    const inOrder = <T>(section: ListSection, make: (item: Item, index: number) => T): T[] =>
      [...this.#items[section]].sort(([a], [b]) => a - b).map(([index, item]) => make(item, index))
    draft.contacts = {
      items: inOrder('contacts', (item) => ({ ...blankContact(newId()), ...item })),
      nobodyOwns25: this.#nobodyOwns25,
    }
    draft.accounts = {
      items: inOrder('accounts', (item) => secondEntries({ ...blankAccount(newId()), ...item })),
    }
    if ('pricing' in draft) {
      draft.pricing.items = inOrder('pricing', (item, index) => ({
        ...blankLineItem(newId()),
        ...item,
        members: this.#members.get(index) ?? [],
      }))
    }
    return draft
  }
}

const blankLineItem = (id: string): LineItemDraft => ({ id, kind: '', name: '', members: [] })

const sameWord = (one: string, other: string): boolean =>
  one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase()

/**
 * Forms ask for numbers twice because hands slip. A file has them once, so the second entry is a copy unless the
 * file has its own.
 */
const secondEntries = <
  T extends Record<'routingNumber' | 'routingNumberAgain' | 'accountNumber' | 'accountNumberAgain', unknown>,
>(
  account: T,
): T => ({
  ...account,
  routingNumberAgain: account.routingNumberAgain || account.routingNumber,
  accountNumberAgain: account.accountNumberAgain || account.accountNumber,
})

/** Undoes `43215.0`, as programs write integer columns with gaps, and the midnight that they add to a date. */
function cleanCell(meta: FieldMeta, text: string): string {
  if (['digits', 'zip', 'phone'].includes(meta.kind)) return text.replace(/^(\d+)\.0+$/, '$1')
  if (meta.kind === 'date') return text.replace(/[T ]00?:00(?::00(?:\.0+)?)?Z?$/, '')
  return text
}

/** The draft as an autosave would store it; blocked if an autosave would refuse it. */
function kept(
  kind: ApplicationKind,
  draft: AnyDraft,
  problems: ReadingProblem[],
  wordsRead: WordRead[],
): RowReading {
  const stored = blankDraftOf(kind)
  for (const section of sectionsOf(kind)) {
    const shape = draftSectionSchema(kind, section).safeParse(sectionIn(draft, section))
    if (!shape.success) {
      const [issue] = shape.error.issues
      const path = [section, ...(issue?.path ?? [])].join('.')
      return { draft: null, blocked: `${fieldLabel(path)}: ${tooMuch(issue)}`, problems }
    }
    Object.assign(stored, { [section]: shape.data })
  }
  return { draft: stored, blocked: null, problems, wordsRead }
}

/** The limits that a row can exceed: the length of its texts and the number of its items. */
const tooMuch = (issue: { code?: string; maximum?: unknown; origin?: unknown } | undefined): string =>
  issue?.code === 'too_big' && typeof issue.maximum === 'number'
    ? `more than ${issue.maximum.toLocaleString('en-US')} ${issue.origin === 'string' ? 'characters' : 'entries'} cannot be kept.`
    : 'this cannot be kept in a draft.'
