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
  // Whoever made these lines does not approve them a second time around.
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
  await expect(page.getByText(/What failed is taken up in B-\d+/)).toBeVisible()
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

test('columns are matched as somebody matched such a file before', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  const odd = (n: number) => Buffer.from(`Beleg,Händler,Wert\n${credit(n)},M-1,12.50`)
  await bring(page, 'odd.csv', odd(109001))
  const column = (name: string) => page.getByLabel(name, { exact: true })
  await column('Transaction id').selectOption('Beleg')
  await column('Merchant id').selectOption('Händler')
  await column('Amount').selectOption('Wert')
  await create(page)

  const other = await desk.signIn('finance2@demo.test')
  await bring(other, 'odd-again.csv', odd(109002))
  await expect(other.getByText('Columns as somebody matched them last time.')).toBeVisible()
  await expect(other.getByLabel('Merchant id', { exact: true })).toHaveValue('1')
  await create(other)
  await expect(grid(other)).toContainText(credit(109002))
})

test('what was changed, taken out and put in is undone and done again by keys', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'undo.csv', csv(`${credit(109101)},,M-1,1`, `${credit(109102)},,M-1,2`))
  await create(page)
  const amounts = () => grid(page).getByRole('row').locator('[role=gridcell]:nth-child(5)')
  const saved = () => expect(page.getByText('All changes are saved.')).toBeVisible()
  await typeInto(page, 2, 3, '100')
  await saved()
  await grid(page)
    .getByRole('gridcell', { name: credit(109101) })
    .click()
  await page.getByRole('button', { name: 'Remove row 2' }).click()
  await expect(amounts()).toHaveText(['2'])
  await saved()
  await grid(page).focus()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(amounts()).toHaveText(['100', '2'])
  await saved()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(amounts()).toHaveText(['1', '2'])
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(amounts()).toHaveText(['100', '2'])
  await saved()
  await page.reload()
  await expect(amounts()).toHaveText(['100', '2'])
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
})

test('what is typed at the last moment is part of what is put forward', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'last-moment.csv', csv(`${credit(109301)},,M-1,1`))
  await create(page)
  const held = Promise.withResolvers<void>()
  await page.route('**/lines', async (route) => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.continue()
  })
  await typeInto(page, 2, 3, '250')
  await expect(page.getByText('Saving…')).toBeVisible()
  await page.getByRole('button', { name: 'Put forward for approval' }).click()
  held.resolve()
  await expect(page.getByText('Waiting for approval').first()).toBeVisible()
  await expect(grid(page).getByRole('gridcell', { name: '250', exact: true })).toBeVisible()
})

test('a draft gets another name and another way to write amounts, and one that is discarded is asked about', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'renamed-later.csv', csv(`${credit(109401)},,M-1,12`))
  await create(page)
  await page.getByRole('button', { name: 'Name and profile…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('İstanbul <b>O’Hara</b>')
  await dialog.getByLabel('Dollars and cents').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('İstanbul <b>O’Hara</b>')
  await expect(page.getByText('$12.00').first()).toBeVisible()
  await typeInto(page, 2, 3, '13')
  await expect(page.getByText('All changes are saved.')).toBeVisible()

  await page.getByRole('button', { name: 'Discard…' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Discarded')).toHaveCount(0)
  await page.getByRole('button', { name: 'Discard…' }).click()
  await dialog.getByRole('button', { name: 'Discard it' }).click()
  await expect(page.getByText('Discarded').first()).toBeVisible()
})

test('two windows on one draft: the second keeps what it typed on top of the first, or takes that', async ({
  desk,
}) => {
  desk.expectTrouble('409 (Conflict)')
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'two-windows.csv', csv(`${credit(109501)},,M-1,1`, `${credit(109502)},,M-1,2`))
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
  const notice = second.getByRole('alert').filter({ hasText: 'Somebody was first' })
  await expect(notice).toContainText('You, in another window,')
  await notice.getByRole('button', { name: 'Keep what I typed' }).click()
  await saved(second)
  await expect(grid(second).getByRole('rowheader')).toHaveCount(1)
  await expect(grid(second).getByRole('gridcell', { name: '11', exact: true })).toBeVisible()

  await typeInto(page, 2, 3, '99')
  const other = page.getByRole('alert').filter({ hasText: 'Somebody was first' })
  await other.getByRole('button', { name: 'Take theirs' }).click()
  await expect(grid(page).getByRole('gridcell', { name: '11', exact: true })).toBeVisible()
})

test('where the session ends while somebody types, they sign in again and nothing is lost', async ({
  desk,
}) => {
  desk.expectTrouble('401 (Unauthorized)')
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'signed-out.csv', csv(`${credit(109601)},,M-1,1`))
  await create(page)
  await page.context().clearCookies()
  await typeInto(page, 2, 3, '41')
  await page.getByRole('button', { name: 'Sign in again' }).click()
  await page.getByRole('dialog').getByLabel('Password').fill('demo-desk-2026!')
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in and save' }).click()
  await expect(page.getByText('All changes are saved.')).toBeVisible()
  await page.reload()
  await expect(grid(page).getByRole('gridcell', { name: '41', exact: true })).toBeVisible()
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
    await page.getByLabel('Name (optional)').fill('İ'.repeat(120))
    await create(page)
    await look()
    await page.goto('/funding')
    await look()
  })
}
