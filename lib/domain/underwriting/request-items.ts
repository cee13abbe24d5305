import type { AnyDraft } from '@/lib/domain/application/draft'
import { pathOfDraftPlace, placeOfDraftPath } from '@/lib/domain/application/place'
import { DOCUMENT_CATEGORIES } from '@/lib/domain/documents/document-kinds'
import { type DocumentSet, documentPlan, isSlotId } from '@/lib/domain/documents/document-plan'
import type { Violation } from '@/lib/domain/values/violation'
import { placeLabel, planFactsOf } from './case-values'

/**
 * `open`: asked. `answered`: staff did something about it, or answered it in words. `unanswered`: they handed the case
 * back without. `accepted`: done. `again`: the answer does not do, and it is asked once more.
 */
export const REQUEST_ITEM_STATES = ['open', 'answered', 'unanswered', 'accepted', 'again'] as const
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

const isAsked = ({ state }: RequestItem): boolean => state === 'open' || state === 'again'

/** Something that is asked of staff now. `path` is null where its place is gone. */
export type AskState = Pick<RequestItem, 'id' | 'place' | 'label' | 'note'> & {
  path: string | null
  answer: string
  /** Its value was changed, its documents were added, or it was answered in words. */
  isDone: boolean
  /** Documents of several that were asked for together, once one of them was added. */
  added: DocumentSet | null
}

/** What is asked, each with whether staff have done something about it since. */
export function askStates(draft: AnyDraft, items: readonly RequestItem[], edit: Edit): AskState[] {
  const touched = new Set(touchedItems(items, edit).map(({ id }) => id))
  return items.filter(isAsked).map(({ id, place, label, note, answer = '' }) => {
    const added = (touched.has(id) && edit.sets?.[place.slice(DOCUMENTS.length)]) || null
    return {
      id,
      place,
      label,
      note,
      path: pathOfPlace(draft, place),
      answer,
      isDone: answer !== '' || (touched.has(id) && (added === null || added.filled >= added.of)),
      added,
    }
  })
}

/**
 * A warning at each place that is asked for, until something is done about it; none where the item is gone. Documents
 * are marked as a whole, at `documents`, with what is wanted in the words.
 */
export const requestViolations = (asks: readonly AskState[]): Violation[] =>
  asks.flatMap(({ path, place, label, note, isDone }): Violation[] => {
    if (path === null || isDone) return []
    const isDocument = isDocumentPlace(place)
    return [
      {
        path: isDocument ? 'documents' : path,
        code: 'asked',
        message: `Underwriting asks: ${isDocument ? `${label}: ` : ''}${note.trim()}`,
        severity: 'warning',
      },
    ]
  })

/** What staff did since they were asked. Paths are those of `diffSection`: items by id. */
export type Edit = {
  differences: readonly { path: string }[]
  /** Categories and slots in which a document was added. */
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
  const done = new Set(askStates(draft, items, edit).flatMap(({ id, isDone }) => (isDone ? [id] : [])))
  return items.map((item) => ({
    ...item,
    state: nextItemState(item.state, done.has(item.id) ? 'answer' : 'leave') ?? item.state,
  }))
}

export type RequestItemEvent = 'answer' | 'leave' | 'accept' | 'ask-again'

const TRANSITIONS: Readonly<
  Record<RequestItemState, Readonly<Partial<Record<RequestItemEvent, RequestItemState>>>>
> = {
  // Taken back and handed over anew without an answer: not needed any more, or asked again.
  open: { answer: 'answered', leave: 'unanswered', accept: 'accepted', 'ask-again': 'again' },
  answered: { accept: 'accepted', 'ask-again': 'again' },
  unanswered: { accept: 'accepted', 'ask-again': 'again' },
  again: { answer: 'answered', leave: 'unanswered', accept: 'accepted' },
  accepted: { 'ask-again': 'again' },
}

/** The state after the event, or null where the event cannot happen in this state. */
export const nextItemState = (state: RequestItemState, event: RequestItemEvent): RequestItemState | null =>
  TRANSITIONS[state][event] ?? null

/** What nobody has accepted or asked again: a case is not approved over it. */
export const unjudgedItems = (items: readonly RequestItem[]): RequestItem[] =>
  items.filter(({ state }) => state !== 'accepted' && state !== 'again')

/** Nothing is left to ask or to look at. */
export const areAccepted = (items: readonly RequestItem[]): boolean =>
  items.every(({ state }) => state === 'accepted')
