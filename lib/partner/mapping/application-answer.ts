import { isRecordId } from '../wire/record-id'
import { OBJECT_TYPES } from '../wire/result-entry'
import { parseJson } from './parse-json'
import { problemsIn } from './partner-problems'

/** What the partner did with one record. `sourceId` is the desk's item id, or null for single records. */
export type RecordResult = {
  objectType: string
  sourceId: string | null
  recordId: string | null
  success: boolean
  message: string
}

/** An id is null if the answer does not contain it. */
export type RecordsFound = {
  entries: RecordResult[]
  opportunityId: string | null
  accountId: string | null
}

/**
 * Reads the answer to an application: the list of entries that the interface documents for the alias ("Alias
 * success result entry"), or else ids anywhere in the body, because create and update answers are undocumented.
 * An answer without ids gives nulls and no entries. Returns null if the text is not JSON.
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

/** The platform's key prefixes identify a record's type. */
const TYPE_BY_PREFIX: Readonly<Record<string, string>> = {
  '001': 'Account',
  '003': 'Contact',
  '006': 'Opportunity',
  a0B: 'Business Checking Account',
  '0Q0': 'Quote',
  '0QL': 'QuoteLineItem',
}
export const typeOf = (recordId: string): string | null => TYPE_BY_PREFIX[recordId.slice(0, 3)] ?? null

const plainName = (objectType: string): string => objectType.toLowerCase().replace(/__c$|[^a-z]/g, '')
const TYPE_BY_NAME = new Map(OBJECT_TYPES.map((objectType) => [plainName(objectType), objectType]))
/** Maps `Business_Checking_Account__c` or `Quote Line Item` to the interface's name; unknown types stay unchanged. */
const typeNamed = (objectType: string): string => TYPE_BY_NAME.get(plainName(objectType)) ?? objectType

/** Real answers nest three or four levels; the limit keeps a hostile one from exhausting the stack. */
const MAX_DEPTH = 64

function collectEntries(body: unknown, success: boolean): RecordResult[] {
  const entries: RecordResult[] = []
  const told = new Set<string>()
  const add = (entry: RecordResult) => {
    // One answer may contain the same id twice (`Opp.Id` and `opportunityId`).
    if (entry.recordId !== null && told.has(entry.recordId)) return
    if (entry.recordId !== null) told.add(entry.recordId)
    entries.push(entry)
  }
  const addId = (value: unknown) => {
    if (!isRecordId(value)) return
    const objectType = typeOf(value)
    if (objectType !== null) add({ objectType, sourceId: null, recordId: value, success, message: '' })
  }
  const walk = (given: unknown, depth: number, isItem: boolean) => {
    const value = typeof given === 'string' ? innerJson(given) : given
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
    if (Array.isArray(value)) {
      for (const item of value) walk(item, depth + 1, true)
      return
    }
    const entry = readEntry(value, success, isItem)
    if (entry) add(entry)
    for (const [name, member] of Object.entries(value)) {
      if (namesRecord(name)) for (const id of Array.isArray(member) ? member : [member]) addId(id)
      walk(member, depth + 1, false)
    }
  }
  addId(body)
  walk(body, 0, false)
  return entries
}

/** Accepts `Id`, `SFId`, `opportunityId`, `contactIds`, but not our own source ids or ids of parents and owners. */
const namesRecord = (name: string): boolean =>
  /ids?$/i.test(name) && !/^(?:source|parent|owner|createdby|lastmodifiedby)_?ids?$/i.test(name)

/** Reads one object as an alias entry ("Alias success result entry") or as a record with its own id. */
export function readEntry(value: object, answerSuccess: boolean, isItem: boolean): RecordResult | null {
  const members = new Map(Object.entries(value).map(([name, member]) => [name.toLowerCase(), member]))
  const id = members.get('sfid') ?? members.get('id')
  const recordId = isRecordId(id) ? id : null
  const success = booleanOf(members.get('success'))
  // A failed list item counts even if it does not name its type.
  const fallback = isItem && success === false ? 'Record' : null
  const named = textOf(members.get('objecttype'))
  const objectType = named === null ? (recordId && typeOf(recordId)) || fallback : typeNamed(named)
  if (objectType === null) return null
  if (recordId === null && success === null) return null
  return {
    objectType,
    sourceId: textOf(members.get('sourceid')),
    recordId,
    success: success ?? answerSuccess,
    message: textOf(members.get('message')) ?? (success === false ? wordsOf(value) : ''),
  }
}

const wordsOf = (failed: object): string =>
  problemsIn(failed)
    .map(({ message }) => message)
    .join('; ')

const booleanOf = (value: unknown): boolean | null => {
  const text = String(value).toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : null
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Parses an answer, including JSON inside a JSON string, which the platform returns from text methods. */
export function parseAnswer(text: string): unknown {
  const outer = parseJson(text)
  if (typeof outer !== 'string') return outer
  const inner = parseJson(outer)
  return typeof inner === 'object' && inner !== null ? inner : outer
}

/** Parses JSON inside a JSON string, as some services wrap their answers; undefined if there is none. */
export const innerJson = (text: string): unknown => (/^\s*[[{]/.test(text) ? parseJson(text) : undefined)
