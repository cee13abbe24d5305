import type { Tx } from '@/lib/db/client'
import type { WireProblem } from '@/lib/partner/wire/problem'
import type { Box } from './sealed'

/** What an endpoint checks first: a request whose whole body was read. */
export type Admission = { tx: Tx; headers: Headers; body: Uint8Array; now: Date }

/** What an endpoint processes: a request that is authorized and was not stopped by a fault. */
export type Call = {
  tx: Tx
  body: Uint8Array
  baseUrl: string
  now: Date
  box: Box
  /** A fault makes some of the request's records fail; `failStatus` is the status if the request is refused for it. */
  someFail: boolean
  failStatus: number | null
}

/** The answer, and whether the request changed anything. `body` is sent as JSON; null sends no body. */
export type Answer = { status: number; body: unknown; applied: boolean; headers?: Record<string, string> }

export const accepted = (body: unknown): Answer => ({ status: 200, body, applied: true })

export const refused = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  body,
  headers,
  applied: false,
})

export const problem = (errorCode: string, message: string, fields: string[] = []): WireProblem => ({
  message,
  errorCode,
  fields,
})

/** A problem with the whole request, in the platform's list form. */
export const problemList = (errorCode: string, message: string) => [{ message, errorCode }]

export const methodNotAllowed = (body: unknown, allow: string): Answer => refused(405, body, { allow })

export const NOT_FOUND = problemList('NOT_FOUND', 'The requested resource does not exist')

/** The request's media type, without parameters. */
export const mediaTypeOf = (headers: Headers): string =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

export const wrongMediaType = (expected: string): string => `The content type must be ${expected}`

/** For a missing, wrong, expired or revoked bearer token. */
export const SESSION_INVALID = problemList('INVALID_SESSION_ID', 'Session expired or invalid')
