import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Env } from '@/lib/env'
import { log } from '@/lib/log'
import { exposition, type Metric } from './exposition'
import { processMetrics, watchEventLoop } from './process-metrics'

export type MetricsListener = { stop(): Promise<void> }

/**
 * `GET /metrics` on a port of its own, so that no one reaches it by the desk's address; none where METRICS_PORT is
 * empty. It asks for no password: whoever reaches the port reads the figures, and no identity.
 */
export async function listenForMetrics(
  { METRICS_PORT, METRICS_HOST }: Pick<Env, 'METRICS_PORT' | 'METRICS_HOST'>,
  more: () => Promise<Metric[]>,
): Promise<MetricsListener | null> {
  if (METRICS_PORT === null) return null
  watchEventLoop()
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404, { 'content-length': '0' }).end()
      return
    }
    more().then(
      (metrics) =>
        response
          .writeHead(200, {
            'content-type': 'text/plain; version=0.0.4; charset=utf-8',
            'cache-control': 'no-store',
          })
          .end(exposition([...processMetrics(), ...metrics])),
      (error: unknown) => {
        log.error({ err: error }, 'metrics')
        response.writeHead(500, { 'content-length': '0' }).end()
      },
    )
  })
  server.requestTimeout = 10_000
  server.maxConnections = 20
  server.listen(METRICS_PORT, METRICS_HOST)
  await once(server, 'listening')
  return {
    async stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
