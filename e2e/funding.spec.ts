import writeXlsxFile from 'write-excel-file/node'
import { expect, test } from './desk-test'
import {
  approve,
  bring,
  create,
  credit,
  csv,
  debitReference,
  grid,
  putForward,
  send,
  typeInto,
} from './funding-batch'

test('a file with problems is mended in the grid, approved by another person, sent and settled', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(
    page,
    'november.csv',
    csv(
      `${credit(101001)},,M-001,1000`,
      `${credit(101001)},,M-002,250`,
      `,${debitReference(101001)},M-001,99`,
      '1.23E+15,,M-001,10',
      `${credit(101003)},,,10`,
    ),
  )
  const problems = page.getByRole('region', { name: 'Problems' })
  await expect(problems).toContainText('1.23E+15')
  await expect(problems.getByRole('row')).toHaveCount(3)
  const address = await create(page)

  await typeInto(page, 5, 0, credit(101002))
  await typeInto(page, 6, 2, 'M-003')
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await putForward(page)
  await expect(page.getByRole('button', { name: 'Approve…' })).toHaveCount(0)

  const other = await desk.signIn('finance2@demo.test')
  await approve(other, address)
  await send(other)
  await expect(other.getByText('4 transactions funded.')).toBeVisible()
  expect(await desk.partner.transaction(credit(101001))).toMatchObject({
    merchantFundingAmounts: [
      { merchantId: 'M-001', amount: '1000' },
      { merchantId: 'M-002', amount: '250' },
    ],
  })
  expect(await desk.partner.transaction(credit(101002))).toMatchObject({
    merchantFundingAmounts: [{ merchantId: 'M-001', amount: '10' }],
  })
})

test('leading zeros come through a workbook, pasted cells and JSON', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  const sheet = await writeXlsxFile([
    [{ value: 'Transaction ID' }, { value: 'Merchant ID' }, { value: 'Amount' }],
    [
      { value: '000123', type: String },
      { value: '007', type: String },
      { value: 1250, type: Number },
    ],
  ]).toBuffer()
  await bring(page, 'amounts.xlsx', sheet)
  await create(page)
  await expect(grid(page)).toContainText('000123')
  await expect(grid(page)).toContainText('007')

  await page.goto('/funding/new')
  await page.getByLabel('Paste cells').focus()
  await page.evaluate(() => {
    const data = new DataTransfer()
    data.setData('text/plain', 'Transaction ID\tMerchant ID\tAmount\n000124\t008\t5\n')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    )
  })
  await expect(page.getByText('Pasted cells, 1 row.')).toBeVisible()
  await create(page)
  await expect(grid(page)).toContainText('000124')

  await bring(
    page,
    'amounts.json',
    Buffer.from(
      '{"transactions":[{"id":"000125","merchantFundingAmounts":[{"merchantId":"009","amount":"0007"}]}]}',
    ),
  )
  await create(page)
  await expect(grid(page)).toContainText('000125')
  await expect(grid(page)).toContainText('0007')
})

test('an empty batch is filled by hand and by pasting, with the keyboard alone', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  await page.goto('/funding/new')
  await page.getByRole('button', { name: 'Start with an empty grid' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('No amounts yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a row' }).focus()
  await page.keyboard.press('Enter')
  await grid(page).focus()
  await page.keyboard.type(credit(102001))
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type('M-1')
  await page.keyboard.press('Tab')
  await page.keyboard.type('100')
  await page.keyboard.press('Enter')
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await page.reload()
  await expect(grid(page).getByRole('gridcell', { name: credit(102001) })).toBeVisible()
  await expect(grid(page).getByRole('gridcell', { name: '100', exact: true })).toBeVisible()
})

test('what fails is retried alone, and what was funded is corrected, each in a batch of its own', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(
    page,
    'partly.csv',
    csv(`${credit(103001)},,M-1,100`, 'NOT-KNOWN-103,,M-1,100', `${credit(103002)},,M-1,300`),
  )
  const address = await create(page)
  await putForward(page)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, address)
  await send(other)
  await expect(other.getByText('1 transaction not funded: each says why below.')).toBeVisible()
  await other.getByRole('button', { name: /^Not funded 1/ }).click()
  await expect(grid(other)).toContainText('code 100')

  await other.getByRole('button', { name: 'Retry what failed' }).click()
  await other.waitForURL((url) => url.pathname !== new URL(address).pathname)
  await expect(other.getByText('Takes up what failed in')).toBeVisible()
  await expect(grid(other).getByRole('rowheader')).toHaveCount(1)
  await typeInto(other, 3, 0, credit(103003))
  await expect(other.getByText('All changes are saved.')).toBeVisible()
  await putForward(other)
  await approve(page, other.url())
  await send(page)
  expect(await desk.partner.transaction(credit(103003))).toMatchObject({
    merchantFundingAmounts: [{ merchantId: 'M-1', amount: '100' }],
  })

  await page.goto(address)
  await grid(page)
    .getByRole('gridcell', { name: credit(103002) })
    .click()
  await page.getByRole('button', { name: 'Correct the amounts of this transaction' }).click()
  await expect(page.getByText('Corrects')).toBeVisible()
  await typeInto(page, 4, 3, '275')
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await putForward(page)
  await approve(other, page.url())
  await send(other)
  expect(await desk.partner.transaction(credit(103002))).toMatchObject({
    merchantFundingAmounts: [{ merchantId: 'M-1', amount: '275' }],
  })
})

test('the same file is known again, and what is funded already is named with its batch', async ({ desk }) => {
  desk.expectTrouble('409 (Conflict)')
  const page = await desk.signIn('finance@demo.test')
  const file = csv(`${credit(104001)},,M-1,100`)
  await bring(page, 'first.csv', file)
  const address = await create(page)
  await putForward(page)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, address)
  await send(other)

  await bring(page, 'renamed.csv', file)
  await page.getByRole('button', { name: 'Create the batch' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'This very file was brought before' })
  await expect(notice).toContainText('first')
  await notice.getByRole('button', { name: 'Make another batch of it all the same' }).click()
  await page.waitForURL(/\/funding\/[0-9a-f]{8}-/)
  await expect(page.getByText('Some of it is funded already, or may be')).toBeVisible()
})

test('a transaction is split by percent and by amount, the last merchant taking what is left', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'split.csv', csv(`${credit(108001)},,M-1,100`, `${credit(108002)},,M-1,5`))
  await create(page)
  await grid(page)
    .getByRole('gridcell', { name: credit(108001) })
    .click()
  await page.getByRole('button', { name: 'Split…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Share of merchant 1', { exact: true }).fill('33.33')
  await dialog.getByLabel('Merchant 2', { exact: true }).fill('M-2')
  await dialog.getByRole('button', { name: 'Another merchant' }).click()
  await dialog.getByLabel('Share of merchant 2 is').selectOption('Dollars')
  await dialog.getByLabel('Share of merchant 2', { exact: true }).fill('0.10')
  await dialog.getByRole('button', { name: 'Split it' }).click()
  await expect(dialog.getByText('Enter the merchant id.')).toBeVisible()
  await dialog.getByLabel('Merchant 3', { exact: true }).fill('M-3')
  await dialog.getByRole('button', { name: 'Split it' }).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await page.reload()
  await expect(grid(page).getByRole('row')).toHaveText([/Row/, /M-133/, /M-210/, /M-357/, /M-15/])
})

test('whoever made it cannot approve it, and whoever approves can return it with words', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'returned.csv', csv(`${credit(105001)},,M-1,100`))
  const address = await create(page)
  await putForward(page)
  const other = await desk.signIn('finance2@demo.test')
  await other.goto(address)
  await other.getByRole('button', { name: 'Return…' }).click()
  const dialog = other.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Return it' }).click()
  await expect(dialog.getByRole('alert')).toContainText('A few words are needed')
  await dialog.getByLabel('What is wrong with it').fill('The amount of row 2 is too low.')
  await dialog.getByRole('button', { name: 'Return it' }).click()
  await expect(other.getByText('Draft').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('The amount of row 2 is too low.').first()).toBeVisible()
})

test('people who only read see batches, and nothing to press', async ({ desk }) => {
  desk.expectTrouble('403 (Forbidden)')
  const page = await desk.signIn('auditor@demo.test')
  await page.goto('/funding')
  await expect(page.getByRole('link', { name: 'New batch' })).toHaveCount(0)
  await page.goto('/funding/new')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toHaveCount(0)
  const onboarding = await desk.signIn('onboarding@demo.test')
  await expect(onboarding.getByRole('navigation', { name: 'Main' }).getByText('Funding')).toHaveCount(0)
  await onboarding.goto('/funding')
  await expect(onboarding.getByRole('grid')).toHaveCount(0)
  await expect(onboarding.getByRole('heading', { name: 'Funding' })).toHaveCount(0)
})

for (const width of [1440, 390]) {
  test(`the screens of funding pass axe and nothing is cut off at ${width} px`, async ({ desk }) => {
    const page = await desk.signIn('finance@demo.test')
    await page.setViewportSize({ width, height: 900 })
    const look = async () => {
      await desk.expectAccessible(page)
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(overflow, page.url()).toBe(0)
    }
    await page.goto('/funding')
    await look()
    await bring(page, `axe-${width}.csv`, csv(`${credit(106000 + width)},,M-1,-1`, ',,M-1,1'))
    await look()
    await create(page)
    await look()
  })
}
