import { createHash, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { Wizard } from './wizard'

const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n/Page\n'), randomBytes(size - 15)])
/** As much of a PNG as any check reads: the signature, the header of a one-pixel image, and some data. */
const png = () =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de000007d049444154', 'hex'),
    randomBytes(2000),
  ])
/** The same for a phone's photo. */
const heic = () =>
  Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(2_000, 7)])
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('five documents, one of 30 MB and one of the wrong kind: four reach the partner, the fifth says why', async ({
  desk,
}) => {
  test.setTimeout(120_000)
  desk.expectTrouble('422')
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  await wizard.prepare(
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

test('interrupted uploads go on after a reload, each alone: one goes on, one is taken for another file, one is canceled', async ({
  desk,
}) => {
  test.setTimeout(120_000)
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  const id = await wizard.start()
  await page.goto(`/applications/${id}/documents`)
  await limitUploads(page, 3 * 1024 * 1024)
  const [one, two, three] = ['one.pdf', 'two.pdf', 'three.pdf'].map((name) => {
    const path = test.info().outputPath(name)
    const content = pdf(16 * 1024 * 1024 + name.length)
    writeFileSync(path, content)
    return { path, content }
  })
  if (!one || !two || !three) throw new Error('Three files were made.')
  await page.locator('input[type=file]').setInputFiles([one.path, two.path, three.path])
  await expect(page.getByText(/[2-9]\d% ·/).first()).toBeVisible({ timeout: 30_000 })
  await desk.expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: '3 uploads were interrupted' })).toBeVisible()
  await desk.expectAccessible(page)

  // A file with the same name and size, but other content.
  writeFileSync(two.path, pdf(two.content.length))
  await choose(page, 'Choose two.pdf again', two.path)
  await expect(page.getByText('it does not begin with what was received of “two.pdf”')).toBeVisible()
  await choose(page, 'Choose two.pdf again', one.path)
  await expect(page.getByText('“one.pdf” is another file')).toBeVisible()

  await page.getByRole('button', { name: 'Cancel the upload of two.pdf' }).click()
  await expect(page.getByRole('heading', { name: '2 uploads were interrupted' })).toBeVisible()

  const offsets: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']))
  })
  await choose(page, 'Choose one.pdf again', one.path)
  await expect(page.getByRole('heading', { name: 'Documents (1)' })).toBeVisible({ timeout: 60_000 })
  expect(offsets[0]).toBeGreaterThan(0)
  const href = await page.getByRole('link', { name: 'Download one.pdf' }).getAttribute('href')
  const received = await (await page.request.get(href ?? '')).body()
  expect(sha256(received)).toBe(sha256(one.content))

  // Includes the file whose turn had not come: the page knows it, although none of it had been sent.
  await page.reload()
  await expect(page.getByRole('heading', { name: '1 upload was interrupted' })).toBeVisible()
  await page.getByRole('button', { name: 'Choose files' }).click()
  await page.locator('input[type=file][multiple]').setInputFiles(three.path)
  await expect(page.getByRole('heading', { name: 'Documents (2)' })).toBeVisible({ timeout: 60_000 })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Documents (2)' })).toBeVisible()
  await expect(page.getByText('interrupted')).toHaveCount(0)
})

test('pause and go on, and cancel throws away what has come', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const id = await new Wizard(page).start()
  await page.goto(`/applications/${id}/documents`)
  await limitUploads(page, 700_000)
  const unfinished = async () =>
    (await (await page.request.get(`/api/applications/${id}/uploads`)).json()).map(
      ({ name }: { name: string }) => name,
    )
  const file = (name: string) => ({
    name,
    mimeType: 'application/pdf',
    buffer: pdf(3_000_000 + name.length),
  })
  await page.locator('input[type=file]').setInputFiles([file('kept.pdf'), file('dropped.pdf')])
  await page.getByRole('button', { name: 'Pause kept.pdf' }).click()
  await expect(page.getByText(/^Paused/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel dropped.pdf' }).click()
  await expect(page.getByRole('button', { name: 'Cancel dropped.pdf' })).toHaveCount(0)
  await expect.poll(unfinished).toEqual(['kept.pdf'])
  await page.getByRole('button', { name: 'Resume kept.pdf' }).click()
  await expect(page.getByText(/ left$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Documents (1)' })).toBeVisible()
  await expect.poll(unfinished).toEqual([])
})

test('two windows do not take a file from each other', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const id = await new Wizard(page).start()
  await page.goto(`/applications/${id}/documents`)
  await limitUploads(page, 200_000)
  const path = test.info().outputPath('shared.pdf')
  writeFileSync(path, pdf(3_000_000))
  await page.locator('input[type=file]').setInputFiles(path)
  await expect(page.getByText(/[1-9]\d?% ·/)).toBeVisible()

  const other = await page.context().newPage()
  await other.goto(`/applications/${id}/documents`)
  await expect(other.getByRole('heading', { name: 'Documents (0)' })).toBeVisible()
  await other.locator('input[type=file]').setInputFiles(path)
  await expect(other.getByText('Another window of this browser is sending this file.')).toBeVisible()
  await expect(other.getByText('interrupted')).toHaveCount(0)
  await page.close()
  await other.getByRole('button', { name: 'Dismiss shared.pdf' }).click()
  await other.locator('input[type=file]').setInputFiles(path)
  await expect(other.getByRole('heading', { name: 'Documents (1)' })).toBeVisible()
})

test('a second copy of the same content is told at the file, and not sent', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const id = await new Wizard(page).start()
  await page.goto(`/applications/${id}/documents`)
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer })
  const buffer = pdf(5_000)
  await page.locator('input[type=file]').setInputFiles(file('a.pdf', buffer))
  await expect(page.getByRole('heading', { name: 'Documents (1)' })).toBeVisible()
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/uploads')) sent.push(request.method())
  })
  await page.locator('input[type=file]').setInputFiles(file('b.pdf', buffer))
  await expect(page.getByText('the same content as “a.pdf”, which is here already')).toBeVisible()
  expect(sent).toEqual([])
  // One scan can serve two slots.
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose file: Voided check', exact: true }).click()
  await (await chooser).setFiles([file('both.pdf', buffer)])
  await page.getByRole('button', { name: 'Add for Voided check too' }).click()
  await expect(page.getByRole('heading', { name: 'Documents (2)' })).toBeVisible()

  const twins = pdf(6_000)
  await page.locator('input[type=file]').setInputFiles([file('c.pdf', twins), file('d.pdf', twins)])
  await expect(page.getByText('the same content as “c.pdf”, which is being added')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Documents (3)' })).toBeVisible()
  // Announces only this drop, for people who cannot see the list.
  await expect(page.getByText('1 document added.', { exact: true })).toBeAttached()

  // Another application may have the same file.
  await page.goto('/applications')
  const otherId = await new Wizard(page).start()
  await page.goto(`/applications/${otherId}/documents`)
  await page.locator('input[type=file]').setInputFiles(file('a.pdf', buffer))
  await expect(page.getByRole('heading', { name: 'Documents (1)' })).toBeVisible()
})

test('files are dropped and pasted anywhere on the step, and a folder is told to be none', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const id = await new Wizard(page).start()
  const { promise: scripts, resolve: letScriptsCome } = Promise.withResolvers<void>()
  await page.route('**/*.js', (route) => scripts.then(() => route.continue()))
  await page.goto(`/applications/${id}/documents`, { waitUntil: 'commit' })
  await expect(page.getByText('Drop files anywhere on this page, or paste them')).toBeVisible()
  const give = (type: 'drop' | 'paste', files: [name: string, content: string | number[]][]) =>
    page.evaluate(
      ([kind, given]) => {
        const data = new DataTransfer()
        for (const [name, content] of given) {
          const part = typeof content === 'string' ? content : new Uint8Array(content)
          data.items.add(new File([part], name))
        }
        const target = document.querySelector('h1') ?? document.body
        target.dispatchEvent(
          kind === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      },
      [type, files] as const,
    )
  await give('drop', [
    ['one.txt', 'first words'],
    ['two.txt', 'other words'],
  ])
  // Dropped before the app ran, and kept until it does.
  letScriptsCome()
  await expect(page.getByRole('heading', { name: 'Documents (2)' })).toBeVisible()
  await give('paste', [['image.png', [...png()]]])
  await expect(page.getByText(/^Pasted \d{4}-\d\d-\d\d /)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Documents (3)' })).toBeVisible()
})

test('a document is renamed, put in another category and removed before it is sent', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const id = await new Wizard(page).start()
  await page.goto(`/applications/${id}/documents`)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'scan 0001.pdf', mimeType: 'application/pdf', buffer: pdf(2_000) })
  await page.getByRole('button', { name: 'Rename scan 0001.pdf' }).click()
  await desk.expectAccessible(page)
  await page.getByLabel('Name', { exact: true }).fill('  ')
  await page.keyboard.press('Enter')
  await expect(page.getByText('A document needs a name.')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill("O'Brien's chèque İ")
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: "Rename O'Brien's chèque İ.pdf" })).toBeVisible()
  await page.getByLabel('Category of').selectOption('Voided check')
  await expect(page.getByText('1 of 1 added')).toBeVisible()
  await page.getByRole('button', { name: "Remove O'Brien's" }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByRole('heading', { name: 'Documents (0)' })).toBeVisible()
  await expect(page.getByText('0 of 1 added')).toBeVisible()
  await desk.expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Documents (1)' })).toBeVisible()
  await expect(page.getByText('1 of 1 added')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
})

test('documents are looked at one after another: turned, enlarged, read as text, by keyboard', async ({
  desk,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const id = await new Wizard(page).start()
  await page.goto(`/applications/${id}/documents`)
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 1200, height: 400 } })
  const files = [
    { name: '1 photo.png', mimeType: 'image/png', buffer: picture },
    {
      name: '2 words.txt',
      mimeType: 'text/plain',
      buffer: Buffer.from('x <img src=y onerror=alert(1)> & İ'),
    },
    { name: '3 paper.pdf', mimeType: 'application/pdf', buffer: pdf(2_000) },
    { name: '4 license.HEIC', mimeType: '', buffer: heic() },
  ]
  // Uploaded one by one, because they are listed in the order in which they became documents.
  for (const [index, file] of files.entries()) {
    await page.locator('input[type=file]').setInputFiles(file)
    await expect(page.getByRole('heading', { name: `Documents (${index + 1})` })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Preview 1 photo.png' }).click()
  const viewer = page.getByRole('dialog')
  const photo = viewer.getByRole('img', { name: '1 photo.png' })
  await expect(photo).toBeVisible()
  const size = async () => (await photo.boundingBox()) ?? { width: 0, height: 0 }
  const flat = await size()
  expect(flat.width / flat.height).toBeCloseTo(3, 1)
  await page.keyboard.press('r')
  await expect.poll(async () => (await size()).height / (await size()).width).toBeCloseTo(3, 1)
  await page.keyboard.press('l')
  await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect.poll(async () => (await size()).width / flat.width).toBeCloseTo(1.5, 1)
  await page.keyboard.press('0')
  await expect.poll(async () => (await size()).width / flat.width).toBeCloseTo(1, 1)
  await desk.expectAccessible(page)

  await page.keyboard.press('n')
  await expect(viewer.getByText('x <img src=y onerror=alert(1)> & İ')).toBeVisible()
  await expect(viewer.getByText('2 of 4')).toBeVisible()
  await desk.expectAccessible(page)
  await page.keyboard.press('n')
  await expect(viewer.getByTitle('3 paper.pdf')).toBeVisible()
  // The page says that browsers cannot show this file, and offers the original.
  await viewer.getByRole('button', { name: 'Next document: 4 license.HEIC' }).click()
  await expect(viewer.getByText('HEIC photos can’t be previewed in a browser')).toBeVisible()
  await expect(viewer.getByRole('button', { name: 'Next document' })).toBeDisabled()
  await expect(viewer.getByRole('link', { name: 'New tab' })).toHaveCount(0)
  await desk.expectAccessible(page)
  const handed = page.waitForEvent('download')
  await viewer.getByRole('link', { name: /^Download \(/ }).click()
  expect(await readFile(await (await handed).path())).toEqual(heic())
  await viewer.getByRole('button', { name: 'Previous document: 3 paper.pdf' }).click()
  await viewer.getByRole('button', { name: 'Previous document: 2 words.txt' }).click()
  await expect(viewer.getByText('2 of 4')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Preview 1 photo.png' })).toBeFocused()
})

test('what was begun is told to nobody else, and to nobody who may not add documents', async ({
  desk,
  request,
}) => {
  const page = await desk.signIn('onboarding@demo.test')
  const id = await new Wizard(page).start()
  const origin = new URL(page.url()).origin
  const about = { application: id, name: 'mine.pdf', category: 'other', modified: '0' }
  const started = await page.request.post('/api/uploads', {
    headers: {
      origin,
      'tus-resumable': '1.0.0',
      'upload-length': '3',
      'upload-metadata': Object.entries(about)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  })
  const address = started.headers().location ?? ''
  const uploadId = address.split('/').at(-1)
  const list = `/api/applications/${id}/uploads`
  expect(await (await page.request.get(list)).json()).toMatchObject([{ id: uploadId, name: 'mine.pdf' }])
  expect((await page.request.get(`${list}/${uploadId}`)).status()).toBe(200)
  const read = await page.request.get(address, { headers: { 'tus-resumable': '1.0.0' } })
  expect(read.status(), 'it is never read back').toBe(405)

  for (const path of [list, `${list}/${uploadId}`]) {
    expect((await request.get(path)).status(), `${path} anonymous`).toBe(401)
    for (const email of ['finance@demo.test', 'auditor@demo.test']) {
      const other = await desk.signIn(email)
      expect((await other.request.get(path)).status(), `${path} ${email}`).toBe(403)
    }
  }
  const colleague = await desk.signIn('onboarding2@demo.test')
  expect(await (await colleague.request.get(list)).json()).toEqual([])
  expect((await colleague.request.get(`${list}/${uploadId}`)).status()).toBe(404)
  for (const method of ['HEAD', 'DELETE']) {
    const headers = { origin, 'tus-resumable': '1.0.0' }
    expect((await colleague.request.fetch(address, { method, headers })).status(), method).toBe(404)
  }
})

/** Slow enough to be interrupted in the middle. */
async function limitUploads(page: Page, bytesPerSecond: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: bytesPerSecond,
  })
}

async function choose(page: Page, button: string, path: string): Promise<void> {
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  await (await chosen).setFiles(path)
}

test('one file fills one slot, the step says what is missing until all are filled, and so does the review', async ({
  desk,
}) => {
  test.setTimeout(120_000)
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  await wizard.prepare(
    {
      ownership: 'Limited Liability Company',
      legalName: 'Slot By Slot LLC',
      dbaName: 'Slot By Slot',
      taxId: '12-7654329',
      people: [
        {
          first: 'Ana',
          last: 'Ruiz',
          ssn: '512456789',
          birth: '1984-05-17',
          roles: ['Principal', 'Control Prong'],
          percentage: '60',
        },
        {
          first: 'Ben',
          last: 'Stone',
          ssn: '512456788',
          birth: '1981-05-17',
          roles: ['Principal'],
          percentage: '40',
        },
      ],
    },
    '000987654322',
  )
  await wizard.step('Documents')
  const step = page
    .getByRole('navigation', { name: 'Steps of the application' })
    .getByRole('link', { name: 'Documents' })
  await expect(step).toContainText('4 of 4 to go')
  const slot = (id: string | RegExp) => page.locator('li[data-field^="documents."]').filter({ hasText: id })
  await page
    .locator('input[type=file]')
    .setInputFiles([{ name: 'passport Ben.pdf', mimeType: 'application/pdf', buffer: pdf(2_000) }])
  await expect(slot('Identity: Ben Stone')).toContainText('passport Ben.pdf')
  await expect(slot('Identity: Ana Ruiz')).toContainText('Missing')
  await expect(step).toContainText('3 of 4 to go')
  // Dropping on a slot decides the type, whatever the file's name says.
  await slot('Formation documents').evaluate((element) => {
    const data = new DataTransfer()
    data.items.add(
      new File(['%PDF-1.7\n/Page\n% scan\n%%EOF\n'], 'statement.pdf', { type: 'application/pdf' }),
    )
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  })
  await expect(slot('Formation documents')).toContainText('statement.pdf')
  await expect(page.getByText('2 of 4 added')).toBeVisible()
  // Replaces the wrong file by the right one, by keyboard and by drop. The slot says what it has.
  const formation = slot('Formation documents')
  const chooser = page.waitForEvent('filechooser')
  await formation.getByRole('button', { name: 'Replace: Formation documents' }).press('Enter')
  // Until the list shows the new document, the old one cannot be replaced again.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const list = /\/api\/applications\/[^/]+\/documents$/
  await page.route(list, async (route) => {
    if (route.request().method() === 'GET') await released
    await route.continue()
  })
  const registered = page.waitForResponse(
    (response) => list.test(response.url()) && response.request().method() === 'POST' && response.ok(),
  )
  await (await chooser).setFiles([{ name: 'articles.pdf', mimeType: 'application/pdf', buffer: pdf(2_100) }])
  await registered
  await expect(page.getByRole('heading', { name: 'Uploads' })).toHaveCount(0)
  await expect(formation).toContainText('Uploading articles.pdf')
  await expect(formation.getByRole('button')).toHaveCount(0)
  release()
  await expect(formation).not.toContainText('Uploading')
  await page.unroute(list)
  await expect(formation).toContainText('articles.pdf')
  await expect(formation).not.toContainText('statement.pdf')
  await expect(formation).toBeFocused()
  await expect(formation.getByRole('button', { name: 'Replace: Formation documents' })).toBeVisible()
  await formation.evaluate((element) => {
    const data = new DataTransfer()
    data.items.add(
      new File(['%PDF-1.7\n/Page\n% signed\n%%EOF\n'], 'signed.pdf', { type: 'application/pdf' }),
    )
    element.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }))
  })
  await expect(formation).toContainText('signed.pdf')
  await expect(page.getByRole('button', { name: 'Remove articles.pdf' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Remove signed.pdf' })).toBeVisible()
  await expect(page.getByText('2 of 4 added')).toBeVisible()
  await desk.expectAccessible(page)
  await page.getByLabel('Category of signed.pdf').selectOption('Identity: Ana Ruiz')
  await expect(slot('Identity: Ana Ruiz')).toContainText('signed.pdf')
  await expect(slot('Formation documents')).toContainText('Missing')
  await wizard.step('Review and submit')
  await expect(page.getByText('2 of 4 documents required by policy are missing.')).toBeVisible()
  await page.getByRole('button', { name: 'Submit…' }).click()
  await expect(
    page.getByText('Without 2 documents required by policy: Voided check, Formation documents.'),
  ).toBeVisible()
})
