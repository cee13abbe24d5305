import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { createOwnDesk, type OwnDesk } from './own-desk'
import { Wizard } from './wizard'

/** Uploads while the desk is killed and restarted. It is a separate desk, so that other journeys keep theirs. */
test.describe.configure({ mode: 'serial' })

const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n/Page\n'), randomBytes(size - 15)])
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let desk: OwnDesk
test.beforeAll(async () => {
  test.setTimeout(240_000)
  desk = await createOwnDesk(test.info().outputPath('data'))
  await desk.start()
})
test.afterAll(() => desk.kill())

async function openDocuments(page: Page): Promise<void> {
  await page.goto(`${desk.origin}/sign-in?next=/applications`)
  await page.getByLabel('Email').fill('onboarding@demo.test')
  await page.getByLabel('Password').fill('demo-desk-2026!')
  await page.getByRole('button', { name: 'Sign in' }).click()
  const id = await new Wizard(page).start()
  await page.goto(`${desk.origin}/applications/${id}/documents`)
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1_500_000,
  })
}

function fileOf(name: string): { path: string; content: Buffer } {
  const path = test.info().outputPath(name)
  const content = pdf(12_000_000)
  writeFileSync(path, content)
  return { path, content }
}

/** Where each part of a file sent from now on began. */
function watchOffsets(page: Page): number[] {
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  return offsets
}

async function expectWhole(page: Page, name: string, content: Buffer): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Documents (1)' })).toBeVisible({ timeout: 90_000 })
  const href = await page.getByRole('link', { name: `Download ${name}` }).getAttribute('href')
  const received = await (await page.request.get(desk.origin + (href ?? ''))).body()
  expect(sha256(received)).toBe(sha256(content))
}

test('a desk that is killed in the middle of a file goes on with it by itself once it is back', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await openDocuments(page)
  const { path, content } = fileOf('by itself.pdf')
  const offsets = watchOffsets(page)
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText(/[3-9]\d% ·/)).toBeVisible({ timeout: 30_000 })
  await desk.kill()
  await expect(page.getByText('The connection was lost. Trying again…')).toBeVisible()
  await desk.start()
  await expectWhole(page, 'by itself.pdf', content)
  expect(offsets[0]).toBe(0)
  expect(offsets.at(-1)).toBeGreaterThan(1_000_000)
})

test('a desk that is told to end in the middle of a file ends cleanly, and goes on with it once it is back', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await openDocuments(page)
  const { path, content } = fileOf('told to end.pdf')
  const offsets = watchOffsets(page)
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText(/[3-9]\d% ·/)).toBeVisible({ timeout: 30_000 })
  expect(await desk.stop()).toBe(0)
  await desk.start()
  await expectWhole(page, 'told to end.pdf', content)
  expect(offsets.filter((offset) => offset === 0)).toHaveLength(1)
})

test('after a kill and a reload the file is chosen again, and goes on from what was received', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await openDocuments(page)
  const { path, content } = fileOf('chosen again.pdf')
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText(/[3-9]\d% ·/)).toBeVisible({ timeout: 30_000 })
  await desk.kill()
  await desk.start()
  await page.reload()
  await expect(page.getByRole('heading', { name: '1 upload was interrupted' })).toBeVisible()
  const offsets = watchOffsets(page)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose chosen again.pdf again' }).click()
  await (await chosen).setFiles(path)
  await expectWhole(page, 'chosen again.pdf', content)
  expect(offsets[0]).toBeGreaterThan(1_000_000)
})
