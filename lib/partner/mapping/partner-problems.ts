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
 * `{error, error_description}`, failed result entries, an upload's `results[].errors`, errors in an envelope or by
 * field, plain text and whole HTML pages. Empty when it says nothing.
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

function readBody(body: unknown, parentCode: string | null, depth: number): PartnerProblem[] {
  if (typeof body === 'string') return readText(body)
  if (depth > MAX_DEPTH) return []
  if (Array.isArray(body)) return body.flatMap((item) => readBody(item, parentCode, depth + 1))
  const members = membersOf(body)
  if (members.size === 0) return []
  // A record that went well has a message too, but no problem.
  if (members.get('success') === true) return []
  const code = firstText(members, CODES) ?? parentCode
  for (const name of CONTAINERS) {
    const member = members.get(name)
    // A text of that name is the message of this problem, below.
    if (typeof member === 'string' && name !== 'errors') continue
    const problems = readBody(member, code, depth + 1)
    if (problems.length > 0) return problems
    if (name === 'errors') {
      const byField = problemsByField(member, code)
      if (byField.length > 0) return byField
    }
  }
  const fields = fieldsOf(members)
  // The code above is a message only of what says where: else it would stand in the place of errors by field.
  const ownCode = fields.length > 0 ? code : firstText(members, CODES)
  const message = firstText(members, MESSAGES) ?? ownCode
  return message === null ? [] : [{ message, code, fields }]
}

/** `{"Mer.Tax_ID__c": ["must have 9 digits"]}`: what is wrong by the field that it is wrong at. */
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

/** Where other problems are told inside of one, the most telling first. */
const CONTAINERS = ['errors', 'error', 'results', 'exception', 'fault', 'result', 'data', 'response']
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
