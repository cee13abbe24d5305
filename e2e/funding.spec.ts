import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import writeXlsxFile from 'write-excel-file/node'
import { expect, test } from './desk-test'
import {
  approve,
  bring,
  cell,
  choose,
  create,
  credit,
  csv,
  debitReference,
  dollars,
  grid,
  pasteCells,
  putForward,
  say,
  send,
  typeInto,
} from './funding-batch'
import { own } from './tries'

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
  const problems = page.getByRole('region', { name: 'Issues' })
  await expect(problems).toContainText('1.23E+15')
  await expect(problems, 'the log may have the debit by its id').toContainText('is not in the callback log')
  await expect(problems.getByRole('row')).toHaveCount(4)
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

const amountCells = (page: Page) => grid(page).getByRole('row').locator('[role=gridcell]:nth-child(5)')
const verdict = (page: Page) => page.getByText('No issues found')

test('dollars or cents is asked wherever the amounts do not say it, and nothing is made before', async ({
  desk,
}) => {
  // The desk remembers by column names how such a file was read before.
  const identifier = own('M3 Txn Identifier')
  const page = await desk.signIn('finance@demo.test')
  const file = (n: number, ...amounts: string[]) =>
    Buffer.from(
      [`${identifier},MID,M3 Amt`, ...amounts.map((amount, at) => `${credit(n + at)},M-1,${amount}`)].join(
        '\n',
      ),
    )
  await choose(page, 'm3.csv', file(113101, '7521', '250', '75', '9000'))
  const column = (name: string) => page.getByLabel(name, { exact: true })
  // One message for a column that nobody has chosen, with sample rows to choose it by.
  await expect(page.getByText('Choose the Amount column.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Issues' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'The first rows of the file' })).toContainText('7521')
  await column('Transaction ID').selectOption(identifier)
  await column('Amount').selectOption('M3 Amt')

  const ways = page.getByRole('region', { name: 'The same amounts both ways' })
  await expect(ways.getByRole('row')).toHaveText([
    /Row/,
    /2M-17521\$7,521\.00.*\$75\.21/,
    /3M-1250\$250\.00.*\$2\.50/,
    /5M-19000\$9,000\.00.*\$90\.00/,
  ])
  const make = page.getByRole('button', { name: /^Create (?:batch|draft)/ })
  await expect(make).toBeDisabled()
  await expect(verdict(page)).toHaveCount(0)
  await say(page, 'Cents')
  await expect(verdict(page)).toBeVisible()
  await expect(page.getByText('4 transactions, 4 amounts, $168.46')).toBeVisible()
  const address = await create(page)
  await expect(amountCells(page)).toHaveText(['$75.21', '$2.50', '$0.75', '$90.00'])
  await page.getByRole('button', { name: 'Name and profile…' }).click()
  await expect(page.getByRole('dialog').getByLabel('Dollars')).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await putForward(page)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, address)
  await send(other)
  expect(await desk.partner.transaction(credit(113101))).toMatchObject({
    merchantFundingAmounts: [{ merchantId: 'M-1', amount: '7521' }],
  })

  // The earlier answer is shown for a file that looks the same, and asked again. Amounts with cents need no answer.
  await choose(other, 'm3-again.csv', file(113111, '100'))
  await expect(
    other.getByText('Last time the amounts in these columns were cents. Choose what these are.'),
  ).toBeVisible()
  await expect(verdict(other)).toHaveCount(0)
  await expect(other.getByRole('button', { name: /^Create (?:batch|draft)/ })).toBeDisabled()
  await say(other, 'Cents')
  await expect(other.getByText('1 transaction, 1 amount, $1.00')).toBeVisible()
  await choose(other, 'm3-plain.csv', file(113121, '100', '$12.50'))
  await expect(other.getByText('Row 3 has $12.50: these amounts are dollars.')).toBeVisible()
  await expect(other.getByRole('radio', { name: 'Cents', exact: true })).toHaveCount(0)
  await create(other)
  await expect(amountCells(other)).toHaveText(['$100.00', '$12.50'])
  await choose(other, 'm3-other.csv', file(113131, '100'))
  await expect(other.getByText('Last time the amounts in these columns had decimal points.')).toBeVisible()
  await expect(other.getByRole('button', { name: /^Create (?:batch|draft)/ })).toBeDisabled()
})

test('a heading that says cents is held against its amounts, and nobody is told that they are dollars', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  // Other letters for each try, because the desk remembers by column names how such a file was read.
  const column = ['Transaction ID', 'Transaction Id', 'transaction ID'][test.info().retry]
  const file = (...rows: string[]) =>
    Buffer.from([`${column},Merchant ID,Amount in cents`, ...rows].join('\n'))
  await choose(page, 'cents.csv', file(`${credit(113301)},M-1,12345.00`, `${credit(113302)},M-1,250.00`))
  await expect(page.getByText('The column is called “Amount in cents”.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'The same amounts both ways' })).toContainText('$123.45')
  await expect(verdict(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Create (?:batch|draft)/ })).toBeDisabled()
  await desk.expectAccessible(page)
  await say(page, 'Cents')
  await expect(page.getByText('2 transactions, 2 amounts, $125.95')).toBeVisible()
  await create(page)
  await expect(amountCells(page)).toHaveText(['$123.45', '$2.50'])
  await putForward(page)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, page.url())
  await send(other)
  expect(await desk.partner.transaction(credit(113301))).toMatchObject({
    merchantFundingAmounts: [{ merchantId: 'M-1', amount: '12345' }],
  })

  // Some amounts cannot be cents. The file is in dollars only if a person says so.
  await choose(page, 'mixed.csv', file(`${credit(113303)},M-1,100`, `${credit(113304)},M-1,12.50`))
  await expect(page.getByText('The column is called “Amount in cents”, and row 3 has 12.50.')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Cents', exact: true })).toHaveCount(0)
  await expect(page.getByRole('radio', { name: 'Dollars', exact: true })).not.toBeChecked()
  await expect(page.getByRole('button', { name: /^Create (?:batch|draft)/ })).toBeDisabled()
  await say(page, 'Dollars')
  await expect(page.getByText('2 transactions, 2 amounts, $112.50')).toBeVisible()
})

test('a workbook, pasted cells and JSON are read as they are shown, and asked alike', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  const text = (value: string) => ({ value, type: String })
  const number = (value: number, format?: string) => ({ value, type: Number, ...(format && { format }) })
  const header = ['Transaction ID', 'Merchant ID', 'Amount'].map(text)
  // With leading zeros, and not in any file of an earlier try.
  const id = (n: number) => String(n + 10 * test.info().retry).padStart(6, '0')
  const workbook = await writeXlsxFile([
    { sheet: 'Summary', data: [[text('Payouts of November')]] },
    {
      sheet: 'Dollars',
      data: [
        header,
        [text(id(123)), number(12345, '00000000'), number(1250, '$#,##0.00')],
        [text(id(126)), number(45_000, 'yyyy-mm-dd'), number(0.5, '0%')],
      ],
    },
    { sheet: 'Cents', data: [header, [text(id(127)), text('007'), number(1250)]] },
  ]).toBuffer()
  await choose(page, 'amounts.xlsx', workbook)
  const sheets = page.getByLabel('Sheet', { exact: true })
  await expect(sheets).toHaveValue('Dollars')
  const problems = page.getByRole('region', { name: 'Issues' })
  await expect(problems).toContainText('2023-03-15')
  await expect(problems).toContainText('0.50 (shown as a percentage)')
  await expect(page.getByText('Row 2 has $1250.00: these amounts are dollars.')).toBeVisible()
  await create(page)
  await expect(grid(page)).toContainText('00012345')
  await expect(amountCells(page).first()).toHaveText('$1,250.00')

  // It reaches the partner as shown, with its zeros.
  const shown = await writeXlsxFile([
    {
      sheet: 'Payouts',
      data: [header, [text(credit(113201)), number(12345, '00000000'), number(1250, '$#,##0.00')]],
    },
  ]).toBuffer()
  await choose(page, 'as-shown.xlsx', shown)
  const asShown = await create(page)
  await putForward(page)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, asShown)
  await send(other)
  expect(await desk.partner.transaction(credit(113201))).toMatchObject({
    merchantFundingAmounts: [{ merchantId: '00012345', amount: '125000' }],
  })

  await choose(page, 'amounts.xlsx', workbook)
  await sheets.selectOption('Cents')
  await say(page, 'Cents')
  await create(page)
  await expect(grid(page)).toContainText(id(127))
  await expect(amountCells(page)).toHaveText(['$12.50'])

  await pasteCells(
    page,
    `Transaction ID\tMerchant ID\tAmount\n${id(124)}\t008\t $1,000.00 \n${id(128)}\t008\t(5.00)\n`,
  )
  await expect(problems.getByRole('row')).toHaveCount(2)
  await expect(problems).toContainText('(5.00)')
  await create(page)
  await expect(grid(page)).toContainText(id(124))
  await expect(amountCells(page)).toHaveText(['$1,000.00', '(5.00)'])

  await pasteCells(page, `${id(129)}\t008\t5\n`)
  await page.getByLabel('Transaction ID', { exact: true }).selectOption('Column 1')
  await page.getByLabel('Merchant ID', { exact: true }).selectOption('Column 2')
  await page.getByLabel('Amount', { exact: true }).selectOption('Column 3')
  await expect(verdict(page)).toHaveCount(0)
  await say(page, 'Dollars')
  await create(page)
  await expect(amountCells(page)).toHaveText(['$5.00'])

  await choose(
    page,
    'amounts.json',
    Buffer.from(
      `{"transactions":[{"id":"${id(125)}","merchantFundingAmounts":[{"merchantId":"009","amount":"0007"}]}]}`,
    ),
  )
  await say(page, 'Cents')
  await create(page)
  await expect(grid(page)).toContainText(id(125))
  await expect(cell(page, 1, 3)).toHaveText('$0.07')
})

test('an empty batch is filled by hand and by pasting, with the keyboard alone', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test', '/funding/new')
  await expect(
    page.getByText('Columns: transaction ID or retrieval reference number, merchant ID and amount.'),
  ).toBeVisible()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV template' }).click(),
  ])
  expect(await readFile(await template.path(), 'utf8')).toBe(
    'Transaction ID,Retrieval reference number,Merchant ID,Amount\r\n',
  )
  await page.getByRole('button', { name: 'Start with an empty grid' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^No amounts yet/)).toBeVisible()
  await page.getByRole('button', { name: 'Add row' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type(credit(102001))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('M-1')
  await page.keyboard.press('Tab')
  await expect(grid(page).getByRole('columnheader', { name: 'Amount ($)' })).toBeVisible()
  await page.keyboard.type('100')
  await page.keyboard.press('Enter')
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await page.reload()
  await expect(grid(page).getByRole('gridcell', { name: credit(102001) })).toBeVisible()
  await expect(cell(page, 1, 3)).toHaveText(/^\$1(00)?\.00$/)
})

test('what fails is retried alone, and what was funded is corrected, each in a batch of its own', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(
    page,
    'partly.csv',
    csv(`${credit(103001)},,M-1,100`, `${own('NOT-KNOWN-103')},,M-1,100`, `${credit(103002)},,M-1,300`),
  )
  const address = await create(page)
  await putForward(page)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, address)
  await send(other)
  await expect(other.getByText('1 transaction not funded: see the reason in each row below.')).toBeVisible()
  await other.getByRole('button', { name: /^Not funded 1/ }).click()
  await expect(grid(other)).toContainText('code 100')

  await other.getByRole('button', { name: 'Retry failed transactions' }).click()
  await other.waitForURL((url) => url.pathname !== new URL(address).pathname)
  await expect(other.getByText('Retry of', { exact: true })).toBeVisible()
  await expect(grid(other).getByRole('rowheader')).toHaveCount(1)
  await typeInto(other, 3, 0, credit(103003))
  await expect(other.getByText('All changes are saved.')).toBeVisible()
  await putForward(other)
  // A person who made these lines cannot approve them the second time either.
  await page.goto(other.url())
  await expect(page.getByText('Can approve: Frida Cole.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Approve…' })).toHaveCount(0)
  const third = await desk.signIn('finance3@demo.test')
  await approve(third, other.url())
  await send(third)
  expect(await desk.partner.transaction(credit(103003))).toMatchObject({
    merchantFundingAmounts: [{ merchantId: 'M-1', amount: '100' }],
  })

  await page.goto(address)
  await expect(page.getByText(/Retried in B-\d+/)).toBeVisible()
  // Its identifier was corrected there, so it is not retried again.
  await expect(page.getByRole('button', { name: 'Retry failed transactions' })).toHaveCount(0)
  await grid(page)
    .getByRole('gridcell', { name: credit(103002) })
    .click()
  await page.getByRole('button', { name: 'Correct the amounts of this transaction' }).click()
  await expect(page.getByText(/^Corrects B-\d+/)).toBeVisible()
  await typeInto(page, 4, 3, '$2.75')
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

  // A different file by its bytes: before anything is created, the page says how much of it was paid, and where.
  await bring(page, 'edited.csv', csv(`${credit(104001)},,M-1,100`, `${credit(104002)},,M-1,100`))
  await expect(page.getByText('1 of 2 transactions is funded already, or may be')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: /^B-\d+$/ })).toHaveAttribute(
    'href',
    new URL(address).pathname,
  )

  await bring(page, 'renamed.csv', file)
  await page.getByRole('button', { name: 'Create batch' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'This file was already imported' })
  await expect(notice).toContainText('first')
  await notice.getByRole('button', { name: 'Create another batch anyway' }).click()
  await page.waitForURL(/\/funding\/[0-9a-f]{8}-/)
  await expect(page.getByText('1 of 1 transaction is funded already, or may be')).toBeVisible()
})

test('a transaction is split by percent and by amount, the last merchant taking what is left', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'split.csv', dollars(`${credit(112001)},,M-1,1.00`, `${credit(112002)},,M-1,0.05`))
  await create(page)
  await grid(page)
    .getByRole('gridcell', { name: credit(112001) })
    .click()
  await page.getByRole('button', { name: 'Split…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Share of merchant 1', { exact: true }).fill('33.33')
  await dialog.getByLabel('Merchant 2', { exact: true }).fill('M-2')
  await dialog.getByRole('button', { name: 'Add payee' }).click()
  await dialog.getByLabel('Share of merchant 2 is').selectOption('Dollars')
  await dialog.getByLabel('Share of merchant 2', { exact: true }).fill('0.10')
  await dialog.getByRole('button', { name: 'Split', exact: true }).click()
  await expect(dialog.getByText('Enter the merchant ID.')).toBeVisible()
  await dialog.getByLabel('Merchant 3', { exact: true }).fill('M-3')
  await dialog.getByRole('button', { name: 'Split', exact: true }).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await page.reload()
  await expect(grid(page).getByRole('row')).toHaveText([
    /Row/,
    /M-1\$0\.33/,
    /M-2\$0\.10/,
    /M-3\$0\.57/,
    /M-1\$0\.05/,
  ])
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
  await dialog.getByRole('button', { name: 'Return batch' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Enter at least 3 characters.')
  await dialog.getByLabel('What should change?').fill('The amount of row 2 is too low.')
  await dialog.getByRole('button', { name: 'Return batch' }).click()
  await expect(dialog).toBeHidden()
  await expect(other.getByText('The amount of row 2 is too low.').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('The amount of row 2 is too low.').first()).toBeVisible()
})

test('columns are matched as somebody matched such a file before', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  const odd = (n: number) => Buffer.from(`Beleg,Händler,Wert\n${credit(n)},M-1,12.50`)
  await bring(page, 'odd.csv', odd(109001))
  const column = (name: string) => page.getByLabel(name, { exact: true })
  await column('Transaction ID').selectOption('Beleg')
  await column('Merchant ID').selectOption('Händler')
  await column('Amount').selectOption('Wert')
  await create(page)

  const other = await desk.signIn('finance2@demo.test')
  await bring(other, 'odd-again.csv', odd(109002))
  await expect(other.getByText('Using the last column mapping.')).toBeVisible()
  await expect(other.getByLabel('Merchant ID', { exact: true })).toHaveValue('1')
  await create(other)
  await expect(grid(other)).toContainText(credit(109002))
})

test('what was changed, taken out and put in is undone and done again by keys', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'undo.csv', dollars(`${credit(109101)},,M-1,1.00`, `${credit(109102)},,M-1,2.00`))
  await create(page)
  const amounts = () => amountCells(page)
  const saved = () => expect(page.getByText('All changes are saved.')).toBeVisible()
  await typeInto(page, 2, 3, '100')
  await saved()
  await grid(page)
    .getByRole('gridcell', { name: credit(109101) })
    .click()
  await page.getByRole('button', { name: 'Remove row 2' }).click()
  await expect(amounts()).toHaveText(['$2.00'])
  await saved()
  await grid(page).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(amounts()).toHaveText(['$100.00', '$2.00'])
  await saved()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(amounts()).toHaveText(['$1.00', '$2.00'])
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(amounts()).toHaveText(['$100.00', '$2.00'])
  await saved()
  await page.reload()
  await expect(amounts()).toHaveText(['$100.00', '$2.00'])
})

test('F8 goes from one marked cell to the next, and around', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'marked.csv', csv(`${credit(109201)},,M-1,1`, `${credit(109202)},,,-2`, ',,M-1,3'))
  await create(page)
  const meant = grid(page).locator('[aria-selected=true]')
  await grid(page).focus()
  for (const id of [/-1-2$/, /-1-3$/, /-2-0$/, /-1-2$/]) {
    await page.keyboard.press('F8')
    await expect(meant).toHaveAttribute('id', id)
  }
  // Works wherever the focus is on the page.
  await page.getByRole('button', { name: 'Discard…' }).press('F8')
  await expect(meant).toHaveAttribute('id', /-1-3$/)
})

test('what is typed at the last moment is part of what is put forward', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'last-moment.csv', dollars(`${credit(109301)},,M-1,1.00`))
  await create(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/lines', async (route) => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.continue()
  })
  await typeInto(page, 2, 3, '250')
  await expect(page.getByText('Saving…')).toBeVisible()
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  held.resolve()
  await expect(page.getByText('Pending approval').first()).toBeVisible()
  await expect(grid(page).getByRole('gridcell', { name: '$250.00', exact: true })).toBeVisible()
})

test('a draft gets another name, and one that is discarded is asked about', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'renamed-later.csv', csv(`${credit(109401)},,M-1,12`))
  await create(page)
  await page.getByRole('button', { name: 'Name and profile…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('İstanbul <b>O’Hara</b>')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('İstanbul <b>O’Hara</b>')
  await expect(page.getByText('$0.12').first()).toBeVisible()
  await typeInto(page, 2, 3, '13')
  await expect(page.getByText('All changes are saved.')).toBeVisible()

  await page.getByRole('button', { name: 'Discard…' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Discarded')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard…' }).click()
  await dialog.getByRole('button', { name: 'Discard batch' }).click()
  await expect(page.getByText('Discarded').first()).toBeVisible()
})

test('two windows on one draft: the second keeps what it typed on top of the first, or takes that', async ({
  desk,
}) => {
  desk.expectTrouble('409 (Conflict)')
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'two-windows.csv', dollars(`${credit(109501)},,M-1,1.00`, `${credit(109502)},,M-1,2.00`))
  const address = await create(page)
  const second = await page.context().newPage()
  await second.goto(address)
  await expect(grid(second)).toBeVisible()
  const saved = (at: typeof page) => expect(at.getByText('All changes are saved.')).toBeVisible()
  await grid(page)
    .getByRole('gridcell', { name: credit(109502) })
    .click()
  await page.getByRole('button', { name: 'Remove row 3' }).click()
  await saved(page)
  await typeInto(second, 3, 3, '22')
  await typeInto(second, 2, 3, '11')
  const notice = second.getByRole('alert').filter({ hasText: 'Edited in another window' })
  await expect(notice).toContainText('You changed')
  await notice.getByRole('button', { name: 'Keep this window’s version' }).click()
  await saved(second)
  // The row removed there and changed here is back as a new one.
  await expect(grid(second).getByRole('rowheader')).toHaveCount(2)
  await expect(grid(second).getByRole('gridcell', { name: '$11.00', exact: true })).toBeVisible()

  await typeInto(page, 2, 3, '99')
  const other = page.getByRole('alert').filter({ hasText: 'Edited in another window' })
  await other.getByRole('button', { name: 'Use the other window’s version' }).click()
  await expect(grid(page).getByRole('gridcell', { name: '$11.00', exact: true })).toBeVisible()
})

test('where the session ends while somebody types, they sign in again and nothing is lost', async ({
  desk,
}) => {
  desk.expectTrouble('401 (Unauthorized)')
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'signed-out.csv', dollars(`${credit(109601)},,M-1,1.00`))
  await create(page)
  await page.context().clearCookies()
  await typeInto(page, 2, 3, '41')
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill('demo-desk-2026!')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in and save' }).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await page.reload()
  await expect(grid(page).getByRole('gridcell', { name: '$41.00', exact: true })).toBeVisible()
})

test('people who only read see batches, and nothing to press', async ({ desk }) => {
  desk.expectTrouble('403 (Forbidden)')
  const page = await desk.signIn('auditor@demo.test', '/funding')
  await expect(page.getByRole('link', { name: 'New batch' })).toHaveCount(0)
  await page.goto('/funding/new')
  await expect(page.getByRole('button', { name: 'Choose a file' })).toHaveCount(0)
  const onboarding = await desk.signIn('onboarding@demo.test')
  await expect(onboarding.getByRole('navigation', { name: 'Main' }).getByText('Funding')).toHaveCount(0)
  await onboarding.goto('/funding')
  await expect(onboarding.getByRole('grid')).toHaveCount(0)
  await expect(onboarding.getByRole('heading', { name: 'Funding' })).toHaveCount(0)
})

test('the screens of funding pass axe and nothing is cut off, wide or narrow', async ({ desk }) => {
  test.setTimeout(240_000)
  const page = await desk.signIn('finance@demo.test')
  const look = () => desk.expectFits(page)
  await page.goto('/funding')
  await look()
  await bring(page, 'axe.csv', csv(`${credit(106390)},,M-1,-1`, ',,M-1,1'))
  await look()
  await page.getByLabel('Name (optional)').fill('İ'.repeat(120))
  await create(page)
  await look()
  await page.goto('/funding')
  await look()
})
