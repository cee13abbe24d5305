import { categoryLabel } from '@/components/documents/document-words'
import { fieldOfEither } from '@/lib/domain/application/either-fields'
import { categoryOfSlot } from '@/lib/domain/documents/document-plan'
import { counted } from '@/lib/domain/values/counted'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import { OUTCOME_TEXTS, reasonsText } from './decision-words'

type Entry = CaseView['timeline'][number]

/** One line of the timeline: one audit log entry, or several of the same kind by one person in a row. */
export type TimelineLine = {
  id: number
  at: string
  by: string | null
  words: string
  /** What it was about, and the person's own words, if any. */
  details: string[]
}

/**
 * Actions that come at every pause in typing, or one after another down a list. A line each would hide the rest.
 */
const GROUPED: readonly string[] = [
  'section-saved',
  'check-confirmed',
  'check-taken-back',
  'check-reopened',
  'document-added',
  'document-delivered',
  'document-accepted',
]

/** Oldest first, like the entries. `checks`: the current labels of checklist entries by key. */
export function timelineLines(
  entries: readonly Entry[],
  sectionLabels: Readonly<Record<string, string>>,
  checks: Readonly<Record<string, string>>,
): TimelineLine[] {
  return groupsOf(entries).flatMap((group): TimelineLine[] => {
    const last = group.at(-1)
    if (!last) return []
    return [
      {
        id: last.id,
        at: last.at,
        by: whoDid(last),
        words: wordsOf(last, group.length),
        details:
          last.action === 'section-saved'
            ? savedLines(group, sectionLabels)
            : inLines(
                last.action,
                group.flatMap((entry) => detailsOf(entry, checks)),
              ),
      },
    ]
  })
}

/**
 * A stored answer is the partner's, although it is logged for whoever submitted. Outcomes without an answer were
 * found by the desk.
 */
function whoDid({ action, by }: Entry): string | null {
  if (ANSWERS.includes(action)) return 'The partner'
  return ['submission-not-sent', 'submission-unknown'].includes(action) ? null : by
}

const ANSWERS: readonly string[] = [
  'submission-accepted',
  'submission-partly-accepted',
  'submission-accepted-without-ids',
  'submission-refused',
  'document-refused',
]

/**
 * `Merchant: Website, Phone`: the changed fields by section, each once; only the sections if no fields are logged.
 */
function savedLines(group: readonly Entry[], sectionLabels: Readonly<Record<string, string>>): string[] {
  const fields = new Map<string, Set<string>>()
  for (const { detail } of group) {
    const section = String(detail.section)
    const all = fields.get(section) ?? new Set()
    for (const label of labelsOf(detail.changes)) all.add(label)
    fields.set(section, all)
  }
  const lines = [...fields].map(([section, labels]) => {
    const name = sectionLabels[section] ?? section
    const shown = [...labels].slice(0, MOST_FIELDS).join(', ')
    const more = labels.size > MOST_FIELDS ? ` and ${labels.size - MOST_FIELDS} more` : ''
    return labels.size === 0 ? name : `${name}: ${shown}${more}`
  })
  return [...fields.values()].every(({ size }) => size === 0) ? [lines.join(', ')] : lines
}

/** The most fields of a section in one line: a first save has all of them. */
const MOST_FIELDS = 8

/** Without repetitions. Short names share a line, except two files of the same name. */
const inLines = (action: string, details: readonly string[]): string[] =>
  ['document-added', 'document-accepted'].includes(action)
    ? [
        [...Map.groupBy(details, (name) => name)]
          .map(([name, { length }]) => (length === 1 ? name : `${name} (${length})`))
          .join(', '),
      ]
    : [...new Set(details)]

/** A later change is another line, with its own time and fields. */
const SITTING_MS = 5 * 60_000
const isOneSitting = (before: string, after: string): boolean =>
  new Date(after).getTime() - new Date(before).getTime() < SITTING_MS

/** Sections that an import or a copy filled were not saved by a person. */
const FILLED_MS = 2_000
const isFilling = (started: Entry, { action, by, at, detail }: Entry): boolean =>
  started.action === 'application-started' &&
  (started.detail.importId !== undefined || started.detail.from !== undefined) &&
  action === 'section-saved' &&
  by === started.by &&
  detail.version === 1 &&
  new Date(at).getTime() - new Date(started.at).getTime() < FILLED_MS

function groupsOf(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = []
  for (const entry of entries) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (before && isFilling(before, entry)) continue
    const belongs =
      before?.action === entry.action &&
      before.by === entry.by &&
      GROUPED.includes(entry.action) &&
      (entry.action !== 'section-saved' || isOneSitting(before.at, entry.at))
    if (group && belongs) group.push(entry)
    else groups.push([entry])
  }
  return groups
}

const WORDS: Readonly<Record<string, string>> = {
  'application-adopted': 'Added it from the partner by its record IDs',
  'application-copied': 'Copied it into a new application',
  'application-assigned': 'Assigned the application',
  'application-withdrawn': 'Withdrew the application',
  'application-taken-up': 'Reopened the application',
  'document-renamed': 'Renamed a document',
  'document-removed': 'Removed a document',
  'document-restored': 'Restored a removed document',
  'document-replaced': 'Replaced a document',
  'document-category-changed': 'Changed the category of a document',
  'document-erased': 'Erased a removed document',
  'document-quarantined': 'Found malware in a document',
  'document-waiting': 'A document waits to be sent',
  'document-sending': 'Sent a document to the partner',
  'document-refused': 'Rejected a document',
  'document-not-sent': 'A document did not reach the partner',
  'document-unknown': 'No clear answer came for a document',
  'document-rejected': 'Rejected a document',
  'document-decision-taken-back': 'Took back a decision on a document',
  'document-sent-again': 'Resent a document',
  'document-found': 'Confirmed that the partner has a document',
  'document-absent': 'Confirmed that the partner does not have a document',
  'revision-begun': 'Started an update',
  'revision-discarded': 'Discarded the update',
  'record-id-entered': 'Entered a record ID',
  'stage-learned': 'Entered or read the partner’s stage',
  'submission-started': 'Submitted it to the partner',
  'update-started': 'Sent the update to the partner',
  'submission-accepted': 'Accepted it',
  'submission-partly-accepted': 'Accepted part of it',
  'submission-accepted-without-ids': 'Accepted it without record IDs',
  'submission-refused': 'Rejected it',
  'submission-not-sent': 'It did not reach the partner',
  'submission-unknown': 'No clear answer came from the partner',
  'outcome-found': 'Entered what the partner has',
  'outcome-absent': 'Confirmed that the partner does not have it',
  'resend-asked': 'Asked for it to be sent again',
  'emptying-asked': 'Asked to empty a field at the partner',
  'emptying-taken-back': 'No longer asks to empty a field at the partner',
  'sent-again': 'Sent the identical request again',
  'file-refused': 'Tried to add a file, which was refused',
  'underwriting-hand-over': 'Sent it to underwriting',
  'underwriting-take-back': 'Recalled it from underwriting',
  'underwriting-ask': 'Asked onboarding for information',
  'underwriting-ask-answered': 'Answered one request',
  'underwriting-withdraw-ask': 'Withdrew the request for information',
  'underwriting-item-withdrawn': 'Withdrew part of the request',
  'underwriting-answer': 'Answered underwriting',
  'underwriting-mode-changed': 'Changed who underwrites',
  'underwriting-approve': 'Approved it',
  'underwriting-decline': 'Declined it',
  'underwriting-withdraw-decline': 'Withdrew the decline',
  'underwriting-approval-fell': 'Approval voided: the documents changed',
  'underwriting-first-decision': 'Made one of two decisions',
  'answers-accepted': 'Accepted answers',
  'case-claimed': 'Claimed the case',
  'case-released': 'Released the case',
  'case-assigned': 'Assigned the case',
  'case-noted': 'Wrote a note',
  'value-revealed': 'Revealed a value',
  'reveal-limit-passed': 'Revealed more values than the hourly limit',
  'identity-check-limit-passed': 'Compared more identities than the limit',
}

function wordsOf({ action, person, detail }: Entry, count: number): string {
  switch (action) {
    case 'section-saved':
      return count === 1 ? 'Saved' : `Saved, ${count} times`
    case 'application-started':
      return detail.importId === undefined
        ? 'Started the application'
        : 'Imported the application from a file'
    case 'check-confirmed':
      return count === 1 ? 'Confirmed a checklist item' : `Confirmed ${count} checklist items`
    case 'check-taken-back':
      return count === 1 ? 'Removed a confirmation' : `Removed ${count} confirmations`
    case 'check-reopened':
      return `To confirm again, because a value changed: ${counted(count, 'checklist item')}`
    case 'document-added':
      return count === 1 ? 'Added a document' : `Added ${count} documents`
    case 'document-delivered':
      return count === 1
        ? 'Delivered a document to the partner'
        : `Delivered ${count} documents to the partner`
    case 'document-accepted':
      return count === 1 ? 'Accepted a document' : `Accepted ${count} documents`
    case 'value-revealed': {
      const values = revealedFields(detail).length
      return values === 1 ? 'Revealed a value' : `Revealed ${values} values`
    }
    default:
      return `${WORDS[action] ?? action}${action.endsWith('-assigned') && person ? ` to ${person}` : ''}`
  }
}

function detailsOf({ action, detail }: Entry, checks: Readonly<Record<string, string>>): string[] {
  const text = (name: string): string => {
    const value = detail[name]
    return typeof value === 'string' ? value : ''
  }
  switch (action) {
    case 'application-started':
      return typeof detail.row === 'number' ? [`From row ${detail.row} of ${text('file') || 'the file'}`] : []
    case 'check-confirmed':
    case 'check-taken-back':
    case 'check-reopened':
      return [checks[text('key')] ?? text('key')]
    case 'document-renamed':
    case 'document-replaced':
      return [`${text('before')} → ${text('after')}`]
    case 'document-category-changed':
      return [
        text('name'),
        `${text('beforeLabel') || categoryLabel(categoryOfSlot(text('before')))} → ${text('afterLabel') || categoryLabel(categoryOfSlot(text('after')))}`,
      ].filter(Boolean)
    case 'underwriting-mode-changed':
      return [...changesOf(detail.changes), text('reason')].filter(Boolean)
    case 'underwriting-ask':
      return askedOf(detail.items)
    case 'underwriting-item-withdrawn':
      return [...askedOf(detail.items), text('reason')].filter(Boolean)
    case 'underwriting-ask-answered':
      return [text('answer') && `${text('label')}: ${text('answer')}`].filter(Boolean)
    case 'submission-started':
    case 'update-started':
    case 'underwriting-hand-over':
    case 'underwriting-answer':
      return [warningsOf(detail.warnings), shortened(text('note'))].filter(Boolean)
    case 'underwriting-approve':
    case 'underwriting-decline':
      return [reasonsOf(detail.reasons), shortened(text('note'))].filter(Boolean)
    case 'underwriting-first-decision':
      return [
        [outcomeOf(detail.outcome), reasonsOf(detail.reasons)].filter(Boolean).join(': '),
        shortened(text('note')),
        text('effect') === 'reopens' ? 'It differed from the first decision.' : '',
      ].filter(Boolean)
    case 'value-revealed': {
      const labels = revealedFields(detail).map(
        (field) => fieldOfEither(text('section'), field)?.meta.label ?? field,
      )
      const shown = [labels.join(', '), text('whose')].filter(Boolean).join(' of ')
      return [shown, text('reason') && `“${text('reason')}”`].filter(Boolean)
    }
    default:
      return [text('name'), text('reason'), text('note'), text('message'), text('stage')].filter(Boolean)
  }
}

/** The longest quotation; the full text is where it was written. */
const LONGEST = 240

export const shortened = (words: string): string =>
  words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words

/** How many warnings something was sent with; '' for none. */
const warningsOf = (warnings: unknown): string =>
  Array.isArray(warnings) && warnings.length > 0 ? `With ${counted(warnings.length, 'warning')}` : ''

const reasonsOf = (codes: unknown): string =>
  Array.isArray(codes) ? reasonsText(codes.filter((code) => typeof code === 'string')) : ''

const outcomeOf = (outcome: unknown): string =>
  outcome === 'approve' || outcome === 'decline' ? OUTCOME_TEXTS[outcome].done : ''

/** The revealed fields of an entry. Old entries have a single `field`. */
const revealedFields = ({ fields, field }: Entry['detail']): string[] =>
  [Array.isArray(fields) ? fields : field].flat().filter((name) => typeof name === 'string')

/** The labels of the changed values. */
const labelsOf = (changes: unknown): string[] =>
  Array.isArray(changes)
    ? changes.flatMap((change: unknown) =>
        typeof change === 'object' && change !== null && 'label' in change && typeof change.label === 'string'
          ? [change.label]
          : [],
      )
    : []

/** `before → after` for each changed value. */
function changesOf(changes: unknown): string[] {
  if (!Array.isArray(changes)) return []
  return changes.flatMap((change: unknown) => {
    if (typeof change !== 'object' || change === null || !('before' in change) || !('after' in change))
      return []
    return typeof change.before === 'string' && typeof change.after === 'string'
      ? [`${change.before || 'no answer'} → ${change.after}`]
      : []
  })
}

/** `label: note` for each requested item. */
function askedOf(items: unknown): string[] {
  if (!Array.isArray(items)) return []
  return items.flatMap((item: unknown) => {
    if (typeof item !== 'object' || item === null || !('label' in item) || !('note' in item)) return []
    return typeof item.label === 'string' && typeof item.note === 'string'
      ? [`${item.label}: ${item.note}`]
      : []
  })
}
