import { parseJson } from './parse-json'

/** One thing that the partner said was wrong, in its own words; `fields` as it named them. */
export type PartnerProblem = { message: string; code: string | null; fields: string[] }

const MAX_PROBLEMS = 200
const MAX_MESSAGE = 1_000
const MAX_PAGE = 300
const MAX_PAGE_READ = 10_000

/**
 * Reads the problems out of whatever the partner answered; the interface shows no error body for these
 * endpoints. Knows `{errors:[…]}`, `[{message, errorCode, fields}]`, `{error, error_description}`, failed
 * result entries, an upload's `results[].errors`, plain text and whole HTML pages. Empty when it says nothing.
 */
export function readErrors(text: string): PartnerProblem[] {
  const body = parseJson(text)
  const problems = body === undefined ? readText(text) : readBody(body, null)
  return problems
    .slice(0, MAX_PROBLEMS)
    .map((problem) => ({ ...problem, message: shorten(problem.message, MAX_MESSAGE) }))
}

/** Whether an answer says by itself that something went wrong, whatever its status; a mere message does not. */
export function tellsOfErrors(text: string): boolean {
  const body = parseJson(text)
  return (Array.isArray(body) ? body : [body]).some(
    (item) =>
      isRecord(item) &&
      (item.success === false ||
        item.Success === false ||
        item.hasErrors === true ||
        (Array.isArray(item.errors) && item.errors.length > 0) ||
        [item.error, item.errorCode].some((code) => textOf(code) !== null)),
  )
}

function readBody(body: unknown, parentCode: string | null): PartnerProblem[] {
  if (typeof body === 'string') return readText(body)
  if (Array.isArray(body)) return body.flatMap((item) => readBody(item, parentCode))
  if (!isRecord(body)) return []
  // A record that went well has a message too, but no problem.
  if (body.Success === true || body.success === true) return []
  for (const list of [body.errors, body.results]) {
    const problems = Array.isArray(list) ? readBody(list, codeOf(body) ?? parentCode) : []
    if (problems.length > 0) return problems
  }
  const message =
    textOf(body.message) ?? textOf(body.Message) ?? textOf(body.error_description) ?? textOf(body.error)
  const code = codeOf(body) ?? parentCode
  if (message === null) return code === null ? [] : [{ message: code, code, fields: fieldsOf(body.fields) }]
  return [{ message, code, fields: fieldsOf(body.fields) }]
}

function readText(text: string): PartnerProblem[] {
  const isPage = /<(?:!doctype|html|head|body)\b/i.test(text)
  // Only its beginning: taking tags out costs more than the square of what a hostile page can hold.
  const words = isPage ? pageWords(text.slice(0, MAX_PAGE_READ)) : text.trim()
  return words === ''
    ? []
    : [{ message: shorten(words, isPage ? MAX_PAGE : MAX_MESSAGE), code: null, fields: [] }]
}

/** The words of a page that a gateway put in the partner's place. */
const pageWords = (html: string): string =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gis, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const codeOf = (body: Record<string, unknown>): string | null =>
  textOf(body.errorCode) ?? textOf(body.statusCode) ?? textOf(body.code) ?? textOf(body.error)

const fieldsOf = (fields: unknown): string[] =>
  Array.isArray(fields) ? fields.filter((field) => typeof field === 'string') : []

/** Numbers too: a code may come as one. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
