import { unstable_isUnrecognizedActionError } from 'next/navigation'
import { tellSessionEnded } from '@/components/shell/session'
import type { Problem } from '@/lib/domain/values/problem'
import type { DeskErrorCode } from '@/lib/errors'

/** A server action's answer. */
export type ActionAnswer<T> =
  | { data?: T; serverError?: { code?: DeskErrorCode; message: string }; validationErrors?: unknown }
  | undefined

/**
 * Why an action did not happen. `refused`: nothing was changed. `changed`: someone else was first, and the page
 * shows the new state. `no-answer`: it may have been done.
 */
export type Trouble = {
  kind: 'refused' | 'changed' | 'signed-out' | 'no-answer'
  /** Empty if fields are to blame. */
  message: string
  fields: readonly Problem[]
  /** The error's code, for pages with a title of their own for it. */
  code?: DeskErrorCode
}

/** The result of an action that did nothing; an action may add more. */
type Refused = { ok: false }
export type DoneOf<T> = Exclude<T, Refused>
export type RefusalOf<T> = Extract<T, Refused>

export type Called<T> =
  | { ok: true; data: DoneOf<T> }
  | { ok: false; trouble: Trouble; refusal: RefusalOf<T> | null }

/** What to do without an answer: try again if repeating is harmless, otherwise look first. */
export type Unanswered = 'try-again' | 'look-first'

const NO_ANSWER: Readonly<Record<Unanswered, string>> = {
  'try-again': 'Try again. If it was already done, it is not repeated.',
  'look-first': 'It may have been done. Reload to check before you try again.',
}

const UNREADABLE = 'The desk could not read this. Shorten long values and try again.'
/** The server has a newer version than the page and no longer knows this action. */
const UPDATED =
  'PayFac Desk was updated while this page was open. Copy what you typed, reload the page, and do it again.'
const CHANGED = 'Someone else changed this first. Check the current values and try again.'

/** Reads every action's answer in the browser. Never throws: an action that redirects counts as done. */
export async function readAnswer<T>(
  answered: Promise<ActionAnswer<T>>,
  unanswered: Unanswered = 'look-first',
): Promise<Called<T>> {
  let answer: ActionAnswer<T>
  try {
    answer = await answered
  } catch (error) {
    if (isNavigation(error)) return { ok: true, data: undefined as DoneOf<T> }
    if (unstable_isUnrecognizedActionError(error))
      return failed({ kind: 'refused', message: UPDATED, fields: [] })
    return failed({ kind: 'no-answer', message: NO_ANSWER[unanswered], fields: [] })
  }
  if (answer?.serverError) return failed(ofError(answer.serverError))
  if (answer?.validationErrors) return failed(ofValidation(answer.validationErrors))
  const data = answer?.data as T
  return isRefused(data)
    ? { ok: false, trouble: ofRefusal(data), refusal: data }
    : { ok: true, data: data as DoneOf<T> }
}

/** A single line, for places with their own title or little room. */
export const troubleWords = ({ kind, message, fields }: Trouble): string => {
  const words = message || fields.map((field) => field.message).join(' ')
  return kind === 'no-answer' ? `The desk did not answer. ${words}` : words
}

const failed = (trouble: Trouble) => ({ ok: false, trouble, refusal: null }) as const

const isNavigation = (error: unknown): boolean =>
  error instanceof Error && 'digest' in error && String(error.digest).startsWith('NEXT_')

function ofError({ code, message }: { code?: DeskErrorCode; message: string }): Trouble {
  if (code === 'signed-out') tellSessionEnded()
  const kind = code === 'signed-out' ? 'signed-out' : code === 'stale' ? 'changed' : 'refused'
  return { kind, message, fields: [], ...(code && { code }) }
}

/** From the schema's errors, with `_errors` at each invalid place. */
function ofValidation(errors: unknown): Trouble {
  const fields = problemsIn(errors, []).filter(({ path }) => path !== '')
  return { kind: 'refused', message: fields.length > 0 ? '' : UNREADABLE, fields }
}

function problemsIn(errors: unknown, path: readonly string[]): Problem[] {
  if (!isRecord(errors)) return []
  const { _errors: [message] = [], ...below } = errors as { _errors?: unknown[] }
  return [
    ...(typeof message === 'string' ? [{ path: path.join('.'), message }] : []),
    ...Object.entries(below).flatMap(([key, inner]) => problemsIn(inner, [...path, key])),
  ]
}

/** Actions name a single field, or list the problems of several. */
type Worded = {
  message?: string
  field?: string
  reason?: string
  problems?: readonly Problem[] | Record<string, string | undefined>
}

function ofRefusal(refusal: Worded): Trouble {
  const { message = '', field, reason, problems = [] } = refusal
  if (reason === 'stale' || reason === 'changed')
    return { kind: 'changed', message: message || CHANGED, fields: [] }
  if (field !== undefined) return { kind: 'refused', message: '', fields: [{ path: field, message }] }
  const fields = Array.isArray(problems)
    ? problems.map(({ path, message: text }) => ({ path, message: text }))
    : Object.entries(problems).flatMap(([path, text]) => (text ? [{ path, message: text }] : []))
  return { kind: 'refused', message: fields.length > 0 ? '' : message, fields }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const isRefused = <T>(data: T): data is RefusalOf<T> & Worded => isRecord(data) && data.ok === false
