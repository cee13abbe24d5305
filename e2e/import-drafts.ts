import type { Page } from '@playwright/test'
import { type Desk, expect } from './desk-test'

/** Imports this many drafts of the template's merchant, each as a merchant of its own. */
export async function importDrafts(
  desk: Desk,
  page: Page,
  names: readonly string[],
  lineOf: (line: string, name: string) => string = (line) => line,
): Promise<void> {
  const template = await (await page.request.get('/api/applications/import/template?kind=payfac')).text()
  const [header = '', example = ''] = template.trim().split(/\r?\n/)
  const started = Date.now() % 1_000_000
  const lines = names.map((name, at) => {
    const digits = String(started * 100 + at).padStart(8, '0')
    const own = example
      .replaceAll('Blue Lantern Bakery', name)
      .replaceAll('blue-lantern', `shop-${digits}`)
      .replaceAll('90-0123456', `9${digits.slice(0, 1)}-${digits.slice(1)}`)
      .replaceAll('900-55-5555', `9${digits.slice(0, 2)}-55-${digits.slice(4)}`)
      .replaceAll('900-66-6666', `9${digits.slice(0, 2)}-66-${digits.slice(4)}`)
      .replaceAll('000123456789', `0001${digits}`)
    return lineOf(own, name)
  })
  await page.goto('/applications/import')
  await page.locator('input[type=file]').setInputFiles({
    name: 'merchants.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([header, ...lines].join('\r\n')),
  })
  await page.getByRole('button', { name: `Create ${names.length} drafts` }).click()
  await expect(page.getByText(`${names.length} drafts created and assigned to you.`)).toBeVisible()
  await desk.expectAccessible(page)
}
