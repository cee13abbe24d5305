import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { Client } from 'pg'
import { type RunningCluster, startThrowAwayCluster } from '@/lib/db/engine/supervisor'
import { startObjectStorage } from '@/lib/testing/object-storage-line'
import { type OwnProcess, ownProcess } from '@/lib/testing/own-process'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { freePort } from '@/lib/testing/test-cluster'
import { post, RECEIVER, saleOf } from './callback-posts'
import { approve, bring, create, credit, csv, pressSend, putForward } from './funding-batch'
import { createOwnDesk, type OwnDesk } from './own-desk'
import { type Partner, partnerAt } from './partner'
import { startTraceCollector } from './trace-collector'
import { prepareSoleProprietorship } from './wizard'

/**
 * Two desks that serve only pages, two workers and a receiver on one PostgreSQL and one object store, as in
 * docs/deploy.md. Each has its own folder, so that no instance can depend on another's files.
 */
test.describe.configure({ mode: 'serial' })

const PASSWORD = 'demo-desk-2026!'

let cluster: RunningCluster
let sandbox: SandboxProcess
let collector: Awaited<ReturnType<typeof startTraceCollector>>
let storage: Awaited<ReturnType<typeof startObjectStorage>>
let partner: Partner
let one: OwnDesk
let two: OwnDesk
let workers: [OwnProcess, OwnProcess]
let receiver: OwnProcess & { origin: string }

test.beforeAll(async () => {
  test.setTimeout(240_000)
  cluster = await startThrowAwayCluster({ port: await freePort(), overTcp: true })
  sandbox = await startSandboxProcess({ dataDir: test.info().outputPath('partner') })
  partner = partnerAt(new URL(sandbox.url).origin)
  storage = await startObjectStorage()
  collector = await startTraceCollector()
  const { user, password, port, database } = cluster.owner
  const folder = (name: string) => test.info().outputPath(name)
  const shared = {
    DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    AUTH_SECRET: randomUUID(),
    DATA_KEY: randomBytes(32).toString('base64'),
    AUDIT_SIGNING_KEY: randomBytes(32).toString('base64'),
    PARTNER_AUTH_URL: sandbox.url,
    ROLES: 'web',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    ...storage.settings,
  }
  one = await createOwnDesk(folder('one'), shared)
  two = await createOwnDesk(folder('two'), shared)
  const worker = (name: string) =>
    ownProcess(
      ['--conditions=react-server', '--import', 'tsx', 'scripts/worker.ts'],
      'The worker does jobs.',
      { ...shared, DATA_DIR: folder(name) },
    )
  workers = [worker('worker-one'), worker('worker-two')]
  const RECEIVER_PORT = String(await freePort())
  receiver = {
    origin: `http://127.0.0.1:${RECEIVER_PORT}`,
    ...ownProcess(['--import', 'tsx', 'scripts/receiver.ts'], 'Callbacks are taken in at', {
      ...shared,
      DATA_DIR: folder('receiver'),
      RECEIVER_PORT,
    }),
  }
  // The first instance migrates, and creates the demonstration data.
  await one.start()
  await Promise.all([two.start(), workers[0].start(), receiver.start()])
})
test.afterAll(async () => {
  await Promise.all([one, two, ...workers, receiver].map((process) => process.kill()))
  await sandbox.kill()
  await storage.stop()
  collector.stop()
  await cluster.stop()
})

async function signIn(browser: Browser, desk: OwnDesk, email: string, next: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: desk.origin })
  const page = await context.newPage()
  await page.goto(`/sign-in?next=${next}`)
  await enter(page, email, PASSWORD)
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  return page
}

async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('who signed in at one desk is known at the other, and a rule saved here counts there', async ({
  browser,
}) => {
  const page = await signIn(browser, one, 'admin@demo.test', '/admin/settings/funding')
  const rule = page.getByLabel('Two people approve above a number of transactions')
  await expect(rule).toBeChecked()
  await rule.uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.goto(`${two.origin}/admin/settings/funding`)
  await expect(rule).not.toBeChecked()

  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.goto(`${one.origin}/admin/settings/funding`)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await page.context().close()
})

test('an upload that began at one desk goes on at the other, and a worker sends it to the partner', async ({
  browser,
}) => {
  const page = await signIn(browser, one, 'onboarding@demo.test', '/applications')
  const wizard = await prepareSoleProprietorship(page, 'Begun Here, Ended There')
  const id = wizard.id()
  await page.goto(`/applications/${id}/documents`)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1_500_000,
  })
  const file = {
    name: 'begun here.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.concat([Buffer.from('%PDF-1.7\n/Page\n'), randomBytes(11_999_985)]),
  }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText(/[3-9]\d% ·/)).toBeVisible({ timeout: 30_000 })

  await page.goto(`${two.origin}/applications/${id}/documents`)
  await expect(page.getByRole('heading', { name: '1 upload was interrupted' })).toBeVisible()
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose begun here.pdf again' }).click()
  await (await chosen).setFiles(file)
  await expect(page.getByRole('heading', { name: 'Documents (1)' })).toBeVisible({ timeout: 60_000 })
  expect(offsets[0]).toBeGreaterThan(1_000_000)

  const href = await page.getByRole('link', { name: 'Download begun here.pdf' }).getAttribute('href')
  const received = await page.request.get(one.origin + (href ?? ''))
  expect((await received.body()).equals(file.buffer)).toBe(true)

  await page.goto(`${two.origin}/applications/${id}/review`)
  await wizard.submit()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  const opportunity = await wizard.opportunityId()
  const sha256 = createHash('sha256').update(file.buffer).digest('hex')
  await expect
    .poll(async () => (await partner.opportunity(opportunity)).attachments, { timeout: 60_000 })
    .toEqual([expect.objectContaining({ name: file.name, sha256 })])
  await page.context().close()
})

test('a callback that the receiver took in is read by a worker, and seen at every desk', async ({
  browser,
  playwright,
}) => {
  const outside = await playwright.request.newContext({ baseURL: receiver.origin })
  await post(outside, saleOf('SEEN-EVERYWHERE'))
  await outside.dispose()
  const page = await signIn(browser, two, 'finance@demo.test', '/callbacks?q=SEEN-EVERYWHERE')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('link', { name: 'SEEN-EVERYWHERE' })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  const answer = await page.request.post(two.origin + RECEIVER, { form: saleOf('NOT-TAKEN') })
  expect(answer.status(), 'a desk of pages alone takes none').toBe(404)
  await page.context().close()
})

/** An answer that takes some seconds, so that the next request can be prepared meanwhile. */
const SLOWLY = { endpoint: 'funding', mode: 'slow', times: 1, delayMs: 20 }
const COUNT = 25_000

test('a worker is killed while it sends: another finishes the batch, and nothing is sent twice', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const maker = await signIn(browser, one, 'finance@demo.test', '/funding')
  const rows = Array.from({ length: COUNT }, (_, index) => `${credit(60_001 + index)},,BLUEBIRD-01,100`)
  await bring(maker, 'many.csv', csv(...rows))
  const address = new URL(await create(maker)).pathname
  await putForward(maker)
  await maker.context().close()
  const page = await signIn(browser, two, 'finance2@demo.test', '/funding')
  await approve(page, address)
  const sent = async () => (await partner.journal('funding')).map(({ status, applied }) => [status, applied])
  const before = (await sent()).length
  await partner.fault(SLOWLY)
  await pressSend(page)
  await expect.poll(async () => (await sent()).length).toBe(before + 1)
  // This fault hits the second request, which the partner applies but never answers.
  await partner.fault({ endpoint: 'funding', mode: 'hang-after', times: 1, delayMs: 120_000 })
  await expect.poll(async () => (await partner.faults()).length, { timeout: 60_000 }).toBe(0)
  await workers[0].kill()
  await workers[1].start()

  await onePastAttempt()
  await expect(page.getByText('15,000 transactions funded').first()).toBeVisible({ timeout: 90_000 })
  const other = await signIn(browser, one, 'finance3@demo.test', address)
  await other.getByRole('button', { name: 'Resolve…' }).click()
  const dialog = other.getByRole('dialog')
  await dialog.getByLabel('The partner has it').check()
  await dialog.getByRole('textbox').fill('Ms. Ortiz of its support looked.')
  await dialog.getByRole('button', { name: 'Resolve' }).click()
  await expect(other.getByText('25,000 transactions funded.')).toBeVisible({ timeout: 90_000 })
  expect((await sent()).slice(before).filter(([, applied]) => applied)).toHaveLength(3)
})

/** Moves the attempt into the past, so that its sender cannot still be waiting for an answer. */
async function onePastAttempt(): Promise<void> {
  const client = new Client(cluster.owner)
  await client.connect()
  const { rowCount } = await client.query(
    `update funding_attempts set prepared_at = prepared_at - interval '10 minutes' where state = 'sending'`,
  )
  await client.end()
  expect(rowCount).toBe(1)
}

test('wrong passwords are counted together, at whatever desk they are tried', async ({ browser }) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  for (let n = 0; n < 10; n += 1) {
    await page.goto(`${(n % 2 === 0 ? one : two).origin}/sign-in`)
    await enter(page, 'auditor@demo.test', 'not it at all')
    await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  }
  await page.goto(`${one.origin}/sign-in`)
  await enter(page, 'auditor@demo.test', PASSWORD)
  await expect(page.getByText('Too many attempts.')).toBeVisible()
  await context.close()
})

test('traces tell of pages, actions, jobs and the partner, and name nobody', async () => {
  const names = [
    'GET /applications/[id]/documents',
    'job deliver-document',
    'job send-funding-batch',
    'partner application',
    'partner document',
    'partner funding',
  ]
  // The last spans are exported some seconds after they ended.
  await expect
    .poll(() => names.filter((name) => !collector.text().includes(`"${name}"`)), { timeout: 30_000 })
    .toEqual([])
  const text = collector.text()
  for (const canary of ['demo.test', 'Begun Here', 'begun here', 'SEEN-EVERYWHERE', 'q=', PASSWORD, 'Ortiz'])
    expect(text, canary).not.toContain(canary)
  // Addresses show route parameters instead of their values.
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/)
})
