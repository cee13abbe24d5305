import type { FullOwnership } from '@/lib/domain/application/full-sections'
import type { Ownership } from '@/lib/domain/application/sections'
import { parseDecimal } from '@/lib/domain/values/decimal'
import type { Violation } from '@/lib/domain/values/violation'
import { DOCUMENT_CATEGORIES, type DocumentCategory, isDocumentCategory } from './document-kinds'
import { misnamedWords } from './file-name'
import { otherKindWords } from './kind-of-name'
import type { ScanState } from './scan-state'

/**
 * One document that our policy asks for. `id` is its category, or the category and whose or which one it is:
 * `identity:<contact id>`, `voided-check:<account id>`, `bank-statement:2`. `of`: the contact or account items it is for.
 */
export type DocumentSlot = {
  id: string
  category: DocumentCategory
  label: string
  why: string
  of?: readonly string[]
}

/** What decides the plan. Values are cleaned; null if not known yet. */
export type DocumentPlanFacts = {
  /** By either endpoint's name. */
  ownership: string | null
  /** US dollars, canonical decimal text. */
  highMonthlyVolume: string | null
  everCancelled: boolean | null
  /** All principals and the Control Prong, in order. */
  people: readonly { id: string; name: string; isControlProng: boolean }[]
  /** Each bank account once; `ids`: every item under which it is entered. */
  accounts: readonly { ids: readonly string[]; name: string }[]
}

const dollars = (amount: number) => BigInt(amount) * 1_000_000n
const BANK_STATEMENT_FROM = dollars(50_000)
const PROCESSING_STATEMENT_FROM = dollars(100_000)

type Papers = {
  /** Whose photo ID is needed; null if owners and officers are public record. */
  identity: { of: 'everybody' | 'control-prong'; why: string } | null
  /** What proves that the entity exists; null if nothing has to. */
  formation: string | null
}

const PROPRIETOR: Papers = {
  identity: { of: 'everybody', why: 'A government-issued photo ID of the proprietor.' },
  formation: null,
}
const PRINCIPALS = {
  of: 'everybody',
  why: 'A government-issued photo ID of each principal and of the Control Prong.',
} as const
const PARTNERSHIP: Papers = {
  identity: PRINCIPALS,
  formation: 'A partnership agreement shows who owns and runs the partnership.',
}
const COMPANY: Papers = {
  identity: PRINCIPALS,
  formation: 'Articles of organization show that the company exists and who runs it.',
}
const CORPORATION: Papers = {
  identity: PRINCIPALS,
  formation: 'Articles of incorporation show that the corporation exists and who runs it.',
}
const TAX_EXEMPT: Papers = {
  identity: { of: 'control-prong', why: 'A government-issued photo ID of the Control Prong.' },
  formation: 'The IRS determination letter shows that the organization is tax exempt.',
}
const PUBLIC: Papers = { identity: null, formation: null }

/** Has every ownership of both endpoints, so that a new one must be decided here. */
const PAPERS: Readonly<Record<Ownership | FullOwnership, Papers>> = {
  'Sole Proprietorship': PROPRIETOR,
  Partnership: PARTNERSHIP,
  'Privately Held Partnership': PARTNERSHIP,
  'Limited Liability Company': COMPANY,
  'Privately Held Limited Liability Company': COMPANY,
  'Privately Held Corporation': CORPORATION,
  'Tax Exempt': TAX_EXEMPT,
  Government: PUBLIC,
  'Publicly Traded Corporation': PUBLIC,
  'Publicly Traded Limited Liability Company': PUBLIC,
  'Publicly Traded Partnership': PUBLIC,
  'Financial Institution': PUBLIC,
}
const PAPERS_BY_NAME: ReadonlyMap<string, Papers> = new Map(Object.entries(PAPERS))

/** The documents that our policy asks for, most important first. The partner requires none. */
export function documentPlan(facts: DocumentPlanFacts): DocumentSlot[] {
  const { ownership, highMonthlyVolume, everCancelled } = facts
  const papers = ownership === null ? undefined : PAPERS_BY_NAME.get(ownership)
  const volume = highMonthlyVolume === null ? null : parseDecimal(highMonthlyVolume)
  const plan = voidedChecks(facts.accounts)
  if (papers?.identity) plan.push(...identities(papers.identity, facts.people))
  if (papers?.formation) plan.push(one('formation-papers', papers.formation))
  if (volume !== null && volume >= BANK_STATEMENT_FROM) {
    plan.push(
      ...lastThree(
        'bank-statement',
        'From $50,000 a month: the last three bank statements show that the business can carry refunds.',
      ),
    )
  }
  if (everCancelled === true) {
    plan.push(
      ...lastThree(
        'processing-statement',
        'A merchant account was canceled before: the last three processing statements show how it was used.',
      ),
    )
  } else if (volume !== null && volume >= PROCESSING_STATEMENT_FROM) {
    plan.push(
      ...lastThree(
        'processing-statement',
        'From $100,000 a month: the last three processing statements show volume, refunds and chargebacks.',
      ),
    )
  }
  return plan
}

const labelOf = (category: DocumentCategory): string =>
  DOCUMENT_CATEGORIES.find(({ slug }) => slug === category)?.label ?? category

const one = (category: DocumentCategory, why: string): DocumentSlot => ({
  id: category,
  category,
  label: labelOf(category),
  why,
})

/** One slot per person; a single slot for no one in particular while no one is named. */
function identities(
  { of, why }: NonNullable<Papers['identity']>,
  people: DocumentPlanFacts['people'],
): DocumentSlot[] {
  const asked = people.filter(({ isControlProng }) => of === 'everybody' || isControlProng)
  if (asked.length === 0) return [one('identity', why)]
  return asked.map(({ id, name }) => ({
    id: `identity:${id}`,
    category: 'identity',
    label: `${labelOf('identity')}: ${name}`,
    why,
    of: [id],
  }))
}

/** One per account, because a check shows only one. */
function voidedChecks(accounts: DocumentPlanFacts['accounts']): DocumentSlot[] {
  if (accounts.length > 1) {
    return accounts.map(({ ids, name }) => ({
      id: `voided-check:${ids[0]}`,
      category: 'voided-check',
      label: `${labelOf('voided-check')}: ${name}`,
      why: 'One for each bank account: shows that it belongs to the merchant.',
      of: ids,
    }))
  }
  const of = accounts[0]?.ids
  return [
    { ...one('voided-check', 'Shows that the bank account belongs to the merchant.'), ...(of && { of }) },
  ]
}

const lastThree = (category: DocumentCategory, why: string): DocumentSlot[] =>
  [1, 2, 3].map((number) => ({
    id: `${category}:${number}`,
    category,
    label: `${labelOf(category)} ${number} of 3`,
    why,
  }))

/** What a file was added for (a category, and a slot if one was chosen), and the underwriter's verdict on it. */
export type FiledDocument = {
  category: string
  slot: string | null
  scan?: ScanState | null
  decision?: { verdict: 'accepted' | 'rejected' } | null
}

const isRejected = ({ decision }: FiledDocument): boolean => decision?.verdict === 'rejected'

const isUsable = ({ scan }: FiledDocument): boolean => scan !== 'infected'

/** The latest file of each slot, which replaces earlier ones. */
function latestBySlot<D extends FiledDocument>(documents: readonly D[]): ReadonlyMap<string, D> {
  const latest = new Map<string, D>()
  for (const document of documents) {
    if (document.slot === null) continue
    if (!isRejected(document)) latest.set(document.slot, document)
    else if (latest.get(document.slot)?.decision?.verdict !== 'accepted') latest.delete(document.slot)
  }
  return latest
}

/** Why a document that the partner does not have is not sent. */
export type KeptBack = 'rejected' | 'replaced'

/**
 * Why a document is not sent; null if it is. Rejected documents are not sent, nor are those that a later file
 * replaced in their slot before anyone accepted them. `documents`: all of the application, in the order of
 * arrival. The current plan does not matter.
 */
export function whyKeptBack<D extends FiledDocument>(document: D, documents: readonly D[]): KeptBack | null {
  if (isRejected(document)) return 'rejected'
  const { slot, decision } = document
  if (slot === null || slot.endsWith(OTHER) || decision?.verdict === 'accepted' || !isUsable(document))
    return null
  return latestBySlot(documents.filter(isUsable)).get(slot) === document ? null : 'replaced'
}

/** Suffix for a file added to a category outside its slots; such files do not replace each other. */
const OTHER = ':other'

/** A slot and the file that fills it, or null. */
type FilledSlot<D> = { slot: DocumentSlot; document: D | null }

/**
 * Assigns each file to one slot: its own, else the first open slot of its category, in the order of arrival. A
 * person's ID never counts for another person: it fills no slot once that person is gone, nor does a file added as
 * `identity:other`. Files with malware and files that are kept back fill nothing. The file that a rejected one
 * replaced stays replaced unless it had been accepted.
 */
export function fillPlan<D extends FiledDocument>(
  plan: readonly DocumentSlot[],
  documents: readonly D[],
): FilledSlot<D>[] {
  const usable = documents.filter(isUsable)
  const chosen = latestBySlot(usable)
  const loose = usable.filter(
    (document) => isLoose(document, plan) && whyKeptBack(document, documents) === null,
  )
  return plan.map((slot) => {
    const own = chosen.get(slot.id) ?? ofAccount(slot, chosen)
    if (own) return { slot, document: own }
    const index = loose.findIndex(({ category }) => category === slot.category)
    return { slot, document: index < 0 ? null : (loose.splice(index, 1)[0] ?? null) }
  })
}

/** A file for the same account under another slot ID: there were more accounts then, or its first item is gone. */
const ofAccount = <D>({ category, of = [] }: DocumentSlot, chosen: ReadonlyMap<string, D>): D | undefined =>
  of.map((id) => chosen.get(`${category}:${id}`)).find((document) => document !== undefined)

/** Whether a file was filed only under its category, or under the only slot that the category had then. */
const isLoose = ({ slot }: FiledDocument, plan: readonly DocumentSlot[]): boolean =>
  slot === null || (!slot.includes(':') && !plan.some(({ id }) => id === slot))

/** What the doubts about a file are decided from. */
export type DoubtedDocument = FiledDocument & {
  id: string
  name: string
  calledAs: string | null
  sha256: string
}

/**
 * Why a file may be wrong for its slot, in words: its extension does not match its content, its name suggests another
 * kind of document, or it fills other slots too.
 */
export const fileDoubts = (
  document: { id: string; name: string; calledAs: string | null },
  plan: readonly DocumentSlot[],
  documents: readonly (FiledDocument & { id: string; sha256: string })[],
): string[] =>
  [
    misnamedWords(document),
    otherKindIn(document, fillPlan(plan, documents)),
    sameFileWords(document.id, plan, documents),
  ].filter((words) => words !== null)

function otherKindIn(
  { id, name }: { id: string; name: string },
  filled: readonly FilledSlot<{ id: string }>[],
): string | null {
  const slot = filled.find(({ document }) => document?.id === id)?.slot
  return slot ? otherKindWords(name, slot.category) : null
}

/**
 * A warning for each doubtful file, at its slot. Leaves out files that are not sent, and those that an underwriter
 * accepted.
 */
export const fileViolations = (
  plan: readonly DocumentSlot[],
  documents: readonly DoubtedDocument[],
): Violation[] => {
  const filled = fillPlan(plan, documents)
  return documents
    .filter((one) => one.decision?.verdict !== 'accepted' && whyKeptBack(one, documents) === null)
    .flatMap((document) => {
      const slot = filled.find((one) => one.document?.id === document.id)?.slot
      return fileDoubts(document, plan, documents).map(
        (words): Violation => ({
          path: slot ? `documents.${slot.id}` : 'documents',
          code: 'implausible',
          message: `${document.name}: ${words}. Open it and check.`,
          severity: 'warning',
        }),
      )
    })
}

/** Names the other slots filled with the same content; null if there are none, or if the file fills no slot. */
function sameFileWords(
  id: string,
  plan: readonly DocumentSlot[],
  documents: readonly (FiledDocument & { id: string; sha256: string })[],
): string | null {
  const filled = fillPlan(plan, documents)
  const own = filled.find(({ document }) => document?.id === id)?.document
  const same = filled.filter(({ document }) => document?.sha256 === own?.sha256 && document?.id !== id)
  if (!own || same.length === 0) return null
  return `Same file as ${same.map(({ slot }) => slot.label).join(', ')}`
}

/** The slots that no file fills yet. */
export const openSlots = (
  plan: readonly DocumentSlot[],
  documents: readonly FiledDocument[],
): DocumentSlot[] =>
  fillPlan(plan, documents).flatMap(({ slot, document }) => (document === null ? [slot] : []))

/**
 * The rejected files that a slot needs a replacement for: those filed for it or for its category, while nothing
 * fills it.
 */
export const rejectedFor = <D extends FiledDocument>(
  slot: DocumentSlot,
  plan: readonly DocumentSlot[],
  documents: readonly D[],
): D[] =>
  openSlots(plan, documents).some(({ id }) => id === slot.id)
    ? documents.filter(
        (document) =>
          isRejected(document) &&
          (document.slot === slot.id ||
            slot.of?.some((id) => document.slot === `${slot.category}:${id}`) ||
            (document.category === slot.category && isLoose(document, plan))),
      )
    : []

/** The category of a slot ID; a category is returned as it is. */
export const categoryOfSlot = (id: string): string => id.split(':')[0] ?? id

/** Whether it has the form of a slot ID of some plan: `identity`, `identity:<item id>`, `bank-statement:2`. */
export const isSlotId = (id: string): boolean =>
  /^[a-z-]+(?::[\w-]{1,64})?$/.test(id) && isDocumentCategory(categoryOfSlot(id))

/** Each file with its category and the slot that it fills or was added for. */
export function filedPlaces<D extends FiledDocument>(
  plan: readonly DocumentSlot[],
  documents: readonly D[],
): { document: D; places: string[] }[] {
  const filled = fillPlan(plan, documents)
  return documents.map((document) => {
    const slot = filled.find((one) => one.document === document)?.slot.id ?? document.slot
    const { category } = document
    return { document, places: slot === null || slot === category ? [category] : [category, slot] }
  })
}

/** How many of a category's slots are filled, out of how many. */
export type DocumentSet = { filled: number; of: number }

/** By category; only categories with several slots. */
export function documentSets(
  plan: readonly DocumentSlot[],
  documents: readonly FiledDocument[],
): Record<string, DocumentSet> {
  const filled = fillPlan(plan, documents)
  return Object.fromEntries(
    [...new Set(plan.map(({ category }) => category))].flatMap((category) => {
      const slots = filled.filter(({ slot }) => slot.category === category)
      if (slots.length < 2) return []
      return [
        [category, { filled: slots.filter(({ document }) => document !== null).length, of: slots.length }],
      ]
    }),
  )
}

/**
 * The categories and slots of files added after a moment (ISO), once per file. Files that fill nothing (malware,
 * rejected) do not count.
 */
export const filedSince = <D extends FiledDocument & { uploadedAt: string }>(
  plan: readonly DocumentSlot[],
  documents: readonly D[],
  after: string,
): string[] => cameSince(plan, documents, after).flatMap(({ places }) => places)

/** The names of the files added since then for one slot or category. */
export const filesSince = <D extends FiledDocument & { uploadedAt: string; name: string }>(
  plan: readonly DocumentSlot[],
  documents: readonly D[],
  after: string,
  slot: string,
): string[] =>
  cameSince(plan, documents, after).flatMap(({ document, places }) =>
    places.includes(slot) ? [document.name] : [],
  )

const cameSince = <D extends FiledDocument & { uploadedAt: string }>(
  plan: readonly DocumentSlot[],
  documents: readonly D[],
  after: string,
) =>
  filedPlaces(plan, documents).filter(
    ({ document }) => document.uploadedAt > after && document.scan !== 'infected' && !isRejected(document),
  )

/**
 * How many of several documents that were requested together have been added. For a requested count: files added
 * since. For slots of the plan: filled slots, once something was added. Null if one document was requested.
 */
export function addedOf(
  slot: string,
  count: number | undefined,
  came: readonly string[],
  sets: Readonly<Record<string, DocumentSet>>,
): DocumentSet | null {
  const filled = came.filter((one) => one === slot).length
  if (count !== undefined) return { filled: Math.min(filled, count), of: count }
  return (filled > 0 && sets[slot]) || null
}
