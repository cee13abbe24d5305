import { randomBytes, randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { type RunningCluster, startThrowAwayCluster } from '@/lib/db/engine/supervisor'
import { type Outage, outageBefore } from '@/lib/testing/outage'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { freePort } from '@/lib/testing/test-cluster'
import { RECEIVER, saleOf } from './callback-posts'
import { createOwnDesk, type OwnDesk } from './own-desk'
import { type Partner, partnerAt } from './partner'
import { prepareSoleProprietorship, type Wizard } from './wizard'

/** A desk that is told to end in the middle of what people do, and one whose database is away. */
test.describe.configure({ mode: 'serial' })

let cluster: RunningCluster
let outage: Outage
let sandbox: SandboxProcess
let partner: Partner
let desk: OwnDesk
test.beforeAll(async () => {
  test.setTimeout(240_000)
  cluster = await startThrowAwayCluster({ port: await freePort(), overTcp: true })
  const { user, password, port, database } = cluster.owner
  outage = await outageBefore(`postgres://${user}:${password}@127.0.0.1:${port}/${database}`)
  sandbox = await startSandboxProcess({ own: true })
  partner = partnerAt(new URL(sandbox.url).origin)
  desk = await createOwnDesk(test.info().outputPath('data'), {
    DATABASE_URL: outage.url,
    AUTH_SECRET: randomUUID(),
    DATA_KEY: randomBytes(32).toString('base64'),
    AUDIT_SIGNING_KEY: randomBytes(32).toString('base64'),
    PARTNER_AUTH_URL: sandbox.url,
  })
  await desk.start()
})
test.afterAll(async () => {
  await desk?.kill()
  await sandbox?.kill()
  await outage?.close()
  await cluster?.stop()
})

async function prepared(page: Page, name: string): Promise<Wizard> {
  await page.goto(`${desk.origin}/sign-in?next=/applications`)
  await page.getByLabel('Email').fill('onboarding@demo.test')
  await page.getByLabel('Password').fill('demo-desk-2026!')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  return prepareSoleProprietorship(page, name)
}

test('told to end while an application is on its way: the answer is stored, and it was sent once', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const wizard = await prepared(page, 'Ended On Its Way')
  await page.goto(`${desk.origin}/applications/${wizard.id()}/review`)
  await partner.fault({ endpoint: 'application', mode: 'slow', times: 1, delayMs: 5 })
  await wizard.submit()
  await expect.poll(async () => (await partner.journal('application')).length).toBe(1)
  expect(await desk.stop()).toBe(0)
  await desk.start()
  await page.goto(`${desk.origin}/applications/${wizard.id()}`)
  await expect(
    page.getByText('The partner accepted it').or(page.getByText('Submitted')).first(),
  ).toBeVisible()
  expect((await partner.journal('application')).map(({ applied }) => applied)).toEqual([true])
})

test('told to end in the middle of a file: it goes on by itself, and none of it is lost', async ({
  page,
}) => {
  test.setTimeout(240_000)
  const wizard = await prepared(page, 'Ended In A File')
  await page.goto(`${desk.origin}/applications/${wizard.id()}/documents`)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1_500_000,
  })
  const buffer = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(11_999_991)])
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'ended.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByText(/[3-9]\d% ·/)).toBeVisible({ timeout: 30_000 })
  expect(await desk.stop()).toBe(0)
  await expect(page.getByText('The connection broke off. Trying again…')).toBeVisible()
  await desk.start()
  await expect(page.getByRole('heading', { name: 'Documents (1)' })).toBeVisible({ timeout: 90_000 })
  const href = await page.getByRole('link', { name: 'Download ended.pdf' }).getAttribute('href')
  expect((await (await page.request.get(desk.origin + (href ?? ''))).body()).equals(buffer)).toBe(true)
})

test('while its database is away a page says that it could not be shown, a callback is not acknowledged, and both are well afterwards', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await prepared(page, 'Its Database Away')
  const post = async () =>
    (await page.request.post(desk.origin + RECEIVER, { form: saleOf('WHILE-AWAY') })).status()
  await outage.begin()
  await page.goto(`${desk.origin}/applications`)
  await expect(page.getByText('This page could not be shown')).toBeVisible()
  expect(await post()).toBe(503)
  await outage.end()
  await expect.poll(post, { timeout: 30_000 }).toBe(200)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(async () => {
    await page.goto(`${desk.origin}/applications`)
    await expect(page.getByText('Its Database Away').first()).toBeVisible({ timeout: 5_000 })
  }).toPass()
})
