import type { Tx } from '@/lib/db/client'
import type { WireProblem } from '@/lib/partner/wire/problem'
import type { Box } from './sealed'

/** What an endpoint judges first: a request whose body was read whole. */
export type Admission = { tx: Tx; headers: Headers; body: Uint8Array; now: Date }

/** What an endpoint is given: a request that was read, is allowed, and meets no fault before this. */
export type Call = {
  tx: Tx
  body: Uint8Array
  baseUrl: string
  now: Date
  box: Box
  /** A fault lets some of the request's records fail; `failStatus` is the status for a refusal because of it. */
  someFail: boolean
  failStatus: number | null
}

/** What a request is answered with, and whether it changed anything; `body` is sent as JSON, null as nothing. */
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

/** One problem in the platform's list form, for what concerns the request as a whole. */
export const problemList = (errorCode: string, message: string) => [{ message, errorCode }]

export const methodNotAllowed = (body: unknown, allow: string): Answer => refused(405, body, { allow })

export const NOT_FOUND = problemList('NOT_FOUND', 'The requested resource does not exist')

/** The media type that a request names, without its parameters. */
export const mediaTypeOf = (headers: Headers): string =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

export const wrongMediaType = (expected: string): string => `The content type must be ${expected}`

/** Of a missing, wrong, expired or revoked bearer token. */
export const SESSION_INVALID = problemList('INVALID_SESSION_ID', 'Session expired or invalid')
