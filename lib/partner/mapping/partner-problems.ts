import { parseJson } from './parse-json'

/** One thing that the partner said was wrong, in its own words; `fields` as it named them. */
export type PartnerProblem = { message: string; code: string | null; fields: string[] }

const MAX_PROBLEMS = 200
const MAX_MESSAGE = 1_000
const MAX_PAGE = 300
const MAX_PAGE_READ = 10_000

/** Answers nest three or four levels; the bound keeps a hostile one from exhausting the stack. */
const MAX_DEPTH = 64

/**
 * Reads the problems out of whatever the partner answered; the interface shows no error body but the alias's
 * `{errors:[…]}`, whose items it does not show. Knows that, `[{message, errorCode, fields}]`,
 * `{error, error_description}`, failed result entries, an upload's `results[].errors`, plain text and whole
 * HTML pages. Empty when it says nothing.
 */
export function readErrors(text: string): PartnerProblem[] {
  const body = parseJson(text)
  return body === undefined ? bounded(readText(text)) : problemsIn(body)
}

/** The same for an answer, or a part of one, that was parsed. */
export const problemsIn = (body: unknown): PartnerProblem[] => bounded(readBody(body, null, 0))

const bounded = (problems: PartnerProblem[]): PartnerProblem[] =>
  problems
    .slice(0, MAX_PROBLEMS)
    .map((problem) => ({ ...problem, message: shorten(problem.message, MAX_MESSAGE) }))

/** Whether an answer says by itself that something went wrong, whatever its status; a mere message does not. */
export function tellsOfErrors(text: string): boolean {
  const body = parseJson(text)
  return (Array.isArray(body) ? body : [body]).some((item) => {
    const members = membersOf(item)
    const errors = members.get('errors')
    return (
      members.get('success') === false ||
      members.get('haserrors') === true ||
      (Array.isArray(errors) && errors.length > 0) ||
      firstText(members, ['error', 'errorcode']) !== null
    )
  })
}

function readBody(body: unknown, parentCode: string | null, depth: number): PartnerProblem[] {
  if (typeof body === 'string') return readText(body)
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(body)) return body.flatMap((item) => readBody(item, parentCode, depth + 1))
  const members = membersOf(body)
  if (members.size === 0) return []
  // A record that went well has a message too, but no problem.
  if (members.get('success') === true) return []
  const code = firstText(members, CODES) ?? parentCode
  for (const list of [members.get('errors'), members.get('results')]) {
    const problems = readBody(list, code, depth + 1)
    if (problems.length > 0) return problems
  }
  const message = firstText(members, MESSAGES) ?? code
  return message === null ? [] : [{ message, code, fields: fieldsOf(members) }]
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

/** By name in lower case: the interface has `Message` beside `message`. None for what is no object. */
const membersOf = (value: unknown): ReadonlyMap<string, unknown> =>
  new Map(
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([name, member]) => [name.toLowerCase(), member])
      : [],
  )

const CODES = ['errorcode', 'statuscode', 'code', 'error']
const MESSAGES = ['message', 'errormessage', 'error_description', 'description', 'error']

const firstText = (members: ReadonlyMap<string, unknown>, names: readonly string[]): string | null =>
  names.map((name) => textOf(members.get(name))).find((text) => text !== null) ?? null

function fieldsOf(members: ReadonlyMap<string, unknown>): string[] {
  const fields = members.get('fields') ?? members.get('field')
  return (Array.isArray(fields) ? fields : [fields]).filter((field) => typeof field === 'string')
}

/** Numbers too: a code may come as one. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text
