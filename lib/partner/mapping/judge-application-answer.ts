import { isRecordId } from '../wire/record-id'
import {
  innerJson,
  parseAnswer,
  type RecordsFound,
  readApplicationAnswer,
  readEntry,
  typeOf,
} from './application-answer'
import { type FailureSign, signsIn, soundsLikeFailure } from './failure-signs'
import { parseJson } from './parse-json'

/**
 * What an answer to an application post means. `ids-needed`: accepted, but the answer does not name both the
 * opportunity and the account, which later calls need. `partial`: entries report that some records were created and
 * some failed. `unknown`: either the answer mentions a failure beside something that was done, or may mean one
 * (`failure`), or it is an HTML page or broken JSON (`unreadable`).
 */
type AnswerVerdict =
  | { verdict: 'accepted' | 'ids-needed' | 'partial' | 'refused'; records: RecordsFound }
  | { verdict: 'unknown'; why: 'failure' | 'unreadable' }

/**
 * Judges the answer to a create, an update or the alias: the body of any 2xx, or of a 4xx refusal. The interface
 * documents a body only for the alias's success, so any other shape is searched for what it says, and an answer with
 * a sign of failure never counts as success. `sentIds`: the record ids in the request.
 */
export function judgeApplicationAnswer(
  { status, text }: { status: number; text: string },
  sentIds: ReadonlySet<string> = new Set(),
): AnswerVerdict {
  const isSuccess = status >= 200 && status < 300
  const body = parseAnswer(text)
  const records = readApplicationAnswer(text, status) ?? NO_RECORDS
  const found = search(body, sentIds)
  if (!isSuccess) {
    // A 4xx that reports records as created is not a clean refusal.
    return found.made ? UNKNOWN : { verdict: 'refused', records: NO_RECORDS }
  }
  if (body === undefined) return judgeWords(text)
  if (typeof body === 'string') return judgeWords(body)
  if (typeof body === 'number' || body === false || found.isTooDeep) return UNKNOWN

  const hasIds = records.entries.some(({ recordId }) => recordId !== null)
  if (found.signs.length > 0) {
    const isClear = found.signs.every((sign) => sign === 'clear')
    return isClear && !hasIds && !found.claims ? { verdict: 'refused', records } : UNKNOWN
  }
  const failed = records.entries.filter(({ success }) => !success)
  if (failed.length > 0) {
    if (found.failedNamesRecord) return UNKNOWN
    if (failed.length < records.entries.length) return { verdict: 'partial', records }
    return found.claims ? UNKNOWN : { verdict: 'refused', records }
  }
  const areNamed = records.opportunityId !== null && records.accountId !== null
  return { verdict: areNamed ? 'accepted' : 'ids-needed', records }
}

const UNKNOWN = { verdict: 'unknown', why: 'failure' } as const
const UNREADABLE = { verdict: 'unknown', why: 'unreadable' } as const
const NO_RECORDS: RecordsFound = { entries: [], opportunityId: null, accountId: null }

/** An empty body or plain text is accepted (product.md), unless it mentions a failure, is a page or is broken JSON. */
function judgeWords(text: string): AnswerVerdict {
  const words = text.trim()
  if (/^[<{["]|<(?:html|body|head|!doctype)\b/i.test(words)) return UNREADABLE
  return soundsLikeFailure(words) ? UNKNOWN : { verdict: 'ids-needed', records: NO_RECORDS }
}

/** Real answers nest three or four levels; anything deeper than this is not trusted. */
const MAX_DEPTH = 64

type Findings = {
  /** All signs except those inside a record that reports its own failure. */
  signs: FailureSign[]
  /** Something in the answer reports success. */
  claims: boolean
  /** A record has an id and reports success. */
  made: boolean
  /** A failed record contains a record id that the request did not. */
  failedNamesRecord: boolean
  isTooDeep: boolean
}

function search(body: unknown, sentIds: ReadonlySet<string>): Findings {
  const found: Findings = {
    signs: [],
    claims: false,
    made: false,
    failedNamesRecord: false,
    isTooDeep: false,
  }
  /** `isTold`: the value is part of a failure that is already recorded. */
  const walk = (value: unknown, depth: number, isItem: boolean, hasFailed: boolean, isTold: boolean) => {
    if (depth > MAX_DEPTH) {
      found.isTooDeep = true
      return
    }
    if (typeof value === 'string') {
      const inner = innerJson(value)
      if (inner !== undefined) walk(inner, depth + 1, false, hasFailed, isTold)
      else if (isItem && !hasFailed && !isTold && soundsLikeFailure(value)) found.signs.push('doubtful')
      return
    }
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value) walk(item, depth + 1, true, hasFailed, isTold)
      return
    }
    const { signs, claims, tellers } = signsIn(value)
    const entry = readEntry(value, true, isItem)
    const failsItself = hasFailed || entry?.success === false
    if (claims) found.claims = true
    if (claims && entry?.recordId) found.made = true
    // A record that reports both failure and success tells us nothing.
    if (claims && failsItself) found.signs.push('doubtful')
    if (!failsItself && !isTold) found.signs.push(...signs)
    for (const [name, member] of Object.entries(value)) {
      if (failsItself && isOtherRecord(name, member, sentIds)) found.failedNamesRecord = true
      walk(member, depth + 1, false, failsItself, isTold || tellers.has(name))
    }
  }
  walk(body, 0, false, false, false)
  return found
}

const isOtherRecord = (name: string, value: unknown, sentIds: ReadonlySet<string>): boolean =>
  !/^source_?id$/i.test(name) &&
  [value].flat().some((id) => isRecordId(id) && typeOf(id) !== null && !sentIds.has(id.slice(0, 15)))

/** The record ids in a request, cut to the 15 characters that the short and long forms share. */
export function recordIdsIn(requestText: string): ReadonlySet<string> {
  const ids = new Set<string>()
  const walk = (value: unknown, depth: number) => {
    if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
    for (const [name, member] of Object.entries(value)) {
      if (name === 'Id' && isRecordId(member)) ids.add(member.slice(0, 15))
      else walk(member, depth + 1)
    }
  }
  walk(parseJson(requestText), 0)
  return ids
}
