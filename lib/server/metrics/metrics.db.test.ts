import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPostgres } from '@/lib/db/postgres'
import { callbackDeliveries } from '@/lib/db/schema/callbacks'
import { submitApplication } from '@/lib/server/applications/submission'
import { createCallbackDoor } from '@/lib/server/callbacks/intake/door'
import { createCallbackIntake } from '@/lib/server/callbacks/intake/intake'
import { watchKeys } from '@/lib/server/callbacks/intake/known-keys'
import { createCallers } from '@/lib/server/callers'
import { storeSetting } from '@/lib/server/settings'
import { saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { canariesIn, canaryDraft } from '@/lib/testing/canary-draft'
import { linesOf, seedBatch, submitDraft } from '@/lib/testing/funding-batches'
import { openTestDesk, seedApplicationDraft, type TestDesk } from '@/lib/testing/test-desk'
import { deskMetrics } from './desk-metrics'
import { exposition } from './exposition'
import { listenForMetrics } from './listener'

/** Whatever else would name someone: whom it is of, by which key, and what it is about. */
const NAMED = ['Ana', 'ana@desk.test', '941000000001', 'MERCHANT-1', 'canary-key', 'CANARY-SALE', '127.0.0.1']

let port: number
let desk: TestDesk
let stop: () => Promise<void>
const scrape = (path = '/metrics') => fetch(`http://127.0.0.1:${port}${path}`)
const lines = async () => (await (await scrape()).text()).split('\n')

async function listen(server: http.Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : 0
}

beforeAll(async () => {
  const server = http.createServer()
  port = await listen(server)
  server.close()
  // No one listens there: each attempt ends as not sent.
  desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:9' })
  const { services, database } = desk
  const metrics = await listenForMetrics({ METRICS_PORT: port, METRICS_HOST: '127.0.0.1' }, () =>
    deskMetrics({ services, connections: database.connections }),
  )
  stop = async () => metrics?.stop()
})
afterAll(async () => {
  await stop()
  await desk.close()
})

/** Acknowledged through the door, as a sender would see it. */
async function post(status: number, key: string, body: string): Promise<void> {
  const { services } = desk
  const keys = await watchKeys(services)
  const intake = createCallbackIntake(services, keys, { onStored: () => {} })
  const door = createCallbackDoor(intake, createCallers([], services.now))
  const server = http.createServer((request, response) => {
    door(request, response)
  })
  const answer = await fetch(
    `http://127.0.0.1:${await listen(server)}/webhooks/response-credit-card/${key}`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    },
  )
  expect(answer.status).toBe(status)
  server.closeAllConnections()
  server.close()
  await intake.stop()
  keys.stop()
}

test('what is waiting, unknown, sent, acknowledged and unsealed is told, and no one is named', async () => {
  // Counters are the process's own: other tests have counted before.
  const started = await lines()
  const ana = await desk.as('Ana', ['onboarding', 'finance'])
  await desk.as('Flo', ['finance'])
  const draft = canaryDraft()
  const applicationId = await seedApplicationDraft(ana, {
    ...draft,
    merchant: { ...draft.merchant, sponsorship: 'Sponsor Bank One' },
  })
  await submitApplication(ana, {
    applicationId,
    versions: { merchant: 1, contacts: 1, accounts: 1, options: 1 },
  })
  await submitDraft(ana, await seedBatch(ana, linesOf(['CANARY-SALE'])))
  const { key } = await seedReceiver(ana, { key: `canary-key-${randomBytes(12).toString('hex')}` })
  await post(200, key, new URLSearchParams(saleFields({ tran_id: 'CANARY-SALE' })).toString())
  await post(404, 'canary-key-that-is-none', 'a=b')
  await storeSetting(desk.services.db, 'last-backup', {
    at: new Date(Date.now() - 7_200_000).toISOString(),
    bytes: 1,
    problem: null,
    triedAt: new Date().toISOString(),
  })
  const told = await lines()
  const figureOf = (all: readonly string[], name: string) =>
    Number(all.find((line) => line.startsWith(`${name} `))?.split(' ')[1])
  const figure = (name: string) => figureOf(told, name)
  const counted = (name: string) => figure(name) - (figureOf(started, name) || 0)
  expect(figure('desk_database_up')).toBe(1)
  expect(counted('desk_callbacks_answered_total{status="200"}')).toBe(1)
  expect(counted('desk_callbacks_answered_total{status="404"}')).toBe(1)
  expect(counted('desk_callback_acknowledgement_seconds_bucket{le="+Inf"}')).toBe(1)
  expect(counted('desk_callback_acknowledgement_seconds_count')).toBe(1)
  expect(figure('desk_waiting{queue="callbacks"}')).toBe(
    (await desk.services.db.select({ n: callbackDeliveries.n }).from(callbackDeliveries)).length,
  )
  expect(figure('desk_waiting{queue="approval"}')).toBe(1)
  expect(figure('desk_waiting_oldest_seconds{queue="approval"}')).toBeGreaterThan(0)
  expect(figure('desk_batches{status="waiting"}')).toBe(1)
  expect(figure('desk_batches{status="sending"}')).toBe(0)
  expect(counted('desk_attempts_total{kind="application",outcome="not-sent"}')).toBe(1)
  expect(figure('desk_unknown_outcomes{kind="application"}')).toBe(0)
  expect(figure('desk_audit_rows_unsealed')).toBeGreaterThan(0)
  expect(figure('desk_backup_age_seconds')).toBeGreaterThan(7_199)
  expect(figure('desk_event_loop_delay_seconds{quantile="p99"}')).toBeGreaterThanOrEqual(0)
  expect(figure('desk_database_connections{state="waiting"}')).toBe(0)
  expect(told.some((line) => line.startsWith('desk_unfunded_dollars '))).toBe(true)

  const text = told.join('\n')
  expect(canariesIn(text)).toEqual([])
  for (const name of NAMED) expect(text).not.toContain(name)
  // A label has one of a few values: nothing that anyone typed gets into one.
  const labels = new Set([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => `${name} ${value}`))
  for (const label of labels) expect(label).toMatch(/^(le [\d.+Inf]+|status (\d{3}|[a-z]+)|\w+ [a-z0-9-]+)$/)
})

test('every line is one that Prometheus reads, and each name is told of once', async () => {
  const told = (await lines()).filter((line) => line !== '')
  for (const line of told)
    expect(line).toMatch(
      /^(# (HELP|TYPE) [a-z_]+ .+|[a-z_]+(\{\w+="[^"\n\\]*"(,\w+="[^"\n\\]*")*\})? -?[\d.e+-]+)$/,
    )
  const types = told.filter((line) => line.startsWith('# TYPE'))
  expect(new Set(types).size).toBe(types.length)
  expect(
    exposition([{ name: 'a', help: 'b', type: 'gauge', samples: [{ labels: { c: 'd"\n\\' }, value: 1 }] }]),
  ).toBe('# HELP a b\n# TYPE a gauge\na{c="d___"} 1\n')
})

/** Each figure that an expression of Prometheus names, with the labels that it picks or groups by. */
function askedIn(expression: string): { name: string; labels: string[]; values: string[] }[] {
  const grouped = [...expression.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, by = '']) => by.split(/,\s*/))
  return [...expression.matchAll(/\b((?:desk|process)_[a-z_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', picked = '']) => {
      const pairs = [...picked.matchAll(/(\w+)(?:=~?)"([^"]*)"/g)]
      return {
        name,
        labels: [...grouped, ...pairs.map(([, label = '']) => label)].filter((label) => label !== 'instance'),
        values: pairs.flatMap(([, label, values = '']) =>
          values.split('|').map((value) => `${label} ${value}`),
        ),
      }
    },
  )
}

/** Of labels whose values come with the events that they count: no test has them all. */
const LATER = ['state created', 'state retry', 'state failed', 'status 503']

test('the runbook, the dashboard and the deployment page name what is told, and all of it', async () => {
  const told = (await lines()).filter((line) => line !== '')
  const names = new Map<string, Set<string>>()
  const values = new Set<string>()
  for (const line of told) {
    const [, typed] = /^# TYPE ([a-z_]+)/.exec(line) ?? []
    if (typed) names.set(typed, new Set())
    const [, name = '', labels = ''] = /^([a-z_]+)\{(.*)\} /.exec(line) ?? []
    for (const [, label = '', value] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      const known = names.get(name) ?? names.get(name.replace(/_(bucket|sum|count)$/, ''))
      known?.add(label)
      values.add(`${label} ${value}`)
    }
  }
  // No job waits in this test.
  for (const label of ['job', 'state'])
    for (const name of ['desk_jobs', 'desk_jobs_oldest_seconds']) names.get(name)?.add(label)

  const runbook = readFileSync('docs/runbook.md', 'utf8')
  const alerts = [...runbook.matchAll(/\{ alert: (\w+), expr: '(.*)', for: \d+m \}/g)]
  const dashboard = JSON.parse(readFileSync('docs/grafana-dashboard.json', 'utf8'))
  const shown: string[] = dashboard.panels.flatMap(({ targets }: { targets?: { expr: string }[] }) =>
    (targets ?? []).map(({ expr }) => expr),
  )
  for (const expression of [...alerts.map(([, , expr = '']) => expr), ...shown])
    for (const { name, labels, values: picked } of askedIn(expression)) {
      const known = names.get(name.replace(/_bucket$/, ''))
      expect(known, `${expression}: ${name} is told`).toBeDefined()
      for (const label of labels)
        if (label !== 'le' || !name.endsWith('_bucket'))
          expect([...(known ?? [])], `${expression}: ${name} has ${label}`).toContain(label)
      for (const value of picked)
        if (!LATER.includes(value)) expect([...values], `${expression}: ${value} is told`).toContain(value)
    }

  // What to do about each alert stands under its name, and nothing else does.
  const headings = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name)
  expect(headings).toEqual(alerts.map(([, name]) => name))
  expect(alerts).toHaveLength(10)

  const page = readFileSync('docs/deploy.md', 'utf8')
  const onDashboard = shown.join(' ')
  for (const name of [...names.keys()].filter((name) => name.startsWith('desk_'))) {
    expect(page, `${name} is on the deployment page`).toContain(`\`${name}`)
    expect(onDashboard, `${name} is on the dashboard`).toContain(name)
  }
})

test('nothing else is answered there, and a database that is away is a figure', async () => {
  expect((await scrape('/')).status).toBe(404)
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(404)
  const away = openPostgres('postgresql://desk@127.0.0.1:9/none')
  const metrics = await deskMetrics({
    services: { ...desk.services, db: away.db },
    connections: away.connections,
  })
  expect(exposition(metrics)).toContain('desk_database_up 0')
  await away.close()
})
