import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { context, propagation, trace } from '@opentelemetry/api'
import { afterAll, expect, test } from 'vitest'
import { startTracing, traced } from './tracing'

afterAll(() => {
  trace.disable()
  context.disable()
  propagation.disable()
})

type Sent = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code: number; message?: string }
}

test('spans reach the collector with their kind and outcome, and without what may name somebody', async () => {
  const bodies: string[] = []
  const server = createServer(async (req, res) => {
    let body = ''
    for await (const chunk of req.setEncoding('utf8')) body += chunk
    bodies.push(`${req.method} ${req.url} ${body}`)
    res.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const end = await startTracing(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)

  await traced('job deliver-document', async (tell) => {
    await traced('partner document', async (outcome) => outcome('accepted'))
    tell('completed')
  })
  await expect(
    traced('partner funding', async () => {
      throw new Error('canary: Ana Ruiz 512-45-6789')
    }),
  ).rejects.toThrow('canary')
  // As Next names and describes its own.
  const next = trace.getTracer('next.js')
  const page = next.startSpan('GET /applications/7f1c?q=canary', {
    attributes: {
      'next.span_type': 'BaseServer.handleRequest',
      'http.method': 'GET',
      'http.target': '/applications/7f1c?q=canary',
      'next.route': '/applications/[id]',
      'http.status_code': 500,
    },
  })
  page.recordException(new Error('canary'))
  page.setStatus({ code: 2, message: 'canary' })
  page.end()
  next
    .startSpan('fetch POST https://canary.test/', { attributes: { 'next.span_type': 'AppRender.fetch' } })
    .end()
  await end()
  server.close()

  expect(bodies.join('')).not.toContain('canary')
  expect(bodies.every((body) => body.startsWith('POST /v1/traces {'))).toBe(true)
  const spans = bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body.slice(body.indexOf('{')))
    return resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Sent[] }[] }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ) as Sent[]
  })
  const told = spans.map(({ name, attributes, status }) => ({
    name,
    status: status.code,
    ...Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
  }))
  expect(told).toEqual([
    { name: 'partner document', status: 0, 'desk.outcome': 'accepted' },
    { name: 'job deliver-document', status: 0, 'desk.outcome': 'completed' },
    { name: 'partner funding', status: 2 },
    {
      name: 'GET /applications/[id]',
      status: 2,
      'next.span_type': 'BaseServer.handleRequest',
      'http.method': 'GET',
      'next.route': '/applications/[id]',
      'http.status_code': 500,
    },
    { name: 'AppRender.fetch', status: 0, 'next.span_type': 'AppRender.fetch' },
  ])
  const [call, job] = spans
  expect([call?.traceId, call?.parentSpanId]).toEqual([job?.traceId, job?.spanId])
})
