import { readFileSync } from 'node:fs'
import { expect, test } from './desk-test'

const AUDIT = '/admin/audit'
const AUDITOR = 'Aldo Torres'

test('an auditor finds what somebody did, sees it sealed, and takes it away as a file', async ({ desk }) => {
  test.setTimeout(180_000)
  const page = await desk.signIn('auditor@demo.test', '/')
  desk.expectTrouble('403')
  await page.goto('/admin/people')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You don’t have access to this page')
  // The frame stays, so that the navigation still works.
  await desk.expectFits(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Audit log' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
  const log = page.getByRole('region', { name: 'Audit log' })
  await expect(log.getByRole('row')).toHaveCount(51)
  await desk.expectFits(page)

  // By person, then by action as well: the address keeps both.
  const person = page.getByLabel('Person', { exact: true })
  await person.selectOption({ label: AUDITOR })
  await expect(log.getByRole('link', { name: 'Access refused' }).first()).toBeVisible()
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Access refused' })
  await expect(page).toHaveURL(/person=[0-9a-f-]+&.*action=access-refused/)
  await expect(log.getByText('127.0.0.1').first()).toBeVisible()
  await log.getByRole('link', { name: 'Access refused' }).first().click()
  // The list shows the same words, so wait for the address.
  await expect(page).toHaveURL(/\/audit\/\d+$/)
  // Parallel journeys are refused as the same auditor, so only the export can say which page this was.
  await expect(page.getByRole('main')).toContainText(/Permission[a-z-]+:[a-z-]+/)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Not sealed yet')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await page.goBack()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const lines = readFileSync(await (await downloading).path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines.slice(1)) expect(line).toContain('auditor@demo.test,Access refused,access-refused')
  expect(lines.some((line) => line.includes('/admin/people') && line.includes('admin:users'))).toBe(true)

  // A row that changed values shows them before and after.
  await page.goto(`${AUDIT}?action=section-saved`)
  await log.getByRole('link', { name: 'Saved section' }).first().click()
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes.getByRole('insertion').or(changes.getByRole('deletion')).first()).toBeVisible()
  await desk.expectFits(page)
  await page.goto(AUDIT)

  const seals = page.getByRole('region', { name: 'Seals' })
  await seals.getByRole('button', { name: 'Verify now' }).click()
  await expect(seals.getByRole('status')).toHaveText(/^Verified [\d,]+ rows\.$/)
  await expect(seals).toContainText('unchanged')
  await page.emulateMedia({ colorScheme: 'dark' })
  await desk.expectFits(page)

  await page.goto(`${AUDIT}?action=person-deactivated&from=2020-01-01&to=2020-01-02`)
  await expect(page.getByText('No rows found')).toBeVisible()
  await desk.expectFits(page)
})
