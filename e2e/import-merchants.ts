import { expect, type Page } from '@playwright/test'

/** One person of finance enters merchants, and another confirms them. */
export async function importMerchants(
  one: Page,
  other: Page,
  name: string,
  rows: readonly string[],
  beforeConfirming = async () => {},
) {
  await one.goto('/merchants/import')
  await one.getByLabel('File with merchants').setInputFiles({
    name: 'merchants.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(['merchant id,name,state,split', ...rows, ''].join('\n')),
  })
  await one.getByRole('button', { name: `Import ${rows.length} merchants` }).click()
  await expect(one.getByText(`${rows.length} merchants imported`)).toBeVisible()
  await other.goto(`/merchants?q=${name}`)
  await other.getByRole('button', { name: `Select all ${rows.length} pending` }).click()
  await beforeConfirming()
  await other.getByRole('button', { name: `Confirm ${rows.length} merchants` }).click()
  await expect(other.getByText(`${rows.length} merchants confirmed.`)).toBeVisible()
}
