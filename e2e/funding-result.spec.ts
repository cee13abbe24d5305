import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { post, saleOf } from './callback-posts'
import { expect, test } from './desk-test'
import { approve, bring, create, credit, putForward, putForwardAsMeant, send } from './funding-batch'
import { own } from './tries'

const result = (page: Page) => page.getByRole('region', { name: 'Result', exact: true })
const money = (page: Page) => page.getByRole('list', { name: 'Funded by merchant' })

test('what became of a batch stands first, in dollars, and the page of its sale says the same', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  const sold = credit(108_001)
  await post(page.request, saleOf(sold, { tran_amount: '42.00' }))
  await bring(
    page,
    'payouts of may.csv',
    Buffer.from(
      [
        'Transaction ID,RRN,Merchant ID,Amount,Store',
        `${sold},,M-001,40.00,0042`,
        `${sold},,M-002,2.00,0043`,
        `${own('NOT-KNOWN-108')},,M-001,10.00,=1+1`,
      ].join('\n'),
    ),
  )
  const address = await create(page)
  await putForwardAsMeant(page)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, address)
  await send(other)

  await expect(result(other).getByRole('heading')).toHaveText('Partially funded')
  const figure = (term: string) =>
    result(other)
      .locator('dl > div')
      .filter({ hasText: new RegExp(`^${term}`) })
  await expect(figure('Funded')).toContainText('$42.00')
  await expect(figure('Funded')).toContainText('1 transaction')
  await expect(figure('Failed')).toContainText('$10.00')
  await expect(figure('Failed')).toContainText('1 transaction')
  await expect(figure('Batch')).toContainText('$52.00')
  // The page and a file say who got the money, and keep what was approved.
  const merchants = other.getByRole('region', { name: 'Results by merchant' })
  await expect(merchants.getByRole('row', { name: /M-001/ })).toContainText(/\$40\.00.*\$10\.00.*\$50\.00/)
  await expect(other.getByRole('heading', { name: 'Money', exact: true })).toBeVisible()
  const [byMerchant] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('link', { name: 'Download by merchant' }).click(),
  ])
  expect(byMerchant.suggestedFilename()).toMatch(/^B-\d+-results-by-merchant\.csv$/)
  // The next step is visible.
  const next = other.getByRole('region', { name: 'Next step' })
  await expect(next.getByRole('button', { name: 'Retry failed transactions' })).toBeInViewport()
  await desk.expectAccessible(other)

  const number = /B-\d+/.exec(await other.getByRole('heading', { level: 1 }).innerText())?.[0] ?? ''
  const started = other.waitForEvent('download')
  await result(other).getByRole('link', { name: 'Download results' }).click()
  const download = await started
  expect(download.suggestedFilename()).toBe(`${number}-results.csv`)
  const file = await readFile(await download.path(), 'utf8')
  expect(file).toContain('Error message,Store\r\n')
  expect(file).toContain(',Funded,,,0042\r\n')
  expect(file).toContain(",'=1+1\r\n")

  await other.keyboard.press('Control+k')
  await other.getByRole('combobox', { name: 'Find or go to' }).fill(number)
  await expect(other.getByRole('option', { name: new RegExp(`^${number}`) })).toBeVisible()
  await other.getByRole('combobox', { name: 'Find or go to' }).fill(sold)
  await other.getByRole('option', { name: new RegExp(`^${sold}`) }).click()
  await expect(other).toHaveURL(/\/callbacks\/\d+/)
  await expect(money(other).getByRole('listitem')).toHaveText([/M-001.*\$40\.00.*B-\d+/s, /M-002.*\$2\.00/s])
  expect(await desk.partner.transaction(sold)).toMatchObject({
    merchantFundingAmounts: [
      { merchantId: 'M-001', amount: '4000' },
      { merchantId: 'M-002', amount: '200' },
    ],
  })

  // The sale is delivered again with another amount. Both statements are true, and the page says both.
  await post(page.request, saleOf(sold, { tran_amount: '12.00' }))
  await expect(async () => {
    await other.reload()
    await expect(
      other.getByText(`Funded $42.00 in ${number}, and the deliveries disagree: Amount 42.00 or 12.00`),
    ).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(other.getByText(/cannot be funded/)).toHaveCount(0)
  await other.getByRole('button', { name: 'Resolve conflict…' }).click()
  const dialog = other.getByRole('dialog')
  await dialog.getByRole('radio', { name: /12\.00/ }).check()
  await dialog.getByLabel('How do you know?').fill('The merchant showed the slip.')
  await dialog.getByRole('button', { name: 'Use this one' }).click()
  await expect(other.getByText('Funded above the sale')).toBeVisible()
  await expect(other.getByText('Funded $42.00 on a sale of $12.00: $30.00 too much.')).toBeVisible()
  await desk.expectAccessible(other)
})

test('failed transactions are closed with a reason, by keyboard alone, and reopened', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  const lost = own('NOT-KNOWN-109')
  await bring(
    page,
    'closing.csv',
    Buffer.from(`Transaction ID,RRN,Merchant ID,Amount\n${credit(109_001)},,M-001,4.00\n${lost},,M-001,5.00`),
  )
  const address = await create(page)
  await putForward(page)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, address)
  await send(other)
  const close = other.getByRole('button', { name: 'Close failed transactions…' })
  await close.focus()
  await other.keyboard.press('Enter')
  const dialog = other.getByRole('dialog')
  await expect(dialog).toContainText('1 failed transaction will no longer need attention.')
  await desk.expectAccessible(other)
  await dialog.getByLabel('Why is there nothing left to do?').focus()
  await other.keyboard.type('The payer used another ID, which B-900 paid.')
  await other.keyboard.press('Tab')
  await other.keyboard.press('Tab')
  await other.keyboard.press('Enter')
  await expect(result(other).getByRole('heading')).toHaveText('Partially funded, nothing left to do')
  await expect(result(other)).toContainText('closed failed transactions')
  await expect(result(other).locator('q')).toHaveText('The payer used another ID, which B-900 paid.')
  await expect(other.getByText('closed 1 failed transaction.')).toBeVisible()
  await desk.expectAccessible(other)
  await other.goto(`/funding?q=${lost}`)
  await expect(other.getByText('1 of 2 not funded, closed')).toBeVisible()
  await other.goto(`/funding?attention=1&q=${lost}`)
  await expect(other.getByText('No batches found')).toBeVisible()

  await page.goto(address)
  await page.getByRole('button', { name: 'Reopen failed transactions…' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('B-900 did not pay it.')
  await page.getByRole('dialog').getByRole('button', { name: 'Reopen' }).click()
  await expect(result(page).getByRole('heading')).toHaveText('Partially funded')
  await page.goto(`/funding?attention=1&q=${lost}`)
  await expect(page.getByText('1 of 2 not funded')).toBeVisible()
})
