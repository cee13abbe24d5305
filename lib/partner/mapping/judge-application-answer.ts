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
 * What an answer to an application post means. `ids-needed`: accepted, and the answer does not name both records
 * that everything later needs. `partial`: some records were taken and some were not, each by its own word.
 * `unknown`: `failure` speaks of one beside something that was done, or cannot be told from one; `unreadable` is a
 * page or broken JSON.
 */
type AnswerVerdict =
  | { verdict: 'accepted' | 'ids-needed' | 'partial' | 'refused'; records: RecordsFound }
  | { verdict: 'unknown'; why: 'failure' | 'unreadable' }

/**
 * Judges the answer to a create, an update or the alias: the body of any 2xx, or of a 4xx that refuses it. The
 * interface shows a body for the alias's success only, so every other shape is read for what it says, and a sign
 * of failure is never success. `sentIds`: the record ids that the request named itself.
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
    // A refusal that names records as made, each by its own word, is none.
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

/** Nothing at all, or plain words: accepted (product.md), unless they speak of a failure, are a page, or broken JSON. */
function judgeWords(text: string): AnswerVerdict {
  const words = text.trim()
  if (/^[<{["]|<(?:html|body|head|!doctype)\b/i.test(words)) return UNREADABLE
  return soundsLikeFailure(words) ? UNKNOWN : { verdict: 'ids-needed', records: NO_RECORDS }
}

/** Answers nest three or four levels; what is deeper is not believed. */
const MAX_DEPTH = 64

type Findings = {
  /** All but those of a record that failed by its own word. */
  signs: FailureSign[]
  /** Something says that it went well. */
  claims: boolean
  /** A record is named, and said to have been made. */
  made: boolean
  /** A record that failed names one that the request did not. */
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
  /** `isTold`: a failure was told already, and this belongs to it. */
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
    // A record that failed and says also that it went well says nothing.
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

/** The record ids in a request, by the 15 characters that both their forms have. */
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
