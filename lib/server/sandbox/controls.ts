import { z } from 'zod'
import type { SandboxEndpoint, SandboxFaultMode, SandboxProfileStatus } from '@/lib/db/schema/sandbox'
import { DeskError } from '@/lib/errors'
import { parseJson } from '@/lib/partner/mapping/parse-json'
import { wireProblemListSchema } from '@/lib/partner/wire/problem'

/**
 * The simulated partner's controls (contract.md, "The sandbox"), over HTTP wherever it runs. Every call
 * throws a DeskError in words for people: `unavailable` where no answer came that can be used, `invalid`
 * with the sandbox's own words, `not-found` for a record that it does not have.
 */

export const CONTROL_ENDPOINTS = [
  'token',
  'application',
  'attachment',
  'alias',
  'funding',
] as const satisfies SandboxEndpoint[]

export const FAULT_MODES = [
  'status',
  'status-after',
  'hang',
  'hang-after',
  'cut-after',
  'malformed',
  'partial',
  'slow',
] as const satisfies SandboxFaultMode[]

export const PROFILE_STATUSES = ['active', 'suspended', 'closed'] as const satisfies SandboxProfileStatus[]

export type ControlEndpoint = (typeof CONTROL_ENDPOINTS)[number]
export type ControlFaultMode = (typeof FAULT_MODES)[number]
export type ControlProfileStatus = (typeof PROFILE_STATUSES)[number]

const moment = z.iso.datetime()

/** Names are taken as they come, so that a sandbox of another version can still be read. */
const requestSchema = z.object({
  n: z.int(),
  at: moment,
  endpoint: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int().nullable(),
  bytes: z.int(),
  sha256: z.string(),
  applied: z.boolean(),
})

const requestDetailSchema = requestSchema.extend({
  request: z.string().nullable(),
  answer: z.string().nullable(),
})

const opportunitySchema = z.object({
  id: z.string(),
  accountId: z.string(),
  kind: z.string(),
  stage: z.string(),
  name: z.string().nullable(),
  legalName: z.string().nullable(),
  createdAt: moment,
  updatedAt: moment,
})

const record = z.record(z.string(), z.unknown())

/** The objects and lists of an application stand beside these, each under the partner's name for it. */
const storedOpportunitySchema = z.looseObject({
  id: z.string(),
  accountId: z.string(),
  kind: z.string().optional(),
  stage: z.string(),
  createdAt: moment,
  updatedAt: moment,
  Opp: record,
  Mer: record,
  attachments: z.array(
    z.object({ id: z.string(), name: z.string(), sizeBytes: z.int(), sha256: z.string() }),
  ),
  received: z.array(z.unknown()),
})

const profileSchema = z.object({
  profileId: z.string(),
  status: z.enum(PROFILE_STATUSES),
  responseUrl: z.string().nullable(),
})

const callbackSchema = z.object({
  n: z.int(),
  profileId: z.string(),
  createdAt: moment,
  state: z.enum(['waiting', 'acknowledged', 'given-up']),
  attempts: z.int(),
  nextAttemptAt: moment.nullable(),
  responseUrl: z.string().nullable(),
  lastStatus: z.int().nullable(),
  lastProblem: z.string().nullable(),
  lastAttemptAt: moment.nullable(),
  fields: z.record(z.string(), z.string()),
})

const faultSchema = z.object({
  endpoint: z.string(),
  mode: z.string(),
  times: z.int(),
  delayMs: z.int().nullable(),
  status: z.int().nullable(),
})

export type ControlRequest = z.output<typeof requestSchema>
export type ControlRequestDetail = z.output<typeof requestDetailSchema>
export type ControlOpportunity = z.output<typeof opportunitySchema>
export type ControlStoredOpportunity = z.output<typeof storedOpportunitySchema>
export type ControlProfile = z.output<typeof profileSchema>
export type ControlCallback = z.output<typeof callbackSchema>
export type ControlFault = z.output<typeof faultSchema>

type ControlFaultInput = {
  endpoint: ControlEndpoint
  mode: ControlFaultMode
  times: number
  delayMs?: number
  status?: number
}

type Query = Record<string, string | number | undefined>

export type SandboxControls = ReturnType<typeof sandboxControls>

/** `address` is the sandbox's, with `/sandbox`; `token` what its controls ask for off loopback. */
export function sandboxControls(address: string, token = '') {
  const ask = <T>(call: ControlCall, answer: z.ZodType<T>) => askControl({ address, token }, call, answer)
  const opportunity = (id: string) => ({
    path: `opportunities/${encodeURIComponent(id)}`,
    missing: 'The sandbox has no such application. It may have been reset.',
  })
  const profile = (id: string) => ({
    path: `profiles/${encodeURIComponent(id)}`,
    missing: 'The sandbox has no such profile.',
  })
  return {
    /** Oldest first; of those after number `since`, the newest `last`. */
    listRequests: (query: { since?: number; last?: number; endpoint?: ControlEndpoint }) =>
      ask({ path: 'requests', query }, z.array(requestSchema)),
    requireRequest: (n: number) =>
      ask(
        { path: `requests/${n}`, missing: 'The journal has no request of this number.' },
        requestDetailSchema,
      ),
    /** Newest first, after the id `before` of the page before. */
    listOpportunities: (query: { limit: number; before?: string }) =>
      ask({ path: 'opportunities', query }, z.array(opportunitySchema)),
    /** Whole, where both are on one machine: what people see of it is masked here, once (stored-application.ts). */
    requireOpportunity: (id: string) =>
      ask({ ...opportunity(id), query: { reveal: 1 } }, storedOpportunitySchema),
    setStage: (id: string, stage: string) =>
      ask({ ...opportunity(id), method: 'PUT', body: { stage } }, storedOpportunitySchema),
    listProfiles: () => ask({ path: 'profiles' }, z.array(profileSchema)),
    requireProfile: (id: string) => ask(profile(id), profileSchema),
    changeProfile: (id: string, change: Pick<ControlProfile, 'status' | 'responseUrl'>) =>
      ask({ ...profile(id), method: 'PUT', body: change }, profileSchema),
    /** Oldest first. */
    listCallbacks: (query: { last: number }) => ask({ path: 'callbacks', query }, z.array(callbackSchema)),
    sendCallback: (callback: { profileId: string; times: number; fields: Record<string, string> }) =>
      ask(
        { path: 'callbacks', method: 'POST', body: callback, missing: 'The sandbox has no such profile.' },
        z.object({ queued: z.int(), first: z.int().nullable() }),
      ),
    listFaults: () => ask({ path: 'faults' }, z.array(faultSchema)),
    setFault: (fault: ControlFaultInput) => ask({ path: 'faults', method: 'PUT', body: fault }, z.unknown()),
    clearFaults: () => ask({ path: 'faults', method: 'DELETE' }, z.unknown()),
    revokeTokens: () => ask({ path: 'tokens/revoke', method: 'POST' }, z.object({ revoked: z.int() })),
    /** The interface as an OpenAPI document; it stands beside the controls, not below them. */
    readInterface: () => ask({ path: '../openapi.json' }, z.unknown()),
    reset: () => ask({ path: 'reset', method: 'POST' }, z.unknown()),
  }
}

type ControlCall = {
  path: string
  method?: 'PUT' | 'POST' | 'DELETE'
  query?: Query
  body?: unknown
  /** What a 404 means, where the call names a record. */
  missing?: string
}

const DEADLINE_MS = 10_000

/** Where controls are asked; `token` is empty where they ask for none. */
export type ControlPlace = { address: string; token: string }

async function askControl<T>(place: ControlPlace, call: ControlCall, answer: z.ZodType<T>): Promise<T> {
  const { address } = place
  const { status, text } = await exchange(place, call)
  if (status === 404 && call.missing !== undefined) throw new DeskError('not-found', call.missing)
  const body = parseJson(text)
  if (status === 400) {
    const problems = wireProblemListSchema.safeParse(body).data ?? []
    if (problems.length > 0) {
      throw new DeskError(
        'invalid',
        `The sandbox refused this. ${problems.map(({ message }) => message).join('; ')}.`,
      )
    }
  }
  if (status === 401 || status === 403) {
    throw new DeskError(
      'unavailable',
      `The sandbox at ${address} refuses its controls (HTTP ${status}). Set SANDBOX_CONTROL_TOKEN to the same value here and there.`,
    )
  }
  const parsed = answer.safeParse(body)
  if (status === 200 && parsed.success) return parsed.data
  throw new DeskError(
    'unavailable',
    `${address} did not answer like the sandbox (HTTP ${status}). Check PARTNER_AUTH_URL: another program or another version may run there.`,
    { cause: parsed.error },
  )
}

async function exchange(
  { address, token }: ControlPlace,
  call: ControlCall,
): Promise<{ status: number; text: string }> {
  const url = new URL(`${address.replace(/\/+$/, '')}/control/${call.path}`)
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  try {
    const response = await fetch(url, {
      method: call.method ?? 'GET',
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
      headers: controlHeaders(token),
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    })
    return { status: response.status, text: await response.text() }
  } catch (cause) {
    throw new DeskError('unavailable', withoutAnswer(address, call, cause), { cause })
  }
}

/** What a call of the controls carries besides its own. */
export const controlHeaders = (token: string): Record<string, string> =>
  token === '' ? {} : { authorization: `Bearer ${token}` }

/** The connection never stood, so nothing can have been done. */
const NOT_CONNECTED: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'name not found',
  EAI_AGAIN: 'name server did not answer',
  EHOSTUNREACH: 'no way to the host',
  UND_ERR_CONNECT_TIMEOUT: 'no connection in time',
}

function withoutAnswer(address: string, { method }: ControlCall, error: unknown): string {
  const reason = NOT_CONNECTED[codeOf(error)]
  const late = error instanceof Error && error.name === 'TimeoutError'
  const what =
    reason !== undefined
      ? `There is no sandbox at ${address} (${reason}).`
      : late
        ? `The sandbox at ${address} did not answer within ${DEADLINE_MS / 1_000} seconds.`
        : `The sandbox at ${address} cut the connection.`
  if (reason !== undefined) return `${what} Nothing was changed. Start it (npm run sandbox), then try again.`
  return method === undefined
    ? `${what} Try again. If it fails again, check its log.`
    : `${what} It may have been done. Check before you try again.`
}

/** What fetch throws has the reason in its cause. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : null
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}
