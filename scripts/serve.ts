import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { beginCluster } from '../lib/db/engine/begin-early.ts'
import { isOwnOrigin } from '../lib/domain/access/own-origin.ts'
import type { Env } from '../lib/env.ts'
import { guardResponse } from './response-headers.ts'
import { limitServer } from './server-limits.ts'
import { serveStaticFiles } from './static-files.ts'
import { unfitRequest } from './unfit-request.ts'

const DRAIN_MS = 7_500
const EXIT_MS = 9_500

/**
 * Runs Next behind our own HTTP server, for what `next start` lacks: a request id and a caller address that the caller
 * cannot forge with headers, callbacks received without Next, limits for slow requests, and a shutdown within ten
 * seconds that lets running requests finish. Resolves once it accepts requests.
 */
async function serve(env: Env, { dev }: { dev: boolean }): Promise<Served> {
  if (env.DATABASE_URL === '') beginCluster(env.DATA_DIR)
  const { default: next } = await import('next')
  // Next copies every chunk of a body; uploads are read from the request itself (lib/server/documents/incoming-body.ts).
  const incoming = new AsyncLocalStorage<IncomingMessage>()
  Reflect.set(globalThis, Symbol.for('payfac-desk/incoming-request'), incoming)
  const app = next({ dev, hostname: env.HOST, port: env.PORT })
  const isStatic = dev ? () => false : serveStaticFiles('.next')
  const isHttps = env.APP_URL.startsWith('https:')
  const server = createServer((request, response) => {
    guardResponse(response, { isHttps })
    if (desk.callbackDoor(request, response) || isStatic(request, response)) return
    const unfit = unfitRequest(request)
    if (unfit) {
      response.writeHead(unfit.status, { 'content-type': 'text/plain' }).end(unfit.text)
      return
    }
    request.headers['x-request-id'] = randomUUID()
    desk.identifyCaller(request)
    // Next refuses these too, but logs a stack for each and crashes on some.
    const { origin, host, 'next-action': action } = request.headers
    if (action !== undefined && !isOwnOrigin(origin, host, env.APP_URL)) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('This page is not of the desk.')
      return
    }
    incoming.run(request, () => handle(request, response))
  })
  // Listen last, so that no request is answered before the database is open and migrated.
  const started = waitForDesk()
  await app.prepare()
  const handle = app.getRequestHandler()
  const desk = await started
  server.on('upgrade', app.getUpgradeHandler())
  limitServer(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.PORT, env.HOST, resolve)
  })
  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    // Report "not ready" first and stop listening later: a load balancer checks only every few seconds.
    desk.beginStop()
    await sleep(env.STOP_DELAY_SECONDS * 1_000)
    // Exit even if something hangs: the next start recovers what was left open.
    setTimeout(() => process.exit(1), EXIT_MS).unref()
    // Running requests get their answers, and their connections close right afterward.
    server.keepAliveTimeout = 1
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    const drained = Promise.race([closed, new Promise((resolve) => setTimeout(resolve, DRAIN_MS))])
    try {
      await Promise.all([drained, desk.stopWork()])
      server.closeAllConnections()
      await desk.close()
      process.exit(0)
    } catch (error) {
      console.error('The stop was not clean.', error)
      process.exit(1)
    }
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  try {
    await desk.listening()
    return { hasAdmin: await desk.hasAdmin() }
  } catch (error) {
    // The shutdown closes the database under work still in progress, such as the demonstration, and ends the process.
    if (stopping) return new Promise(() => {})
    throw error
  }
}

/** `hasAdmin` is false if no person can sign in yet or invite others. */
export type Served = { hasAdmin: boolean }

/** The same for commands: if the start fails, prints why and ends the process, which Next would keep alive. */
export async function serveOrExit(env: Env, options: { dev: boolean }): Promise<Served> {
  try {
    return await serve(env, options)
  } catch (error) {
    console.error(error instanceof Error ? `The desk did not start. ${error.message}` : error)
    process.exit(1)
  }
}

type Desk = {
  identifyCaller(request: IncomingMessage): void
  callbackDoor(request: IncomingMessage, response: ServerResponse): boolean
  listening(): Promise<void>
  beginStop(): void
  hasAdmin(): Promise<boolean>
  stopWork(): Promise<void>
  close(): Promise<void>
}

/**
 * The desk starts inside Next's bundle (instrumentation.ts), which Next runs without waiting for it. It reports here
 * through `globalThis`, the one thing that the bundles share.
 */
function waitForDesk(): Promise<Desk> {
  const { promise, resolve, reject } = Promise.withResolvers<Desk>()
  Reflect.set(globalThis, Symbol.for('payfac-desk/waiting'), { resolve, reject })
  return promise
}
