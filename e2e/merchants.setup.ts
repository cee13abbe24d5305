import type { Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { approve, bring, create, credit, csv, putForward, send } from './funding-batch'

/** The merchants that journeys fund. As in real work, one person imports and another confirms them. */
const IDS = [
  'M-1',
  'M-2',
  'M-3',
  'M-001',
  'M-002',
  'M-003',
  '007',
  '008',
  '009',
  '00012345',
  'M-CIRCLE-1',
  'M-CIRCLE-2',
]

/** How far an earlier try got. */
async function standOf(page: Page): Promise<'none' | 'pending' | 'confirmed'> {
  if (test.info().retry === 0) return 'none'
  await page.goto('/merchants?q=Journey')
  const none = page.getByText('No merchants found')
  const row = page.getByRole('row', { name: /Journey M-CIRCLE-1/ })
  await expect(none.or(row)).toBeVisible()
  if (await none.isVisible()) return 'none'
  return (await row.innerText()).includes('Pending confirmation') ? 'pending' : 'confirmed'
}

test('merchants of the journeys are imported and confirmed', async ({ desk }) => {
  const fiona = await desk.signIn('finance@demo.test', '/merchants/import')
  const felix = await desk.signIn('finance2@demo.test')
  const stand = await standOf(felix)
  if (stand === 'none') {
    await fiona.getByLabel('File with merchants').setInputFiles({
      name: 'merchants.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['merchant id,name', ...IDS.map((id) => `${id},Journey ${id}`), ''].join('\n')),
    })
    await fiona.getByRole('button', { name: `Import ${IDS.length} merchants` }).click()
    await expect(fiona.getByText(`${IDS.length} merchants imported`)).toBeVisible()
  }
  if (stand !== 'confirmed') {
    await felix.goto('/merchants?q=Journey')
    await felix.getByRole('button', { name: `Select all ${IDS.length} pending` }).click()
    await felix.getByRole('button', { name: `Confirm ${IDS.length} merchants` }).click()
    await expect(felix.getByText(`${IDS.length} merchants confirmed.`)).toBeVisible()
  }

  // Each has been paid before, so no journey makes a first payment unless it intends to.
  await bring(fiona, 'first-payments.csv', csv(...IDS.map((id, at) => `${credit(190_000 + at)},,${id},100`)))
  const address = await create(fiona)
  await putForward(fiona)
  await approve(felix, address)
  await send(felix)
})
