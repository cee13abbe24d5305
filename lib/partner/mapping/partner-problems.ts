import { parseJson } from './parse-json'

/** One problem that the partner reported, in its words and with its field names. */
export type PartnerProblem = { message: string; code: string | null; fields: string[] }

const MAX_PROBLEMS = 200
const MAX_MESSAGE = 1_000
const MAX_PAGE = 300
const MAX_PAGE_READ = 10_000

/** Real answers nest three or four levels; the limit keeps a hostile one from exhausting the stack. */
const MAX_DEPTH = 64

/**
 * Reads the problems from any answer. The interface documents only one error body, the alias's `{errors:[…]}`, and not
 * its items. Understands that, `[{message, errorCode, fields}]`, `{error, error_description}`, failed result entries,
 * an upload's `results[].errors`, errors in an envelope or by field, plain text and HTML pages. Empty if there are none.
 */
export function readErrors(text: string): PartnerProblem[] {
  const body = parseJson(text)
  return body === undefined ? bounded(readText(text)) : problemsIn(body)
}

/** The same for a parsed answer or a part of one. */
export const problemsIn = (body: unknown): PartnerProblem[] => bounded(readBody(body, null, 0))

const bounded = (problems: PartnerProblem[]): PartnerProblem[] =>
  problems
    .slice(0, MAX_PROBLEMS)
    .map((problem) => ({ ...problem, message: shorten(problem.message, MAX_MESSAGE) }))

function readBody(body: unknown, parentCode: string | null, depth: number): PartnerProblem[] {
  if (typeof body === 'string') return readText(body)
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(body)) return body.flatMap((item) => readBody(item, parentCode, depth + 1))
  const members = membersOf(body)
  if (members.size === 0) return []
  // A successful record also has a message, but it is not a problem.
  if (members.get('success') === true) return []
  const code = firstText(members, CODES) ?? parentCode
  for (const name of CONTAINERS) {
    const member = members.get(name)
    // A string here is this problem's own message, read below.
    if (typeof member === 'string' && name !== 'errors') continue
    const problems = readBody(member, code, depth + 1)
    if (problems.length > 0) return problems
    if (name === 'errors') {
      const byField = problemsByField(member, code)
      if (byField.length > 0) return byField
    }
  }
  const fields = fieldsOf(members)
  // A code inherited from above serves as the message only if fields are named; otherwise it would hide errors by field.
  const ownCode = fields.length > 0 ? code : firstText(members, CODES)
  const message = firstText(members, MESSAGES) ?? ownCode
  return message === null ? [] : [{ message, code, fields }]
}

/** Errors keyed by field: `{"Mer.Tax_ID__c": ["must have 9 digits"]}`. */
function problemsByField(errors: unknown, code: string | null): PartnerProblem[] {
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return []
  return Object.entries(errors).flatMap(([field, messages]) =>
    [messages]
      .flat()
      .flatMap((message) =>
        typeof message === 'string' && message.trim() !== ''
          ? [{ message: message.trim(), code, fields: [field] }]
          : [],
      ),
  )
}

function readText(text: string): PartnerProblem[] {
  const isPage = /<(?:!doctype|html|head|body)\b/i.test(text)
  // Only the beginning: stripping tags takes quadratic time on a hostile page.
  const words = isPage ? pageWords(text.slice(0, MAX_PAGE_READ)) : text.trim()
  return words === ''
    ? []
    : [{ message: shorten(words, isPage ? MAX_PAGE : MAX_MESSAGE), code: null, fields: [] }]
}

/** The text of an HTML page that a gateway sent instead of the partner's answer. */
const pageWords = (html: string): string =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Members by lowercase name, because the interface uses both `Message` and `message`. Empty unless `value` is an object. */
const membersOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([name, member]) => [name.toLowerCase(), member])
      : [],
  )

/** Members that may contain nested problems, the most informative first. */
const CONTAINERS = ['errors', 'error', 'results', 'exception', 'fault', 'result', 'data', 'response']
const CODES = ['errorcode', 'statuscode', 'code', 'error']
const MESSAGES = ['message', 'errormessage', 'error_description', 'description', 'error']

const firstText = (members: ReadonlyMap<string, unknown>, names: readonly string[]): string | null =>
  names.map((name) => textOf(members.get(name))).find((text) => text !== null) ?? null

function fieldsOf(members: ReadonlyMap<string, unknown>): string[] {
  const fields = members.get('fields') ?? members.get('field')
  return (Array.isArray(fields) ? fields : [fields]).filter((field) => typeof field === 'string')
}

/** Accepts numbers too, because a code may be one. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text
