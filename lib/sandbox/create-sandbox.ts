import { type Answer, methodNotAllowed, NOT_FOUND, problemList, refused } from './call'
import { wakeCallbackSender } from './callback-sender'
import { answerControl } from './control/answer-control'
import { answerInterface, findEndpoint, type SandboxServices } from './endpoints'
import { logFailure } from './failure-log'
import { deliver } from './faults'
import { answerHostedPage, isHostedPage } from './hosted-page'
import { answerListedCallback, isListedCallback } from './listed-callback'
import { buildOpenApi } from './openapi/document'
import { BodyCutShort, dropRest } from './received-body'
import { readStatus, statusReadId } from './status-read'

/** All sandbox paths are below this one, wherever it is served. */
const PREFIX = '/sandbox'

/**
 * The simulated partner: an HTTP handler with its own tables. `baseUrl` is its public address including `/sandbox`,
 * which it returns as the instance address. Never throws; an internal failure is a 500.
 */
export function createSandbox(services: SandboxServices): (request: Request) => Promise<Response> {
  return async (request) => {
    const path = pathBelowPrefix(request)
    const endpoint = findEndpoint(path)
    try {
      if (endpoint) return await answerInterface(services, endpoint, request)
      const response = isHostedPage(path)
        ? await answerHostedPage(services, path, request)
        : await deliver(await answerOther(services, path, request), null, request.signal)
      // A sale, a control or the listed path may have queued an event or set a response address.
      if (request.method !== 'GET') wakeCallbackSender()
      return response
    } catch (error) {
      // The client is gone and cannot read this. An incomplete request has no effect.
      if (error instanceof BodyCutShort) return new Response(null, { status: 400 })
      logFailure('The sandbox failed to answer.', error)
      const wordProblem = endpoint?.problemBody ?? problemList
      const body = wordProblem('UNKNOWN_EXCEPTION', 'The sandbox failed unexpectedly; its log says more')
      return deliver(refused(500, body), null, request.signal)
    } finally {
      void dropRest(request)
    }
  }
}

async function answerOther(services: SandboxServices, path: string, request: Request): Promise<Answer> {
  if (path.startsWith('/control/')) return answerControl(services, path.slice('/control'.length), request)
  if (isListedCallback(path)) return answerListedCallback(services, request)
  const statusId = statusReadId(path)
  if (statusId !== null) return readStatus(services, statusId, request)
  if (path === '/openapi.json') return answerOpenApi(services, request)
  return refused(404, NOT_FOUND)
}

function answerOpenApi({ baseUrl }: SandboxServices, request: Request): Answer {
  return request.method === 'GET'
    ? { status: 200, body: buildOpenApi(baseUrl), applied: false }
    : methodNotAllowed(problemList('METHOD_NOT_ALLOWED', 'Only GET is allowed here'), 'GET')
}

/** Paths work with and without a trailing slash. */
function pathBelowPrefix(request: Request): string {
  const path = new URL(request.url).pathname.replace(/\/$/, '')
  return path.startsWith(`${PREFIX}/`) ? path.slice(PREFIX.length) : ''
}
