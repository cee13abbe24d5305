import type { Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { approve, putForward, send } from './funding-batch'
import { own } from './tries'

const BATCH = /\/funding\/[0-9a-f]{8}-/

/** Pays on the sandbox's hosted page with a card that will be approved. */
async function pay(page: Page) {
  await page.getByLabel('Card number').fill('4111 1111 1111 1111')
  await page.getByLabel('Expiry date').fill('09/39')
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText('Approved', { exact: false }).first()).toBeVisible()
}

/** Makes a link, pays with it, and returns the sale's transaction ID once the sale has come back. */
async function sell(page: Page, amount: string, reference: string): Promise<string> {
  await page.goto('/callbacks/link')
  await page.getByLabel('Profile').selectOption('941000000001')
  await page.getByLabel('Amount').fill(amount)
  await page.getByLabel(/^Client reference number/).fill(reference)
  await page.getByRole('button', { name: 'Create link' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the payment page' }).click()
  const payment = await opened
  await pay(payment)
  await payment.close()
  const sale = page.getByRole('listitem').filter({ hasText: amount }).getByRole('link')
  await expect(page.getByRole('heading', { name: 'The sale came back' })).toBeVisible({ timeout: 30_000 })
  return (await sale.first().textContent()) ?? ''
}

const row = (page: Page, tranId: string) =>
  page.getByRole('region', { name: 'Callbacks' }).getByRole('row').filter({ hasText: tranId })

/** Opens “Fund these…” for this sale in the log, and enters who gets the money. */
async function beginToFund(page: Page, tranId: string) {
  await row(page, tranId).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Fund these…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Payees')).toBeVisible()
  return dialog
}

test('a payment link becomes a sale in the log, a batch, and money that the partner has', async ({
  desk,
}) => {
  const log = await desk.signIn('finance@demo.test', '/callbacks')
  await expect(log.getByRole('heading', { name: 'Callbacks', level: 1 })).toBeVisible()
  const seller = await desk.signIn('finance2@demo.test', '/callbacks/link')
  const reference = own('CIRCLE-1')
  const tranId = await sell(seller, '125.50', reference)

  // The log was open the whole time, and the sale appears without a reload.
  await expect(row(log, tranId)).toContainText('Unfunded')
  await expect(row(log, tranId)).toContainText(reference)
  const dialog = await beginToFund(log, tranId)
  await dialog.getByLabel('Merchant 1', { exact: true }).fill('M-CIRCLE-1')
  await dialog.getByRole('button', { name: 'Add payee' }).click()
  await dialog.getByLabel('Share of merchant 1', { exact: true }).fill('40')
  await dialog.getByRole('button', { name: 'Create batch' }).click()
  await expect(dialog.getByText('Enter the merchant ID.')).toBeVisible()
  await dialog.getByLabel('Merchant 2', { exact: true }).fill('M-CIRCLE-2')
  await expect(dialog.getByText('50.20')).toBeVisible()
  await desk.expectAccessible(log)
  await dialog.getByRole('button', { name: 'Create batch' }).click()
  await log.waitForURL(BATCH)
  const address = log.url()
  await putForward(log)

  await seller.goto(`/callbacks?q=${tranId}`)
  await expect(row(seller, tranId)).toContainText(/B-\d+/)
  await approve(seller, address)
  await send(seller)
  await seller.goto(`/callbacks?q=${tranId}`)
  await expect(row(seller, tranId)).toContainText('Funded')
  expect(await desk.partner.transaction(tranId)).toMatchObject({
    merchantFundingAmounts: [
      { merchantId: 'M-CIRCLE-1', amount: '5020' },
      { merchantId: 'M-CIRCLE-2', amount: '7530' },
    ],
  })
})

test('of two people who fund the same sale one makes the batch, and the other hears that somebody was quicker', async ({
  desk,
}) => {
  // The refusal is an ordinary answer of the desk, but the browser also logs it to the console.
  desk.expectTrouble('/api/callbacks/fund')
  const seller = await desk.signIn('finance@demo.test', '/callbacks/link')
  const tranId = await sell(seller, '40.00', own('CIRCLE-2'))
  const people = [seller, await desk.signIn('finance2@demo.test')]
  for (const page of people) {
    await page.goto(`/callbacks?q=${tranId}`)
    await row(page, tranId).getByRole('link', { name: tranId }).click()
    await page.getByRole('button', { name: 'Fund this…' }).click()
    await page.getByLabel('Merchant 1', { exact: true }).fill('M-CIRCLE-2')
  }
  await Promise.all(people.map((page) => page.getByRole('button', { name: 'Create batch' }).click()))
  const outcomes = await Promise.all(
    people.map((page) =>
      Promise.race([
        page.waitForURL(BATCH).then(() => 'made'),
        page
          .getByText('another batch was first')
          .waitFor()
          .then(() => 'refused'),
      ]),
    ),
  )
  expect(outcomes.toSorted()).toEqual(['made', 'refused'])
  const [winner, loser] = outcomes[0] === 'made' ? people : people.toReversed()
  if (!winner || !loser) throw new Error('There are two of them.')
  await desk.expectAccessible(loser)
  // One click leads to the batch that has the sale.
  await loser
    .getByRole('dialog')
    .getByRole('link', { name: /^B-\d+$/ })
    .click()
  await expect(loser).toHaveURL(winner.url())
})

test('unfunded sales stand by age, and lead to the log and into a batch', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test', '/callbacks/unfunded')
  await expect(page.getByRole('heading', { name: 'Unfunded sales' })).toBeVisible()
  await desk.expectAccessible(page)
  const table = page.getByRole('region', { name: 'Unfunded sales' })
  // Other journeys sell and fund at the same time.
  await expect(async () => {
    await page.goto('/callbacks/unfunded')
    // A receiver with only drafts has another link.
    const link = table.getByRole('link', { name: / unfunded sales?$/ }).first()
    const [count] = /[\d,]+(?= unfunded)/.exec(
      (await link.getAttribute('aria-label', { timeout: 10_000 })) ?? '',
    ) ?? ['none']
    await link.click({ timeout: 10_000 })
    await page.waitForURL(/\/callbacks\?/, { timeout: 10_000 })
    const rows = page.getByRole('region', { name: 'Callbacks' }).getByRole('row')
    await expect(rows).toHaveCount(Math.min(Number(count.replaceAll(',', '')), 50) + 1, { timeout: 2_000 })
  }).toPass()
  await page.goBack()
  await table
    .getByRole('button', { name: /^Fund the sales of / })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Payees' })).toBeVisible()
  await desk.expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a sale that was funded elsewhere is marked so with a note, and the mark is taken back', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test', '/callbacks/link')
  const tranId = await sell(page, '77.00', own('CIRCLE-3'))
  await page.goto(`/callbacks?q=${tranId}`)
  await row(page, tranId).getByRole('link', { name: tranId }).click()
  await page.getByRole('button', { name: 'Mark as funded externally…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Mark as funded externally' }).click()
  await expect(dialog.getByRole('textbox')).toHaveAccessibleDescription(/Enter what happened/)
  await dialog.getByRole('textbox').fill("Paid by wire, said Ms. O'Example.")
  await desk.expectAccessible(page)
  await dialog.getByRole('button', { name: 'Mark as funded externally' }).click()
  await expect(page.getByText("Paid by wire, said Ms. O'Example.").first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^Fund this/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo external funding…' }).click()
  await dialog.getByRole('textbox').fill('The wire came back.')
  await dialog.getByRole('button', { name: 'Make it unfunded again' }).click()
  await expect(page.getByRole('button', { name: /^Fund this/ })).toBeVisible()
})

test('whoever makes a batch is led to what the log has', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test', '/funding/new')
  await page.getByRole('link', { name: 'Choose unfunded sales' }).click()
  await page.waitForURL(/\/callbacks\?funding=unfunded/)
})

test('a payer’s change of a payment link’s amount is flagged, and holds the sale until a person closes it', async ({
  desk,
}) => {
  const reference = own('CIRCLE-CHANGED')
  const page = await desk.signIn('finance@demo.test', '/callbacks/link')
  await page.getByLabel('Profile').selectOption('941000000001')
  await page.getByLabel('Amount').fill('123.45')
  await page.getByLabel(/^Client reference number/).fill(reference)
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = page.getByRole('link', { name: 'Open the payment page' })
  const changed = new URL((await link.getAttribute('href')) ?? '')
  changed.searchParams.set('payment_amount', '1.00')
  const payment = await page.context().newPage()
  await payment.goto(changed.toString())
  await pay(payment)
  await payment.close()

  await expect(page.getByRole('heading', { name: 'The sale came back' })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('asked for $123.45').first()).toBeVisible()
  await page.reload()
  const kept = page.getByRole('region', { name: 'Payment links' }).getByRole('row')
  const paid = kept.filter({ hasText: reference })
  await expect(paid).toContainText('Paid another amount')
  await expect(paid).toContainText('$1.00')
  await desk.expectAccessible(page)
  await paid.getByRole('link').last().click()
  await expect(page.getByText(/asked for \$123\.45.*; \$1\.00.* was paid/)).toBeVisible()
  await expect(page.getByRole('button', { name: /^Fund this/ })).toHaveCount(0)
  await page.getByRole('button', { name: 'Close…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Why can it be closed?').fill('A deposit, agreed by phone.')
  await dialog.getByRole('button', { name: 'Close callback' }).click()
  await expect(page.getByRole('button', { name: /^Fund this/ })).toBeVisible()
})
