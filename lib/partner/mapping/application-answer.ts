import { isRecordId } from '../wire/record-id'
import { parseJson } from './parse-json'

/** What the partner did with one record; `sourceId` is the desk's item id, null for single records. */
export type RecordResult = {
  objectType: string
  sourceId: string | null
  recordId: string | null
  success: boolean
  message: string
}

/** Ids are null where the answer did not name them. */
export type RecordsFound = {
  entries: RecordResult[]
  opportunityId: string | null
  accountId: string | null
}

/**
 * Reads the answer to a create or update, whose shape the interface does not show ("Create or update a
 * sub-merchant application"): the alias's list of entries, else ids wherever the body has them. An answer
 * without them gives nulls and no entries. Null when the text is no JSON at all.
 */
export function readApplicationAnswer(text: string, httpStatus: number): RecordsFound | null {
  const body = parseAnswer(text)
  if (body === undefined) return null
  const entries = collectEntries(body, httpStatus >= 200 && httpStatus < 300)
  const idOf = (objectType: string) =>
    entries.find((entry) => entry.success && entry.objectType === objectType && entry.recordId !== null)
      ?.recordId ?? null
  return { entries, opportunityId: idOf('Opportunity'), accountId: idOf('Account') }
}

/** The platform's key prefixes tell what a record is. */
const TYPE_BY_PREFIX: Readonly<Record<string, string>> = {
  '001': 'Account',
  '003': 'Contact',
  '006': 'Opportunity',
  a0B: 'Business Checking Account',
  '0Q0': 'Quote',
  '0QL': 'QuoteLineItem',
}
const typeOf = (recordId: string): string | null => TYPE_BY_PREFIX[recordId.slice(0, 3)] ?? null

/** Answers nest three or four levels; the bound keeps a hostile one from exhausting the stack. */
const MAX_DEPTH = 64

function collectEntries(body: unknown, success: boolean): RecordResult[] {
  const entries: RecordResult[] = []
  const add = (entry: RecordResult) => {
    // The same id may stand in two places of one answer (`Opp.Id` and `opportunityId`).
    if (entry.recordId === null || !entries.some(({ recordId }) => recordId === entry.recordId))
      entries.push(entry)
  }
  const walk = (value: unknown, depth: number) => {
    if (depth > MAX_DEPTH) return
    if (Array.isArray(value)) for (const item of value) walk(item, depth + 1)
    else if (typeof value === 'object' && value !== null) {
      const entry = readEntry(value, success)
      if (entry) add(entry)
      for (const [name, member] of Object.entries(value)) {
        if (typeof member === 'object') walk(member, depth + 1)
        else if (namesRecord(name) && isRecordId(member)) {
          const objectType = typeOf(member)
          if (objectType !== null) add({ objectType, sourceId: null, recordId: member, success, message: '' })
        }
      }
    } else if (depth === 0 && isRecordId(value)) {
      const objectType = typeOf(value)
      if (objectType !== null) add({ objectType, sourceId: null, recordId: value, success, message: '' })
    }
  }
  walk(body, 0)
  return entries
}

/** `Id`, `SFId`, `opportunityId`; not the client's own id, and not the records that a record belongs to. */
const namesRecord = (name: string): boolean =>
  /id$/i.test(name) && !/^(?:source|parent|owner|createdby|lastmodifiedby)_?id$/i.test(name)

/** One object as an entry of the alias ("Alias success result entry"), or as a record with its own id. */
function readEntry(value: object, answerSuccess: boolean): RecordResult | null {
  const members = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]))
  const id = members.get('sfid') ?? members.get('id')
  const recordId = isRecordId(id) ? id : null
  const objectType = textOf(members.get('objecttype')) ?? (recordId === null ? null : typeOf(recordId))
  const success = members.get('success')
  if (objectType === null) return null
  if (recordId === null && typeof success !== 'boolean') return null
  return {
    objectType,
    sourceId: textOf(members.get('sourceid')),
    recordId,
    success: typeof success === 'boolean' ? success : answerSuccess,
    message: textOf(members.get('message')) ?? '',
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** The platform answers text methods with JSON inside a JSON string: that is opened too. */
function parseAnswer(text: string): unknown {
  const outer = parseJson(text)
  if (typeof outer !== 'string') return outer
  const inner = parseJson(outer)
  return typeof inner === 'object' && inner !== null ? inner : outer
}
