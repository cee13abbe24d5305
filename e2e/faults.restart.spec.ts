import { randomBytes, randomUUID } from 'node:crypto'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { type RunningCluster, startThrowAwayCluster } from '@/lib/db/engine/supervisor'
import { type Outage, outageBefore } from '@/lib/testing/outage'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { freePort } from '@/lib/testing/test-cluster'
import { NO_WRONG_CLOCK, wrongClock } from '@/lib/testing/wrong-clock'
import { createOwnDesk, type OwnDesk } from './own-desk'
import { type Partner, partnerAt } from './partner'
import { prepareSoleProprietorship, Wizard } from './wizard'

/** A desk that is told to stop, loses its database, and has its clock moved, under an open page. */
test.describe.configure({ mode: 'serial' })

const PASSWORD = 'demo-desk-2026!'
const clock = wrongClock()

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
  sandbox = await startSandboxProcess({ dataDir: test.info().outputPath('partner') })
  partner = partnerAt(new URL(sandbox.url).origin)
  desk = await createOwnDesk(test.info().outputPath('data'), {
    DATABASE_URL: outage.url,
    AUTH_SECRET: randomUUID(),
    DATA_KEY: randomBytes(32).toString('base64'),
    AUDIT_SIGNING_KEY: randomBytes(32).toString('base64'),
    PARTNER_AUTH_URL: sandbox.url,
    ...clock?.env,
  })
  await desk.start()
})
test.afterAll(async () => {
  await desk.kill()
  await sandbox.kill()
  await outage.close()
  await cluster.stop()
})

async function signIn(browser: Browser, next: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: desk.origin })
  const page = await context.newPage()
  await page.goto(`/sign-in?next=${next}`)
  await page.getByLabel('Email').fill('onboarding@demo.test')
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  return page
}

test('told to end while the partner takes its time: the submission ends first, and goes once', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const page = await signIn(browser, '/applications')
  const wizard = await prepareSoleProprietorship(page, 'Ended In Between')
  const id = wizard.id()
  await wizard.step('Review and submit')
  // A slow answer of some seconds. A desk that is told to stop waits at most seven.
  await partner.fault({ endpoint: 'application', mode: 'slow', times: 1, delayMs: 4 })
  const received = (await partner.journal('application')).length
  const pressed = wizard.submit().catch(() => {})
  await expect.poll(async () => (await partner.journal('application')).length).toBe(received + 1)
  expect(await desk.stop(), 'nothing was cut off').toBe(0)
  await pressed
  await desk.start()
  await page.goto(`/applications/${id}`)
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  expect(await partner.applicationsNaming('Ended In Between')).toHaveLength(1)
  await page.context().close()
})

test('told to end while the demonstration is still being made: it ends cleanly, and the next start makes the rest', async () => {
  const demo = await createOwnDesk(test.info().outputPath('demonstration'))
  const started = demo.start().catch(String)
  await expect
    .poll(() =>
      fetch(`${demo.origin}/sign-in`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  expect(await demo.stop()).toBe(0)
  await started
  await demo.start()
  expect(await demo.stop()).toBe(0)
})

test('a page that is opened while the database is away says so, and is there once it is back', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const page = await signIn(browser, '/applications')
  await new Wizard(page).start()
  const other = await page.context().newPage()
  await outage.begin()
  expect((await page.request.get('/api/health/ready')).status()).toBe(503)

  const answer = await other.goto('/applications')
  expect(answer?.status()).toBe(500)
  await expect(other.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible()
  await page.getByLabel('Legal name').fill('Typed While It Was Away')
  await page.getByLabel('DBA name').focus()
  await expect(page.getByText(/^Not saved/).first()).toBeVisible()

  await outage.end()
  await other.getByRole('button', { name: 'Try again' }).click()
  await expect(other.getByRole('heading', { name: 'Applications', exact: true })).toBeVisible()
  await new Wizard(page).saved()
  await page.reload()
  await expect(page.getByLabel('Legal name')).toHaveValue('Typed While It Was Away')
  await page.context().close()
})

test('a clock that is moved under an open page ends the session, and nothing that was typed is lost', async ({
  browser,
}) => {
  test.skip(clock === null, NO_WRONG_CLOCK)
  test.setTimeout(120_000)
  for (const hours of [2, 0]) {
    const page = await signIn(browser, '/applications')
    const wizard = new Wizard(page)
    await wizard.start()
    clock?.set(hours)
    await page.getByLabel('Legal name').fill(`Typed At ${hours}`)
    await page.getByLabel('DBA name').focus()
    const dialog = page.getByRole('dialog', { name: 'Sign in again' })
    await dialog.getByLabel('Password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in and save' }).click()
    await expect(dialog).toBeHidden()
    await wizard.saved()
    await page.reload()
    await expect(page.getByLabel('Legal name')).toHaveValue(`Typed At ${hours}`)
    await page.context().close()
  }
})
