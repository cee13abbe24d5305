import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import next from 'next'
import type { Env } from '../lib/env.ts'

const DRAIN_MS = 8_000

/**
 * Next behind our own HTTP server, for what `next start` does not give: a request id and the address of
 * the caller that no header of theirs can forge, and a stop that lets running requests end, for at most
 * eight seconds. Resolves when it answers.
 */
export async function serve(env: Env, { dev }: { dev: boolean }): Promise<void> {
  const app = next({ dev, hostname: env.HOST, port: env.PORT })
  const server = createServer((request, response) => {
    request.headers['x-request-id'] = randomUUID()
    request.headers['x-desk-address'] = request.socket.remoteAddress ?? 'unknown'
    delete request.headers['x-forwarded-for']
    handle(request, response)
  })
  // Listening comes last: nobody is answered before the database is open and migrated.
  await app.prepare()
  const handle = app.getRequestHandler()
  server.on('upgrade', app.getUpgradeHandler())
  server.requestTimeout = 15 * 60_000
  server.headersTimeout = 20_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(env.PORT, env.HOST, resolve)
  })
  await callDesk('listening')

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, DRAIN_MS))])
    server.closeAllConnections()
    await callDesk('stop')
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/** The desk was started inside Next's own bundle (instrumentation.ts); it is found the way its routes find it. */
async function callDesk(method: 'listening' | 'stop') {
  const desk: unknown = Reflect.get(globalThis, Symbol.for('payfac-desk'))
  if (typeof desk !== 'object' || desk === null) throw new Error('The desk did not start with the server.')
  const run: unknown = Reflect.get(desk, method)
  if (typeof run === 'function') await run.call(desk)
}
