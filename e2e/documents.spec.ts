import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { expect, test } from './desk-test'
import { Wizard } from './wizard'

const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size - 9)])
/** As far as anybody looks: signature, the header of a picture of one pixel, and some of its data. */
const png = () =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de000007d049444154', 'hex'),
    randomBytes(2000),
  ])
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('five documents, one of 30 MB and one of the wrong kind: four reach the partner, the fifth says why', async ({
  desk,
}) => {
  test.setTimeout(120_000)
  desk.expectTrouble('422')
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  await wizard.fillAll(
    {
      ownership: 'Sole Proprietorship',
      legalName: 'Paper Trail',
      dbaName: 'Paper Trail',
      taxId: '12-7654321',
      people: [
        {
          first: 'Ana',
          last: 'Ruiz',
          ssn: '512456789',
          birth: '1984-05-17',
          roles: ['Principal'],
          percentage: '100',
        },
      ],
    },
    '000987654321',
  )
  await wizard.step('Documents')
  const files = [
    { name: 'voided check.pdf', mimeType: 'application/pdf', buffer: pdf(40_000) },
    { name: 'statement 30 MB.pdf', mimeType: 'application/pdf', buffer: pdf(30 * 1024 * 1024) },
    { name: "owner's “ID” İ.txt", mimeType: 'text/plain', buffer: Buffer.from('Identity: Ana Ruiz\n') },
    {
      name: 'page.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('<!doctype html><script>alert(1)</script>'),
    },
    {
      name: 'photo.png',
      mimeType: 'image/png',
      buffer: png(),
    },
  ]
  await page.locator('input[type=file]').setInputFiles(files)
  await expect(page.getByText('By its content this is a web page')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Documents (4)' })).toBeVisible({ timeout: 60_000 })
  await desk.expectAccessible(page)

  await wizard.step('Review and submit')
  await wizard.submit()
  await expect(page.getByText('The partner accepted it')).toBeVisible()
  await expect(page.getByText('Delivered', { exact: true })).toHaveCount(4, { timeout: 60_000 })
  const { attachments } = await desk.partner.opportunity(await wizard.opportunityId())
  const wanted = files.filter(({ name }) => name !== 'page.pdf').map(({ buffer }) => sha256(buffer))
  expect(attachments.map((attachment) => attachment.sha256).sort()).toEqual(wanted.sort())
})

test('an interrupted upload goes on after a reload, and is one whole document', async ({ desk }) => {
  test.setTimeout(120_000)
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  const id = await wizard.start()
  await page.goto(`/applications/${id}/documents`)
  // A real file: what is dropped again is recognised by its name, size and date.
  const content = pdf(24 * 1024 * 1024)
  const file = test.info().outputPath('long.pdf')
  writeFileSync(file, content)
  // Slow enough to be interrupted in the middle.
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 3 * 1024 * 1024,
  })
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByText(/[4-9]\d % ·/)).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Pause long.pdf' }).click()
  await expect(page.getByText(/Paused/)).toBeVisible()
  await page.reload()
  await expect(page.getByText(/interrupted/i).first()).toBeVisible()
  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('heading', { name: 'Documents (1)' })).toBeVisible({ timeout: 60_000 })
  expect(offsets[0]).toBeGreaterThan(0)
  const href = await page.getByRole('link', { name: 'Download long.pdf' }).getAttribute('href')
  const received = await (await page.request.get(href ?? '')).body()
  expect(sha256(received)).toBe(sha256(content))
})

test('a second copy of the same content is recognised', async ({ desk }) => {
  desk.expectTrouble('422')
  const page = await desk.signIn('onboarding@demo.test')
  const id = await new Wizard(page).start()
  await page.goto(`/applications/${id}/documents`)
  const buffer = pdf(5_000)
  await page.locator('input[type=file]').setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByRole('heading', { name: 'Documents (1)' })).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({ name: 'b.pdf', mimeType: 'application/pdf', buffer })
  await expect(page.getByText('the same content as “a.pdf”')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Documents (1)' })).toBeVisible()
})
