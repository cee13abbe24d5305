import type { AnyDraft } from '@/lib/domain/application/draft'
import { pathOfDraftPlace, placeOfDraftPath } from '@/lib/domain/application/place'
import { DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import { addedOf, type DocumentSet, documentPlan, isSlotId } from '@/lib/domain/documents/document-plan'
import type { Violation } from '@/lib/domain/values/violation'
import { placeLabel, planFactsOf } from './case-values'

/**
 * `open`: asked. `answered`: staff did something about it, or answered it in words. `unanswered`: they handed the case
 * back without. `accepted`: done. `again`: the answer does not do, and it is asked once more. `withdrawn`: underwriters no
 * longer ask.
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

/** One thing that an underwriter asks of staff. */
export type RequestItem = {
  id: string
  /**
   * `merchant.taxId`, `contacts.<item id>.ssn`, `contacts.<item id>` (all of it), `contacts.items` (the list
   * itself), `documents.<category>`, `documents.<slot>`: a place that stays the same when items change their order.
   */
  place: string
  /** What the place was called when it was asked. */
  label: string
  /** The underwriter's words: what is wrong, and what is wanted. */
  note: string
  /** How many documents of the kind are asked for, where it is more than one. */
  count?: number
  /** How many of them had come when the case was handed back. */
  filled?: number
  state: RequestItemState
  /** What staff say to it, where changing the value is not the answer, or not all of it. */
  answer?: string
}

const DOCUMENTS = 'documents.'
export const isDocumentPlace = (place: string): boolean =>
  place.startsWith(DOCUMENTS) && isSlotId(place.slice(DOCUMENTS.length))

/** A category, or a slot of the plan as it is now: that of a person who is gone is no place any more. */
const isDocumentPlaceOf = (draft: AnyDraft, place: string): boolean =>
  isDocumentPlace(place) &&
  (DOCUMENT_CATEGORIES.some(({ slug }) => place === `${DOCUMENTS}${slug}`) ||
    documentPlan(planFactsOf(draft)).some(({ id }) => place === `${DOCUMENTS}${id}`))

/** The form path of a place; null where the item is gone, or there is no such place. */
export const pathOfPlace = (draft: AnyDraft, place: string): string | null =>
  isDocumentPlaceOf(draft, place) ? place : pathOfDraftPlace(draft, place)

/** The place of a form path; null where the draft has no such place. */
export const placeOfPath = (draft: AnyDraft, path: string): string | null =>
  isDocumentPlaceOf(draft, path) ? path : placeOfDraftPath(draft, path)

/** What the place is called now, with people by their names; null where it is gone. */
export function labelOfPlace(draft: AnyDraft, place: string): string | null {
  const path = pathOfPlace(draft, place)
  return path === null ? null : placeLabel(draft, path)
}

export const isAsked = ({ state }: RequestItem): boolean => state === 'open' || state === 'again'

/** Something that is asked of staff now. `path` is null where its place is gone. */
export type AskState = Pick<RequestItem, 'id' | 'place' | 'label' | 'note' | 'count'> & {
  path: string | null
  answer: string
  /** Its value was changed, its documents were added, or it was answered in words. */
  isDone: boolean
  /** What came of several documents that were asked for together. */
  added: DocumentSet | null
}

/** What is asked, each with whether staff have done something about it since. */
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
 * A warning at each place that is asked for, until something is done about it; none where the item is gone. Documents
 * are marked as a whole, at `documents`, with what is wanted in the words.
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

/** What staff did since they were asked. Paths are those of `diffSection`: items by id. */
export type Edit = {
  differences: readonly { path: string }[]
  /** Categories and slots in which a document was added, once for each document. */
  documents: readonly string[]
  /** By category, where several documents are asked for together: one of three is no answer yet. */
  sets?: Readonly<Record<string, DocumentSet>>
}

/** The items whose place the edit has changed; to add, change or take away an item changes its list as well. */
export function touchedItems(items: readonly RequestItem[], { differences, documents }: Edit): RequestItem[] {
  const changed = [...differences.map(({ path }) => path), ...documents.map((slot) => `${DOCUMENTS}${slot}`)]
  return items.filter(({ place }) => changed.some((path) => concerns(path, place)))
}

function concerns(path: string, place: string): boolean {
  const match = /^(\w+)\.items#([^.]+)(?:\.(.+))?$/.exec(path)
  if (!match) return path === place
  const [, section, id, field] = match
  const itemPlace = `${section}.${id}`
  // A path without a field: the item came or went, and with it every place in it.
  if (field === undefined) {
    return place === `${section}.items` || place === itemPlace || place.startsWith(`${itemPlace}.`)
  }
  return place === `${section}.items` || place === itemPlace || place === `${itemPlace}.${field}`
}

/** The items as they go back to underwriters: each is answered, or left open. */
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

/** How many documents an item is asked again for: those that did not come, and one where all of them came. */
export const countLeft = ({ count, filled = 0 }: RequestItem): number | undefined =>
  count !== undefined && count - filled > 1 ? count - filled : undefined

export type RequestItemEvent = 'answer' | 'leave' | 'accept' | 'ask-again' | 'withdraw'

const TRANSITIONS: Readonly<
  Record<RequestItemState, Readonly<Partial<Record<RequestItemEvent, RequestItemState>>>>
> = {
  // Taken back and handed over anew without an answer: not needed any more, or asked again.
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

/** The state after the event, or null where the event cannot happen in this state. */
export const nextItemState = (state: RequestItemState, event: RequestItemEvent): RequestItemState | null =>
  TRANSITIONS[state][event] ?? null

/**
 * The items after underwriters no longer ask one thing of staff, or all (`itemId` null); `gone`: what that was. `isOver`:
 * nothing of the request is asked any more.
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

/** What nobody has accepted or asked again: a case is not approved over it. */
export const unjudgedItems = (items: readonly RequestItem[]): RequestItem[] =>
  items.filter(({ state }) => state !== 'accepted' && state !== 'again' && state !== 'withdrawn')

/** Nothing is left to ask or to look at. */
export const areAccepted = (items: readonly RequestItem[]): boolean =>
  items.every(({ state }) => state === 'accepted' || state === 'withdrawn')
