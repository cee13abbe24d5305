import type { Db, Tx } from '@/lib/db/client'
import type { SandboxEndpoint } from '@/lib/db/schema/sandbox'
import { admitFullApplication, aliasProblem } from './alias'
import { admitApplication } from './applications'
import { admitAttachments } from './attachments'
import { type Admission, type Answer, type Call, methodNotAllowed, problemList, refused } from './call'
import type { ControlDoor } from './control/door'
import { deliver, type Fault, leavesUnanswered, takeFault } from './faults'
import { admitFunding } from './funding'
import { readableBody, writeJournal } from './journal'
import { shareTables } from './locks'
import { type ReceivedBody, receiveBody } from './received-body'
import type { Box } from './sealed'
import { admitTokenRequest, tokenProblem } from './tokens'

export type SandboxServices = {
  db: Db
  baseUrl: string
  now: () => Date
  /** Seals the identities that the sandbox stores. */
  box: Box
  controls?: ControlDoor
}

type Endpoint = {
  name: SandboxEndpoint
  maxBytes: number
  /** Runs before any fault: returns a refusal, or the function that processes the admitted request. */
  admit: (admission: Admission) => Promise<Answer | ((call: Call) => Promise<Answer>)>
  /** The status for a body over `maxBytes`. */
  tooLarge: 400 | 413
  /** The endpoint's error body for a problem with the whole request; null if it sends no body. */
  problemBody: (code: string, message: string) => unknown
}

const MIB = 1024 * 1024

/** Interface, "Create application (alias)": the same endpoint under its alias and its underlying path. */
const ALIAS: Endpoint = {
  name: 'alias',
  maxBytes: 6 * MIB,
  admit: admitFullApplication,
  problemBody: aliasProblem,
  tooLarge: 413,
}

/** Interface, "Endpoints", by path below the sandbox's address, without a trailing slash. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/services/oauth2/token': {
    name: 'token',
    maxBytes: MIB / 16,
    admit: admitTokenRequest,
    problemBody: tokenProblem,
    tooLarge: 413,
  },
  '/services/apexrest/merchant-application-payfac': {
    name: 'application',
    maxBytes: 6 * MIB,
    admit: admitApplication,
    problemBody: problemList,
    tooLarge: 413,
  },
  '/applications': ALIAS,
  '/services/data/v54.0/composite/sobjects': ALIAS,
  '/services/data/v54.0/composite/tree/Attachment': {
    name: 'attachment',
    maxBytes: 150 * MIB,
    admit: admitAttachments,
    problemBody: problemList,
    tooLarge: 413,
  },
  '/funding-amounts': {
    name: 'funding',
    maxBytes: 150 * MIB,
    admit: admitFunding,
    // Interface, "Funding endpoint: status codes": no response body for any of them.
    problemBody: () => null,
    // This endpoint has only 200, 400, 401, 403 and 500, and a value that is too long is a 400.
    tooLarge: 400,
  },
}

export const findEndpoint = (path: string): Endpoint | null =>
  Object.hasOwn(ENDPOINTS, path) ? (ENDPOINTS[path] ?? null) : null

/** Reads a request, checks, applies and journals it in one transaction, and answers. */
export async function answerInterface(
  { db, baseUrl, now, box }: SandboxServices,
  endpoint: Endpoint,
  request: Request,
): Promise<Response> {
  const received = await receiveBody(request, endpoint.maxBytes)
  const { answer, fault } = await db.transaction(async (tx) => {
    await shareTables(tx)
    const at = now()
    const decided = await decide(tx, endpoint, request, received, { baseUrl, now: at, box })
    const unanswered = leavesUnanswered(decided.fault)
    await writeJournal(tx, {
      at,
      endpoint: endpoint.name,
      method: request.method,
      path: new URL(request.url).pathname,
      status: unanswered ? null : decided.answer.status,
      bytes: received.sizeBytes,
      sha256: received.sha256,
      applied: decided.answer.applied,
      request: received.bytes && readableBody(received.bytes),
      answer: unanswered ? null : readableAnswer(decided.answer.body),
    })
    return decided
  })
  return deliver(answer, fault, request.signal)
}

const readableAnswer = (body: unknown): string | null =>
  body === null ? null : readableBody(Buffer.from(JSON.stringify(body)))

type Decision = { answer: Answer; fault: Fault | null }

/** A fault affects only admitted requests with the right method and size, before they are applied. */
async function decide(
  tx: Tx,
  endpoint: Endpoint,
  request: Request,
  { bytes }: ReceivedBody,
  services: Pick<Call, 'baseUrl' | 'now' | 'box'>,
): Promise<Decision> {
  const plain = (answer: Answer): Decision => ({ answer, fault: null })
  const refuse = (status: number, code: string, message: string) =>
    refused(status, endpoint.problemBody(code, message))

  if (request.method !== 'POST') {
    const message = `HTTP method ${request.method} is not allowed; allowed is POST`
    return plain(methodNotAllowed(endpoint.problemBody('METHOD_NOT_ALLOWED', message), 'POST'))
  }
  if (bytes === null) {
    return plain(
      refuse(endpoint.tooLarge, 'REQUEST_TOO_LARGE', `The body has more than ${endpoint.maxBytes} bytes`),
    )
  }
  const admitted = await endpoint.admit({ tx, headers: request.headers, body: bytes, now: services.now })
  if (typeof admitted !== 'function') return plain(admitted)

  const fault = await takeFault(tx, endpoint.name)
  const causedAnswer = (applied: boolean): Answer => ({
    ...refuse(fault?.status ?? 503, 'SERVER_UNAVAILABLE', 'This was caused through the sandbox controls'),
    ...(fault?.body != null && { body: fault.body }),
    applied,
  })
  if (fault?.mode === 'status' || fault?.mode === 'hang') return { answer: causedAnswer(false), fault }
  const answer = await admitted({
    ...services,
    tx,
    body: bytes,
    someFail: fault?.mode === 'partial',
    failStatus: fault?.status ?? null,
  })
  if (fault?.mode === 'status-after') return { answer: causedAnswer(answer.applied), fault }
  return { answer: fault?.mode === 'malformed' ? { ...answer, status: 200 } : answer, fault }
}
