import type { AnyDraft } from '@/lib/domain/application/draft'
import { pathOfDraftPlace, placeOfDraftPath } from '@/lib/domain/application/place'
import { DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import { addedOf, type DocumentSet, documentPlan, isSlotId } from '@/lib/domain/documents/document-plan'
import type { Violation } from '@/lib/domain/values/violation'
import { placeLabel, planFactsOf } from './case-values'

/**
 * `open`: requested. `answered`: staff changed something or answered in words. `unanswered`: staff returned the
 * case without doing either. `accepted`: done. `again`: the answer is not enough, and it is requested once more.
 * `withdrawn`: no longer requested.
 */
export const REQUEST_ITEM_STATES = [
  'open',
  'answered',
  'unanswered',
  'accepted',
  'again',
  'withdrawn',
] as const
export type RequestItemState = (typeof REQUEST_ITEM_STATES)[number]

/** One thing that an underwriter requests from staff. */
export type RequestItem = {
  id: string
  /**
   * `merchant.taxId`, `contacts.<item id>.ssn`, `contacts.<item id>` (the whole item), `contacts.items` (the list),
   * `documents.<category>` or `documents.<slot>`. Stays the same when items are reordered.
   */
  place: string
  /** The place's label at the time of the request. */
  label: string
  /** The underwriter's words: what is wrong and what is needed. */
  note: string
  /** How many documents of the kind are requested, if more than one. */
  count?: number
  /** How many of them had been added when the case was returned. */
  filled?: number
  state: RequestItemState
  /** Staff's answer in words, if changing the value is not the answer, or not all of it. */
  answer?: string
}

const DOCUMENTS = 'documents.'
export const isDocumentPlace = (place: string): boolean =>
  place.startsWith(DOCUMENTS) && isSlotId(place.slice(DOCUMENTS.length))

/** A category, or a slot of the current plan. The slot of a person who is gone is no place. */
const isDocumentPlaceOf = (draft: AnyDraft, place: string): boolean =>
  isDocumentPlace(place) &&
  (DOCUMENT_CATEGORIES.some(({ slug }) => place === `${DOCUMENTS}${slug}`) ||
    documentPlan(planFactsOf(draft)).some(({ id }) => place === `${DOCUMENTS}${id}`))

/** The form path of a place; null if the item is gone or there is no such place. */
export const pathOfPlace = (draft: AnyDraft, place: string): string | null =>
  isDocumentPlaceOf(draft, place) ? place : pathOfDraftPlace(draft, place)

/** The place of a form path; null if the draft has no such place. */
export const placeOfPath = (draft: AnyDraft, path: string): string | null =>
  isDocumentPlaceOf(draft, path) ? path : placeOfDraftPath(draft, path)

/** The place's current label, with people by name; null if it is gone. */
export function labelOfPlace(draft: AnyDraft, place: string): string | null {
  const path = pathOfPlace(draft, place)
  return path === null ? null : placeLabel(draft, path)
}

export const isAsked = ({ state }: RequestItem): boolean => state === 'open' || state === 'again'

/** Something that is currently requested from staff. `path` is null if its place is gone. */
export type AskState = Pick<RequestItem, 'id' | 'place' | 'label' | 'note' | 'count'> & {
  path: string | null
  answer: string
  /** Its value changed, its documents were added, or it was answered in words. */
  isDone: boolean
  /** How many of several documents that were requested together have been added. */
  added: DocumentSet | null
}

/** Each current request, and whether staff have done something about it. */
export function askStates(draft: AnyDraft, items: readonly RequestItem[], edit: Edit): AskState[] {
  const touched = new Set(touchedItems(items, edit).map(({ id }) => id))
  return items.filter(isAsked).map(({ id, place, label, note, count, answer = '' }) => {
    const added = isDocumentPlace(place)
      ? addedOf(place.slice(DOCUMENTS.length), count, edit.documents, edit.sets ?? {})
      : null
    return {
      id,
      place,
      label,
      note,
      ...(count !== undefined && { count }),
      path: pathOfPlace(draft, place),
      answer,
      isDone: answer !== '' || (added === null ? touched.has(id) : added.filled >= added.of),
      added,
    }
  })
}

/**
 * A warning at each requested place until staff do something about it; none if the item is gone. Requests for
 * documents are warnings at `documents` that name them.
 */
export const requestViolations = (asks: readonly AskState[]): Violation[] =>
  asks.flatMap(({ path, place, label, note, count, isDone }): Violation[] => {
    if (path === null || isDone) return []
    const isDocument = isDocumentPlace(place)
    return [
      {
        path: isDocument ? 'documents' : path,
        code: 'asked',
        message: `Underwriting asks: ${isDocument ? `${askedLabel({ label, count })}: ` : ''}${note.trim()}`,
        severity: 'warning',
      },
    ]
  })

/** `Bank statement`, `Bank statement (3)`. */
export const askedLabel = ({ label, count }: Pick<RequestItem, 'label' | 'count'>): string =>
  count === undefined ? label : `${label} (${count})`

/** What staff did since the request. Paths are those of `diffSection`, with items by ID. */
export type Edit = {
  differences: readonly { path: string }[]
  /** Categories and slots in which documents were added, once per document. */
  documents: readonly string[]
  /** By category, if several documents are requested together: one of three is no answer yet. */
  sets?: Readonly<Record<string, DocumentSet>>
}

/** The items whose place the edit changed. Adding, changing or removing an item also changes its list. */
export function touchedItems(items: readonly RequestItem[], { differences, documents }: Edit): RequestItem[] {
  const changed = [...differences.map(({ path }) => path), ...documents.map((slot) => `${DOCUMENTS}${slot}`)]
  return items.filter(({ place }) => changed.some((path) => concerns(path, place)))
}

function concerns(path: string, place: string): boolean {
  const match = /^(\w+)\.items#([^.]+)(?:\.(.+))?$/.exec(path)
  if (!match) return path === place
  const [, section, id, field] = match
  const itemPlace = `${section}.${id}`
  // A path without a field: the item was added or removed, and every place in it changed.
  if (field === undefined) {
    return place === `${section}.items` || place === itemPlace || place.startsWith(`${itemPlace}.`)
  }
  return place === `${section}.items` || place === itemPlace || place === `${itemPlace}.${field}`
}

/** The items as they are returned to underwriters, each answered or left open. */
export function handBack(draft: AnyDraft, items: readonly RequestItem[], edit: Edit): RequestItem[] {
  const states = new Map(askStates(draft, items, edit).map((ask) => [ask.id, ask]))
  return items.map((item) => {
    const ask = states.get(item.id)
    return {
      ...item,
      state: nextItemState(item.state, ask?.isDone ? 'answer' : 'leave') ?? item.state,
      ...(item.count !== undefined && ask?.added && { filled: ask.added.filled }),
    }
  })
}

/** How many documents to request again: those that were not added, or one if all were. */
export const countLeft = ({ count, filled = 0 }: RequestItem): number | undefined =>
  count !== undefined && count - filled > 1 ? count - filled : undefined

export type RequestItemEvent = 'answer' | 'leave' | 'accept' | 'ask-again' | 'withdraw'

const TRANSITIONS: Readonly<
  Record<RequestItemState, Readonly<Partial<Record<RequestItemEvent, RequestItemState>>>>
> = {
  // Taken back and handed over again without an answer: no longer needed, or requested again.
  open: {
    answer: 'answered',
    leave: 'unanswered',
    accept: 'accepted',
    'ask-again': 'again',
    withdraw: 'withdrawn',
  },
  answered: { accept: 'accepted', 'ask-again': 'again' },
  unanswered: { accept: 'accepted', 'ask-again': 'again' },
  again: { answer: 'answered', leave: 'unanswered', accept: 'accepted', withdraw: 'withdrawn' },
  accepted: { 'ask-again': 'again' },
  withdrawn: {},
}

/** The state after the event; null if the event cannot happen in this state. */
export const nextItemState = (state: RequestItemState, event: RequestItemEvent): RequestItemState | null =>
  TRANSITIONS[state][event] ?? null

/**
 * Withdraws one request (`itemId`), or all of them (null). `gone`: what was withdrawn. `isOver`: nothing is
 * requested any more.
 */
export function withoutAsked(
  items: readonly RequestItem[],
  itemId: string | null,
): { items: RequestItem[]; gone: RequestItem[]; isOver: boolean } {
  const gone = items.filter((item) => isAsked(item) && (itemId === null || item.id === itemId))
  const left = items.map((item) =>
    gone.includes(item) ? { ...item, state: nextItemState(item.state, 'withdraw') ?? item.state } : item,
  )
  return { items: left, gone, isOver: !left.some(isAsked) }
}

/** Items that no one has accepted or requested again. They prevent an approval. */
export const unjudgedItems = (items: readonly RequestItem[]): RequestItem[] =>
  items.filter(({ state }) => state !== 'accepted' && state !== 'again' && state !== 'withdrawn')

/** Nothing is left to request or review. */
export const areAccepted = (items: readonly RequestItem[]): boolean =>
  items.every(({ state }) => state === 'accepted' || state === 'withdrawn')
