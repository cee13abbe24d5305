import { isRecordId } from '../wire/record-id'
import { innerJson, parseAnswer } from './application-answer'
import { type FailureSign, signsIn } from './failure-signs'

/** `recordId` is null if the answer does not contain the attachment's id. */
type AttachmentVerdict =
  | { verdict: 'stored'; recordId: string | null }
  | { verdict: 'refused' }
  | { verdict: 'unknown' }

/**
 * Judges the 2xx answer to an upload of one file. `hasErrors` decides (interface, "Attachment record": true when
 * any error occurred during upload). The interface does not document the items of `results`, so any shape is read.
 */
export function judgeAttachmentAnswer(text: string): AttachmentVerdict {
  const body = parseAnswer(text)
  const told = new Map(
    typeof body === 'object' && body !== null
      ? Object.entries(body).map(([name, value]) => [name.toLowerCase(), value])
      : [],
  ).get('haserrors')
  const hasErrors = { true: true, false: false }[String(told).toLowerCase()]
  if (hasErrors === true) return { verdict: 'refused' }
  const { recordId, signs } = search(body)
  if (hasErrors === false && signs.length === 0) return { verdict: 'stored', recordId }
  // Clear failure signs without a record id mean that it failed. Both, or neither, leave the outcome unknown.
  const isClear = signs.length > 0 && signs.every((sign) => sign === 'clear')
  return isClear && recordId === null ? { verdict: 'refused' } : { verdict: 'unknown' }
}

const MAX_DEPTH = 64

function search(body: unknown): { recordId: string | null; signs: FailureSign[] } {
  const found: { recordId: string | null; signs: FailureSign[] } = { recordId: null, signs: [] }
  const walk = (given: unknown, depth: number, isItem: boolean) => {
    const value = typeof given === 'string' ? (innerJson(given) ?? given) : given
    // `results` may be a plain list of ids.
    if (isItem && isRecordId(value)) found.recordId ??= value
    if (typeof value !== 'object' || value === null) return
    if (depth > MAX_DEPTH) {
      found.signs.push('doubtful')
      return
    }
    if (Array.isArray(value)) {
      for (const item of value) walk(item, depth + 1, true)
      return
    }
    const { signs, tellers } = signsIn(value)
    found.signs.push(...signs)
    for (const [name, member] of Object.entries(value)) {
      if (/^(?:sf)?id$/i.test(name) && isRecordId(member)) found.recordId ??= member
      if (!tellers.has(name)) walk(member, depth + 1, false)
    }
  }
  walk(body, 0, false)
  return found
}
