import type { Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { importMerchants } from './import-merchants'
import { own } from './tries'

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

async function openMerchants(page: Page) {
  await navigation(page).getByRole('link', { name: 'Merchants' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Merchants' })).toBeVisible()
}

async function search(page: Page, text: string) {
  await page.getByRole('searchbox', { name: 'Search merchants' }).fill(text)
}

/** A merchant ID unique to this run. */
const fresh = (word: string) => `${word}-${Date.now().toString(36).toUpperCase()}`

test('a boarded application becomes a merchant: entered by onboarding, confirmed by finance, found by name', async ({
  desk,
}) => {
  const merchantId = fresh('RIVERBEND')
  // Another merchant with the same name would first have to be told apart.
  const name = own('Riverbend Township')
  const olive = await desk.signIn('onboarding@demo.test')
  await olive.getByRole('searchbox', { name: 'Search applications' }).fill('Riverbend')
  await olive.keyboard.press('Enter')
  await olive.getByRole('link', { name: 'Riverbend Township' }).first().click()
  await olive.getByRole('link', { name: /^Enter (another )?merchant ID$/ }).click()
  await expect(olive.getByLabel('Name')).toHaveValue('Riverbend Township')
  await expect(olive.getByLabel('Application')).toHaveValue(/^A-\d+$/)

  await olive.getByLabel('Name').fill(name)
  // A letter that only looks like a Latin one, then an unknown payee.
  await olive.getByLabel('Merchant ID').fill(`\u041C${merchantId}`)
  await olive.getByRole('button', { name: 'Add merchant' }).click()
  await expect(olive.getByText('another alphabet')).toBeVisible()
  await olive.getByLabel('Merchant ID').fill(merchantId)
  await olive.getByRole('button', { name: 'Split each sale' }).click()
  await olive.getByRole('combobox', { name: 'Merchant 1', exact: true }).fill('PLATFROM-FEE')
  await olive.getByLabel('Share of merchant 1', { exact: true }).fill('2.9')
  await olive.getByRole('button', { name: 'Add merchant' }).click()
  await expect(olive.getByText('Did you mean PLATFORM-FEE?')).toBeVisible()
  const payee = olive.getByRole('combobox', { name: 'Merchant 1', exact: true })
  await payee.fill('')
  await payee.pressSequentially('platform f')
  await expect(olive.getByRole('option', { name: /Platform fee/ })).toBeVisible()
  await payee.press('ArrowDown')
  await payee.press('Enter')
  await expect(payee).toHaveValue('PLATFORM-FEE')
  await desk.expectAccessible(olive)
  await olive.getByRole('button', { name: 'Add merchant' }).click()
  await expect(olive.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(olive.getByText('Pending confirmation: added by')).toBeVisible()
  await expect(olive.getByRole('button', { name: 'Confirm merchant' })).toHaveCount(0)

  const fiona = await desk.signIn('finance@demo.test')
  await expect(navigation(fiona).getByRole('link', { name: /Merchants \d+ waiting/ })).toBeVisible()
  await openMerchants(fiona)
  await search(fiona, merchantId)
  await fiona.getByRole('link', { name }).click()
  await expect(fiona.getByText('2.9% to').first()).toBeVisible()
  await fiona.getByRole('button', { name: 'Confirm merchant' }).click()
  await expect(fiona.getByText('Active', { exact: true }).first()).toBeVisible()
  await expect(fiona.getByRole('heading', { name: 'History' })).toBeVisible()

  // Found by name from any page.
  await fiona.keyboard.press('Control+k')
  await fiona.getByRole('combobox', { name: 'Find or go to' }).fill(merchantId.toLowerCase())
  await fiona.getByRole('option', { name: new RegExp(merchantId) }).click()
  await expect(fiona.getByRole('heading', { level: 1, name })).toBeVisible()

  await olive.getByRole('link', { name: /^A-\d+ Riverbend Township$/ }).click()
  await expect(olive.getByRole('link', { name: `${name} ${merchantId}` })).toBeVisible()
})

test('finance imports a file, cannot confirm it, and another person of finance confirms all of it', async ({
  desk,
}) => {
  const first = fresh('CSV')
  const second = `${first}-B`
  const [store, kiosk] = [own('Corner Store'), own('Corner Kiosk')]
  const fiona = await desk.signIn('finance@demo.test')
  await openMerchants(fiona)
  await fiona.getByRole('link', { name: 'Import from CSV' }).click()
  const choose = (...lines: string[]) =>
    fiona.getByLabel('File with merchants').setInputFiles({
      name: 'merchants.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['merchant id,name,state,split', ...lines, ''].join('\n')),
    })
  await choose(`${first},${store},,PLATFORM-FEE:2.9%;self`, 'bluebird-01,Bluebird again,,')
  await expect(fiona.getByText('is in the directory already').filter({ visible: true })).toHaveCount(1)
  await expect(fiona.getByRole('button', { name: 'Import 2 merchants' })).toBeDisabled()
  await desk.expectAccessible(fiona)
  await choose(`${first},${store},,PLATFORM-FEE:2.9%;self`, `${second},${kiosk},paused,${first}:0.30;self`)
  await fiona.getByRole('button', { name: 'Import 2 merchants' }).click()
  await expect(fiona.getByText('2 merchants imported')).toBeVisible()
  await fiona.getByRole('link', { name: 'Show pending merchants' }).click()
  await search(fiona, first)
  await expect(fiona.getByRole('row', { name: store })).toContainText('Pending confirmation')
  await expect(fiona.getByRole('checkbox')).toHaveCount(0)
  await fiona.getByRole('link', { name: store }).click()
  await expect(fiona.getByRole('button', { name: 'Withdraw entry' })).toBeVisible()
  await expect(fiona.getByRole('button', { name: 'Confirm merchant' })).toHaveCount(0)

  const felix = await desk.signIn('finance2@demo.test')
  await openMerchants(felix)
  await search(felix, first)
  await felix.getByRole('button', { name: 'Select all 2 pending' }).click()
  await felix.getByRole('button', { name: 'Confirm 2 merchants' }).click()
  await expect(felix.getByText('2 merchants confirmed.')).toBeVisible()
  await expect(felix.getByRole('row', { name: kiosk })).toContainText('Paused')
  await expect(felix.getByRole('row', { name: store })).toContainText('Active')

  // Pausing takes effect at once; a new name is pending, and is shown before and after.
  await felix.getByRole('link', { name: store }).click()
  await felix.getByRole('button', { name: 'Pause…' }).click()
  await felix.getByLabel('Reason').fill('Chargebacks above the limit')
  await felix.getByRole('button', { name: 'Pause merchant' }).click()
  await expect(felix.getByText('Paused', { exact: true }).first()).toBeVisible()
  await felix.getByRole('button', { name: 'Change…' }).click()
  await felix.getByRole('dialog').getByLabel('Name').fill(`${store} on Main`)
  await desk.expectAccessible(felix)
  await felix.getByRole('button', { name: 'Propose change' }).click()
  await expect(felix.getByText('Change pending: proposed by')).toBeVisible()
  await expect(felix.getByRole('heading', { level: 1, name: store, exact: true })).toBeVisible()

  await fiona.getByRole('link', { name: 'Merchants', exact: false }).first().click()
  await search(fiona, first)
  await fiona.getByRole('link', { name: store }).click()
  await fiona.getByRole('button', { name: 'Confirm change' }).click()
  await expect(fiona.getByRole('heading', { level: 1, name: `${store} on Main` })).toBeVisible()
})

test('more pending merchants than a page shows are confirmed in one press, but for those that look like another', async ({
  desk,
}) => {
  const mark = `W${Date.now().toString(36).toUpperCase()}`
  const ids = Array.from({ length: 60 }, (_, n) => `${mark}-${n + 1}`)
  const fiona = await desk.signIn('finance@demo.test')
  const felix = await desk.signIn('finance2@demo.test')
  await importMerchants(
    fiona,
    felix,
    mark,
    ids.map((id) => `${id},Stall ${id},,PLATFORM-FEE:2%;self`),
    async () => {
      await expect(felix.getByRole('checkbox', { name: /^Select Stall/, checked: true })).toHaveCount(50)
      const beyond = felix.getByRole('status').filter({ hasText: '10 selected merchants are on other pages' })
      await expect(beyond).toContainText(
        'All are new. Pending from Fiona Ledger (60). Default splits pay PLATFORM-FEE (60).',
      )
      await desk.expectFits(felix)
      // Deselecting one keeps the selection on the other page.
      const [one] = await felix.getByRole('checkbox', { name: /^Select Stall/ }).all()
      await one?.click()
      await expect(felix.getByRole('button', { name: 'Confirm 59 merchants' })).toBeVisible()
      await one?.click()
    },
  )
  await expect(felix.getByRole('button', { name: /^Select all/ })).toHaveCount(0)
})

test('the directory passes axe and nothing is cut off, wide or narrow', async ({ desk }) => {
  test.setTimeout(240_000)
  const page = await desk.signIn('finance@demo.test', '/merchants')
  const check = async () => {
    await desk.expectFits(page)
  }
  await check()
  await page.getByRole('link', { name: 'Bluebird Bakery' }).filter({ visible: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bluebird Bakery' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Latest batches' })).toContainText('B-10')
  await check()
  await page.getByRole('link', { name: 'Statement' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Statement' })).toBeVisible()
  await page.getByRole('link', { name: 'All time' }).click()
  await expect(page.getByRole('region', { name: 'Statement' })).toContainText('B-10')
  await expect(page.getByRole('region', { name: 'Totals' })).toContainText(/All time.*Net paid\s*\$/)
  await check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await download).suggestedFilename()).toBe('BLUEBIRD-01-statement.csv')
  for (const address of ['/merchants?q=nothing-has-this-name', '/merchants/new', '/merchants/import']) {
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await check()
  }
})
