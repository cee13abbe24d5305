import type { Db, Tx } from '@/lib/db/client'
import type { SandboxEndpoint } from '@/lib/db/schema/sandbox'
import { createOrUpdateApplication } from './applications'
import { uploadAttachments } from './attachments'
import { type Answer, type Call, methodNotAllowed, problemList, refused, SESSION_INVALID } from './call'
import { deliver, type Fault, leavesUnanswered, takeFault } from './faults'
import { writeJournal } from './journal'
import { type ReceivedBody, receiveBody } from './received-body'
import { hasValidToken, issueToken, tokenProblem } from './tokens'

export type SandboxWorld = { db: Db; baseUrl: string; now: () => Date }

type Endpoint = {
  name: SandboxEndpoint
  mediaType: string
  maxBytes: number
  needsToken: boolean
  handle: (call: Call) => Promise<Answer>
  /** How this endpoint words a problem that concerns the request as a whole. */
  problemBody: (code: string, message: string) => unknown
}

const MIB = 1024 * 1024

/** Interface, "Endpoints"; by the path below the sandbox's address, without a trailing slash. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/services/oauth2/token': {
    name: 'token',
    mediaType: 'application/x-www-form-urlencoded',
    maxBytes: MIB / 16,
    needsToken: false,
    handle: issueToken,
    problemBody: tokenProblem,
  },
  '/services/apexrest/merchant-application-payfac': {
    name: 'application',
    mediaType: 'application/json',
    maxBytes: 6 * MIB,
    needsToken: true,
    handle: createOrUpdateApplication,
    problemBody: problemList,
  },
  '/services/data/v54.0/composite/tree/Attachment': {
    name: 'attachment',
    mediaType: 'application/json',
    maxBytes: 150 * MIB,
    needsToken: true,
    handle: uploadAttachments,
    problemBody: problemList,
  },
}

export const findEndpoint = (path: string): Endpoint | null =>
  Object.hasOwn(ENDPOINTS, path) ? (ENDPOINTS[path] ?? null) : null

/** One request to the interface: read, judged, applied and written to the journal in one transaction, answered. */
export async function answerInterface(
  { db, baseUrl, now }: SandboxWorld,
  endpoint: Endpoint,
  request: Request,
): Promise<Response> {
  const received = await receiveBody(request, endpoint.maxBytes)
  const { answer, fault } = await db.transaction(async (tx) => {
    const at = now()
    const decided = await decide(tx, endpoint, request, received, { baseUrl, now: at })
    await writeJournal(tx, {
      at,
      endpoint: endpoint.name,
      method: request.method,
      path: new URL(request.url).pathname,
      status: leavesUnanswered(decided.fault) ? null : decided.answer.status,
      bytes: received.sizeBytes,
      sha256: received.sha256,
      applied: decided.answer.applied,
    })
    return decided
  })
  return deliver(answer, fault, request.signal)
}

type Decision = { answer: Answer; fault: Fault | null }

/** A fault is met by a request that is allowed and of the right kind, before its body is looked at. */
async function decide(
  tx: Tx,
  endpoint: Endpoint,
  request: Request,
  { bytes }: ReceivedBody,
  world: Pick<Call, 'baseUrl' | 'now'>,
): Promise<Decision> {
  const plain = (answer: Answer): Decision => ({ answer, fault: null })
  const refuse = (status: number, code: string, message: string) =>
    refused(status, endpoint.problemBody(code, message))

  if (request.method !== 'POST') {
    const message = `HTTP method ${request.method} is not allowed; allowed is POST`
    return plain(methodNotAllowed(endpoint.problemBody('METHOD_NOT_ALLOWED', message), 'POST'))
  }
  if (bytes === null) {
    return plain(refuse(413, 'REQUEST_TOO_LARGE', `The body has more than ${endpoint.maxBytes} bytes`))
  }
  if (endpoint.needsToken && !(await hasValidToken(tx, request, world.now))) {
    return plain(refused(401, SESSION_INVALID))
  }
  if (mediaTypeOf(request) !== endpoint.mediaType) {
    return plain(refuse(415, 'UNSUPPORTED_MEDIA_TYPE', `The content type must be ${endpoint.mediaType}`))
  }

  const fault = await takeFault(tx, endpoint.name)
  const causedAnswer = (applied: boolean): Answer => ({
    ...refuse(fault?.status ?? 503, 'SERVER_UNAVAILABLE', 'This was caused through the sandbox controls'),
    ...(fault?.body != null && { body: fault.body }),
    applied,
  })
  if (fault?.mode === 'status' || fault?.mode === 'hang') return { answer: causedAnswer(false), fault }
  const answer = await endpoint.handle({
    ...world,
    tx,
    body: bytes,
    someFail: fault?.mode === 'partial',
    failStatus: fault?.status ?? null,
  })
  if (fault?.mode === 'status-after') return { answer: causedAnswer(answer.applied), fault }
  return { answer: fault?.mode === 'malformed' ? { ...answer, status: 200 } : answer, fault }
}

const mediaTypeOf = (request: Request): string =>
  (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
