import type { Page } from '@playwright/test'
import { post, saleOf } from './callback-posts'
import { expect, test } from './desk-test'
import {
  approve,
  bring,
  cell,
  choose,
  create,
  credit,
  csv,
  dollars,
  grid,
  putForward,
  send,
  typeInto,
} from './funding-batch'

const issues = (page: Page) => page.getByRole('region', { name: 'Issues' })

test('the merchant of a funded amount is corrected, the first one is taken out, and approvers see was and is', async ({
  desk,
}) => {
  const sale = credit(111_001)
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'wrong-merchant.csv', csv(`${sale},,M-1,10000`))
  const first = await create(page)
  await putForward(page)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, first)
  // Before money leaves, what goes out.
  await other.getByRole('button', { name: 'Send to the partner…' }).click()
  const sending = other.getByRole('dialog')
  await expect(sending).toContainText(/Total in US dollars\s*\$100\.00/)
  await expect(sending).toContainText(/Transactions\s*1/)
  await expect(sending).toContainText('941000000001')
  await expect(sending.getByRole('row', { name: /M-1 Amount \$100\.00/ })).toBeVisible()
  await desk.expectAccessible(other)
  await sending.getByRole('button', { name: 'Cancel' }).click()
  await send(other)

  await page.goto(first)
  await cell(page, 2, 0).click()
  await page.getByRole('button', { name: 'Correct the amounts of this transaction' }).click()
  await page.waitForURL((url) => url.pathname !== new URL(first).pathname)
  await expect(grid(page).getByRole('columnheader', { name: 'Partner holds' })).toBeVisible()
  await typeInto(page, 2, 2, 'M-2')
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  // A line of its own takes the money back from the merchant that is left out.
  await expect(cell(page, 3, 2)).toHaveText('M-1 Journey M-1')
  await expect(cell(page, 3, 3)).toHaveText('$0.00')
  await expect(cell(page, 3, 4)).toHaveText('$100.00')
  await expect(grid(page)).toContainText('Taken out: the partner holds $100.00 for M-1')
  await desk.expectAccessible(page)
  await putForward(page)

  // Whoever made the amounts that it corrects is no approver of it.
  const third = await desk.signIn('finance3@demo.test', new URL(page.url()).pathname)
  await third.getByRole('button', { name: 'Approve…' }).click()
  const dialog = third.getByRole('dialog')
  const changes = dialog.getByRole('region', { name: 'Changes to what the partner holds' })
  await expect(changes.getByRole('row', { name: /M-1 \$100\.00 \$0\.00/ })).toBeVisible()
  await expect(changes.getByRole('row', { name: /M-2 \$0\.00 \$100\.00/ })).toBeVisible()
  // The sums are the same, and its headline says what is not.
  await expect(dialog).toContainText('Merchant changes: was M-1 $100.00, is M-2 $100.00')
  await expect(dialog.getByRole('list', { name: 'Warnings by kind' })).toContainText('Merchant changes (1)')
  await expect(dialog).toContainText(/Was\s*\$100\.00\s*New\s*\$100\.00\s*Difference\s*\$0\.00/)
  await dialog.getByRole('button', { name: 'Approve −$100.00 and +$100.00' }).click()
  await send(third)
  // Sent, it is still told as the difference that it is.
  await expect(third.getByRole('region', { name: 'Result', exact: true })).toContainText(
    /Was\s*\$100\.00\s*New\s*\$100\.00\s*Difference\s*\$0\.00/,
  )
  await expect(
    third.getByRole('region', { name: 'Results by merchant' }).getByRole('row', { name: /M-1/ }),
  ).toContainText(/\$100\.00.*\$0\.00.*−\$100\.00/)
  await expect(
    third
      .getByRole('region', { name: 'Changes to what the partner holds' })
      .getByRole('row', { name: /M-1 \$100\.00 \$0\.00/ }),
  ).toBeVisible()
  expect(await desk.partner.transaction(sale)).toMatchObject({
    merchantFundingAmounts: [
      { merchantId: 'M-1', amount: '0' },
      { merchantId: 'M-2', amount: '10000' },
    ],
  })
  // The lines that were sent first say what became of them.
  await page.goto(first)
  await expect(page.getByText('The partner now holds $100.00 for this transaction')).toBeVisible()
  await expect(
    page.getByText(/^B-\d+ overwrote 1 transaction: \$0\.00 \(−\$100\.00 and \+\$100\.00\)$/),
  ).toBeVisible()
  await expect(grid(page)).toContainText(/Corrected by B-\d+/)
  await page.getByRole('button', { name: 'Corrected or overwritten 1' }).click()
  await expect(cell(page, 2, 2)).toHaveText('M-1')
  await expect(page.getByRole('button', { name: 'Next issue' })).toHaveCount(0)
  await desk.expectAccessible(page)
})

test('a file is held against the sales of the log, against batches that wait, and against the merchants', async ({
  desk,
}) => {
  const [known, contested, declined] = [credit(111_101), credit(111_102), credit(111_103)]
  const page = await desk.signIn('finance@demo.test')
  await post(page.request, saleOf(known, { tran_amount: '75.21' }))
  await post(page.request, saleOf(contested, { tran_amount: '42.00' }))
  await post(page.request, saleOf(contested, { tran_amount: '45.00' }))
  await post(page.request, saleOf(declined, { resp_code: '005' }))
  for (const stored of [known, contested, declined])
    await expect(async () => {
      await page.goto(`/callbacks?q=${stored}`)
      await expect(page.getByRole('rowheader').filter({ hasText: stored })).toBeVisible({ timeout: 1_000 })
    }).toPass()

  await choose(
    page,
    'known.csv',
    dollars(
      `${known},,M-1,7521.00`,
      `${contested},,M-1,42.00`,
      `${declined},,M-1,1.00`,
      `${credit(111_104)},,BLUEBRID-01,12.00`,
    ),
  )
  await expect(issues(page)).toContainText(
    'The sale is $75.21; after this batch its merchants would have $7,521.00.',
  )
  await expect(issues(page)).toContainText('conflicting deliveries')
  await expect(issues(page)).toContainText('not as an approved sale')
  await expect(issues(page)).toContainText('Did you mean BLUEBIRD-01?')
  const draft = await create(page)
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByRole('alert').filter({ hasText: /4 errors/ })).toBeVisible()

  // Mended, it goes; and another batch with the same sale does not, in any state of the first.
  await page.goto('/funding/new')
  await choose(page, 'sale.csv', dollars(`${known},,M-1,75.21`, `${credit(111_105)},,M-1,1.00`))
  const right = await create(page)
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  const unlogged = page.getByRole('dialog', { name: '1 transaction is not in the callback log' })
  await expect(unlogged).toContainText(`Row 3: ${credit(111_105)}`)
  await desk.expectAccessible(page)
  const goOn = unlogged.getByRole('button', { name: 'Submit with 1 not in the log' })
  await expect(goOn).toBeDisabled()
  await unlogged.getByRole('checkbox', { name: 'Submit it as it is' }).check()
  await goOn.click()
  await expect(page.getByText('Pending approval').first()).toBeVisible()
  await choose(page, 'again.csv', dollars(`${known},,M-2,12500.00`))
  await expect(issues(page)).toContainText(/This transaction is in B-\d+, which has not ended\./)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, right)
  await send(other)
  await choose(page, 'after.csv', dollars(`${known},,M-2,75.21`))
  await expect(issues(page)).toContainText('Taken out: the partner holds $75.21 for M-1')
  await expect(issues(page)).toContainText('The partner holds $75.21 for this transaction')
  await page.goto(draft)
  await expect(grid(page)).toContainText('The sale is $75.21')
  expect(await desk.partner.transaction(known)).toMatchObject({
    merchantFundingAmounts: [{ merchantId: 'M-1', amount: '7521' }],
  })
  for (const id of [contested, declined]) {
    expect(await desk.partner.transaction(id)).toMatchObject({ merchantFundingAmounts: [] })
  }
})

test('a merchant is read by its name, and a totals row is left out: both are said before the batch is made', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  await choose(
    page,
    'by-name.csv',
    dollars(
      `${credit(111_201)},,journey M-1,75.21`,
      `${credit(111_202)},,m-2,10.00`,
      `${credit(111_203)},,Journey,1.00`,
      'Total,,,86.21',
    ),
  )
  for (const note of [
    'Row 5 ($86.21) is a totals row and is left out. It adds up.',
    '“journey M-1” read as M-1 (Journey M-1) in 1 row.',
    '“m-2” read as M-2 (Journey M-2) in 1 row.',
  ])
    await expect(page.getByText(note)).toBeVisible()
  // Part of a name names nobody.
  await expect(issues(page)).toContainText('“Journey” is not in the merchant directory')
  await create(page)
  await expect(cell(page, 2, 2)).toHaveText('M-1 Journey M-1')
  await expect(cell(page, 3, 2)).toHaveText('M-2 Journey M-2')
  await expect(grid(page).getByText('$86.21')).toHaveCount(0)

  // Typed into the grid it is read as well.
  await typeInto(page, 4, 2, 'Journey 007')
  await expect(page.getByText('“Journey 007” read as 007 (Journey 007) in 1 row.')).toBeVisible()
  await expect(cell(page, 4, 2)).toHaveText('007 Journey 007')
  await desk.expectAccessible(page)
  await putForward(page)
})
