import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { RECEIVER, saleOf } from './callback-posts'
import { clearByHand, countOpened, handOverClean } from './clean-case'
import { boardCleanLlc } from './clean-llc'
import { countWork, type Work } from './count-work'
import { expect, test } from './desk-test'
import { credit, dollars, send } from './funding-batch'
import { importDrafts } from './import-drafts'
import { importMerchants } from './import-merchants'
import { Wizard } from './wizard'

/**
 * What the desk's main work takes, counted from the browser's own events. Preparation, such as choosing a file, is not
 * counted.
 */

type Count = { what: string; before: Partial<Work>; limits: Partial<Work>; work: Work }

/** Shared by all processes of a run, because after a failure the rest continues in a new process. */
const KEPT = path.resolve(import.meta.dirname, '.tmp/counts.json')
const keptCounts = (): Count[] => (existsSync(KEPT) ? JSON.parse(readFileSync(KEPT, 'utf8')) : [])
const keep = (count: Count) => {
  mkdirSync(path.dirname(KEPT), { recursive: true })
  writeFileSync(KEPT, JSON.stringify([...keptCounts(), count]))
  for (const [part, most] of Object.entries(count.limits)) {
    expect.soft(count.work[part as keyof Work], `${count.what}: ${part}`).toBeLessThanOrEqual(most)
  }
}

test.afterAll(() => {
  const table = tableOf(keptCounts())
  console.log(`\n${table}`)
  writeFileSync(path.resolve(import.meta.dirname, '../bench/COUNTS.md'), `${HEAD}\n${table}\n`)
})

test('a clean LLC', async ({ desk }) => {
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  const work = await countWork(page)
  await boardCleanLlc(wizard)
  keep({
    what: 'A clean LLC with one owner, from New to the answer',
    before: {},
    limits: { fields: 35, keys: 220, clicks: 10, screens: 7 },
    work: await work(),
  })
})

test('a clean LLC with three owners and three files', async ({ desk }) => {
  test.setTimeout(180_000)
  const page = await desk.signIn('onboarding@demo.test')
  const wizard = new Wizard(page)
  await wizard.start()
  const work = await countWork(page)
  const owner = (first: string, last: string, percentage: string, ssn: string, roles = ['Principal']) => ({
    first,
    last,
    percentage,
    ssn,
    roles,
  })
  await boardCleanLlc(wizard, {
    owners: [
      owner('Ana', 'Ruiz', '40', '512476183', ['Principal', 'Control Prong']),
      owner('Ben', 'Cole', '30', '512476184'),
      owner('Ida', 'Park', '30', '512476185'),
    ],
    files: ['voided check.pdf', 'passport.pdf', 'bank statement.pdf'].map((name) => ({
      name,
      mimeType: 'application/pdf',
      buffer: Buffer.from(`%PDF-1.7\n/Page\n% ${name} ${Date.now()}\n%%EOF\n`),
    })),
  })
  keep({
    what: 'The same with three owners and three files, as it was first counted',
    before: { fields: 50, keys: 407, clicks: 15, screens: 9 },
    limits: { clicks: 10, screens: 7 },
    work: await work(),
  })
})

test('14 imported drafts', async ({ desk }) => {
  test.setTimeout(180_000)
  const page = await desk.signIn('onboarding@demo.test')
  const mark = `Fourteen ${Date.now()}`
  await importDrafts(
    desk,
    page,
    Array.from({ length: 14 }, (_, n) => `${mark} No ${n + 1}`),
  )
  const work = await countWork(page)
  await page.getByRole('link', { name: 'View the drafts' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(14)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Send…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Ready to submit')).toHaveCount(14)
  await dialog.getByRole('button', { name: 'Submit 14 to the partner' }).click()
  await expect(dialog.getByText('14 submitted')).toBeVisible({ timeout: 90_000 })
  await dialog.getByRole('button', { name: 'Done' }).click()
  keep({
    what: '14 imported drafts, from the import to the answer of each',
    before: { clicks: 56 },
    limits: { clicks: 6 },
    work: await work(),
  })
  expect(await desk.partner.applicationsNaming(mark)).toHaveLength(14)
})

test('a case', async ({ desk }) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const id = await handOverClean(staff, `Counted ${Date.now()}`, 3)
  const uma = await desk.signIn('underwriter@demo.test')
  const opened = countOpened(uma)
  await uma.goto(`/underwriting/${id}`)
  const work = await countWork(uma)
  await clearByHand(uma, opened)
  keep({
    what: 'A clean LLC of three owners and five documents, from Claim to the approval',
    before: { clicks: 17 },
    limits: { clicks: 8 },
    work: await work(),
  })
})

test('500 merchants', async ({ desk, baseURL }) => {
  test.setTimeout(600_000)
  const mark = `C${Date.now().toString(36).toUpperCase()}`
  const merchantIds = Array.from({ length: 500 }, (_, n) => `${mark}-${n + 1}`)
  const fiona = await desk.signIn('finance@demo.test')
  const felix = await desk.signIn('finance2@demo.test')
  await importMerchants(
    fiona,
    felix,
    mark,
    merchantIds.map((id) => `${id},Shop ${id},,`),
  )
  // One sale for each merchant, posted as the partner does, 16 at a time.
  const waiting = merchantIds.map((_, n) => credit(60_000 + n))
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let id = waiting.pop(); id !== undefined; id = waiting.pop())
        expect((await tell(`${baseURL}${RECEIVER}`, id)).status).toBe(200)
    }),
  )

  await fiona.goto('/funding')
  const work = await countWork(fiona)
  await fiona.getByRole('main').getByRole('link', { name: 'New batch' }).click()
  const chooser = fiona.waitForEvent('filechooser')
  await fiona.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({
    name: 'payouts.csv',
    mimeType: 'text/csv',
    buffer: dollars(...merchantIds.map((id, n) => `${credit(60_000 + n)},,${id},19.50`)),
  })
  await fiona.getByRole('button', { name: /^Create batch/ }).click()
  await fiona.waitForURL(/\/funding\/[0-9a-f]{8}-/)
  await fiona.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(fiona.getByText('Pending approval').first()).toBeVisible()
  keep({
    what: '500 merchants, from the funding page with their amounts in a spreadsheet to the batch submitted for approval',
    before: {},
    limits: { clicks: 10 },
    work: await work(),
  })

  await felix.goto('/funding')
  const approval = await countWork(felix)
  await felix
    .getByRole('main')
    .locator(`a[href="${new URL(fiona.url()).pathname}"]`)
    .first()
    .click()
  await felix.getByRole('button', { name: 'Approve…' }).click()
  await felix.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await send(felix)
  keep({
    what: 'The same batch, from the second person’s funding page to the partner’s answer',
    before: {},
    limits: { clicks: 10 },
    work: await approval(),
  })
  await expect(felix.getByText('500 transactions funded.')).toBeVisible()
})

/** An approved sale of $20.00. */
const tell = (address: string, id: string) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(saleOf(id, { tran_amount: '20.00' })).toString(),
  })

const HEAD = `# What the work takes

Written by \`npm run counts\` from the browser's own events: fields typed into or chosen from, keys pressed (without
Ctrl itself), clicks of a pointer, and pages looked at. *Before* is what was counted on the first version; *at most* is
the aim. A figure above its aim is marked.
`

const PARTS = ['fields', 'keys', 'clicks', 'screens'] as const

function tableOf(all: readonly Count[]): string {
  const cell = ({ before, limits, work }: Count, part: (typeof PARTS)[number]) => {
    const [was, most] = [before[part], limits[part]]
    const isOver = most !== undefined && work[part] > most
    const shown = isOver ? `**${work[part]}**` : String(work[part])
    return [
      was === undefined ? shown : `${was.toLocaleString('en-US')} → ${shown}`,
      most === undefined ? '' : ` (at most ${most})`,
    ].join('')
  }
  return [
    '| work | fields | keys | clicks | pages |',
    '| --- | --- | --- | --- | --- |',
    ...all.map((count) => `| ${count.what} | ${PARTS.map((part) => cell(count, part)).join(' | ')} |`),
  ].join('\n')
}
