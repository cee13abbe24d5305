import type { Page } from '@playwright/test'
import { type Desk, expect, test } from './desk-test'
import {
  approve,
  bring,
  cell,
  create,
  credit,
  debitReference,
  dollars,
  grid,
  putForward,
  send,
  typeInto,
} from './funding-batch'

const AMOUNT = 3
const MERCHANT = 2
const rowsOf = (from: number, ...amounts: string[]) =>
  dollars(...amounts.map((amount, at) => `${credit(from + at)},,M-1,${amount}`))
const saved = (page: Page) => expect(page.getByText('All changes are saved.')).toBeVisible()
const amounts = (page: Page) => grid(page).getByRole('row').locator('[role=gridcell]:nth-child(5)')
const fundingLink = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Funding' })
/**
 * Checks that the partner gets what the grid shows last: submits, approves and sends it, and reads the partner's
 * amounts.
 */
async function expectPaid(desk: Desk, page: Page, approver: string, from: number, cents: readonly number[]) {
  await putForward(page)
  const other = await desk.signIn(approver)
  await approve(other, page.url())
  await send(other)
  for (const [at, amount] of cents.entries()) {
    expect(await desk.partner.transaction(credit(from + at))).toMatchObject({
      merchantFundingAmounts: [{ merchantId: 'M-1', amount: String(amount) }],
    })
  }
}
/** The editor of a cell, which has the focus. */
const editor = (page: Page) => grid(page).getByRole('textbox').or(grid(page).getByRole('combobox'))

test('nobody leaves with what they typed unsaved, by a link, Back or a reload, and with the cell still open', async ({
  desk,
}) => {
  desk.expectTrouble('401 (Unauthorized)')
  desk.expectTrouble('503 (Service Unavailable)')
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'leaving.csv', rowsOf(110001, '1.00', '2.00', '3.00', '4.00'))
  const address = new URL(await create(page)).pathname

  // Leaving waits for a slow save.
  const held = Promise.withResolvers<void>()
  await page.route('**/lines', async (route) => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.continue()
  })
  await typeInto(page, 2, AMOUNT, '50.10')
  await fundingLink(page).click()
  await expect(page.getByRole('dialog')).toContainText('Saving…')
  held.resolve()
  await expect(page).toHaveURL('/funding')
  await page.unroute('**/lines')

  // The back button, with the cell still open.
  await page.locator(`a[href="${address}"]`).first().click()
  await expect(cell(page, 2, AMOUNT)).toHaveText('$50.10')
  await cell(page, 3, AMOUNT).click()
  await page.keyboard.type('60.20')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Funding' })).toBeVisible()
  await page.goForward()
  await expect(cell(page, 3, AMOUNT)).toHaveText('$60.20')

  // A link by keyboard, with the cell still open.
  await cell(page, 4, AMOUNT).click()
  await page.keyboard.type('70.30')
  await page.evaluate((href) => document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click(), '/funding')
  await expect(page).toHaveURL('/funding')
  await page.goto(address)
  await expect(cell(page, 4, AMOUNT)).toHaveText('$70.30')

  // A reload: the browser asks, and the text is saved anyway.
  await cell(page, 5, AMOUNT).click()
  await page.keyboard.type('80.40')
  await page.reload()
  await expect(cell(page, 5, AMOUNT)).toHaveText(/\$(80\.40|4\.00)/)
  await page.reload()
  await expect(amounts(page)).toHaveText(['$50.10', '$60.20', '$70.30', '$80.40'])

  // An expired session: the person stays, signs in, and the text is saved.
  await page.context().clearCookies()
  await cell(page, 2, AMOUNT).click()
  await page.keyboard.type('51.00')
  await fundingLink(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Leave without saving?')
  await dialog.getByRole('button', { name: 'Stay on this page' }).click()
  await dialog.getByLabel('Password').fill('demo-desk-2026!')
  await dialog.getByRole('button', { name: 'Sign in and save' }).click()
  await saved(page)
  expect(new URL(page.url()).pathname).toBe(address)
  await expect(cell(page, 2, AMOUNT)).toHaveText('$51.00')

  // If the desk cannot save, the person can leave knowingly.
  await page.route('**/lines', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The database is down.' } })
      : route.continue(),
  )
  await typeInto(page, 2, AMOUNT, '99.99')
  await fundingLink(page).click()
  await expect(dialog).toContainText('The database is down.')
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL('/funding')
  await page.unroute('**/lines')
  await page.goto(address)
  await expect(cell(page, 2, AMOUNT)).toHaveText('$51.00')
  await expectPaid(desk, page, 'finance2@demo.test', 110001, [5_100, 6_020, 7_030, 8_040])
})

test('what somebody else changed is shown, beside what was typed here, and total and cells agree', async ({
  desk,
}) => {
  desk.expectTrouble('409 (Conflict)')
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'shared.csv', rowsOf(110101, '10.00', '20.00', '30.00'))
  const address = await create(page)
  const other = await desk.signIn('finance2@demo.test', new URL(address).pathname)
  await expect(grid(other)).toBeVisible()

  // Another person's change arrives with the next save, which is applied on top of it.
  await typeInto(other, 4, AMOUNT, '222.22')
  await saved(other)
  await typeInto(page, 2, AMOUNT, '11.00')
  await expect(amounts(page)).toHaveText(['$11.00', '$20.00', '$222.22'])
  await expect(page.getByText('row 4 changed.')).toBeVisible()
  await saved(page)
  await expect(page.getByText('3 rows, $253.22')).toBeVisible()
  await expect(page.getByText('$253.22').first()).toBeVisible()

  // The person decides cell by cell about what both changed.
  await typeInto(page, 3, AMOUNT, '21.00')
  await saved(page)
  await typeInto(other, 3, AMOUNT, '22.00')
  const notice = other.getByRole('alert').filter({ hasText: 'Edited by someone else' })
  await expect(notice).toContainText('Row 3, Amount')
  await notice.getByRole('button', { name: 'Theirs: 21.00' }).click()
  await expect(amounts(other)).toHaveText(['$11.00', '$21.00', '$222.22'])

  // The outdated page says so, and loads the stored version on a click. Nothing can be submitted before.
  await typeInto(page, 4, AMOUNT, '33.00')
  await saved(page)
  const news = other.getByRole('alert').filter({ hasText: 'This batch changed' })
  await expect(news).toContainText('Fiona Ledger edited it. Row 4 changed. Row 4: $222.22 → $33.00.')
  await expect(other.getByRole('button', { name: 'Submit for approval' })).toBeDisabled()
  await news.getByRole('button', { name: 'Show current version' }).click()
  await expect(amounts(other)).toHaveText(['$11.00', '$21.00', '$33.00'])
  await expect(other.getByText('3 rows, $65.00')).toBeVisible()
  await expectPaid(desk, other, 'finance3@demo.test', 110101, [1_100, 2_100, 3_300])
})

test('a click selects, a second one, Enter, F2 or typing edits, and the value is in the row that was meant', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'clicks.csv', rowsOf(110201, '1.00', '2.00', '3.00'))
  await create(page)

  // When the page opens, the first cell is selected.
  await cell(page, 2, 0).click()
  await expect(editor(page)).toHaveCount(0)
  await cell(page, 2, 0).click()
  await expect(editor(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cell(page, 2, 0)).toHaveText(credit(110201))

  // After filtering too.
  await page.getByLabel('Find in the amounts').fill('M-1')
  await cell(page, 2, AMOUNT).click()
  await expect(editor(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await page.keyboard.type('12.50')
  await page.keyboard.press('Enter')
  await expect(amounts(page)).toHaveText(['$12.50', '$2.00', '$3.00'])

  // Typing replaces, F2 goes on at the end, Escape restores, a double click opens.
  await page.keyboard.type('1,250')
  await page.keyboard.press('Shift+Enter')
  await expect(amounts(page)).toHaveText(['$12.50', '$1,250.00', '$3.00'])
  await page.keyboard.press('F2')
  await page.keyboard.type('1')
  await expect(editor(page)).toHaveValue('12.501')
  await page.keyboard.press('Escape')
  await cell(page, 4, AMOUNT).dblclick()
  await expect(editor(page)).toHaveValue('3.00')
  await page.keyboard.type('4')
  await page.keyboard.press('Shift+Enter')
  await expect(amounts(page)).toHaveText(['$12.50', '$1,250.00', '$4.00'])
  await saved(page)
  await page.reload()
  await expect(amounts(page)).toHaveText(['$12.50', '$1,250.00', '$4.00'])
  await expectPaid(desk, page, 'finance2@demo.test', 110201, [1_250, 125_000, 400])
})

test('the grid is worked with as a spreadsheet, by the keyboard alone', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await bring(page, 'keys.csv', rowsOf(110301, '1.00', '2.00', '3.00'))
  await create(page)
  const key = (name: string) => page.keyboard.press(name)
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText())

  // Tab continues in the next row and, after the last cell, in a new one; so does Enter below the last row.
  await cell(page, 4, 2).click()
  await key('Tab')
  await page.keyboard.type('3.50')
  await key('Tab')
  await page.keyboard.type(credit(110304))
  await key('Tab')
  await key('Tab')
  await page.keyboard.type('M-2')
  await key('Tab')
  await page.keyboard.type('4.00')
  await key('Enter')
  await expect(amounts(page)).toHaveText(['$1.00', '$2.00', '$3.50', '$4.00', ''])
  await saved(page)

  // A range is copied, filled down, cleared and undone.
  await key('Control+Home')
  await key('ArrowRight')
  await key('ArrowRight')
  await key('Shift+ArrowRight')
  await key('Shift+ArrowDown')
  await expect(grid(page).locator('[role=gridcell][aria-selected=true]')).toHaveCount(4)
  await expect(page.getByText('4 cells in 2 rows selected, $3.00').first()).toBeVisible()
  await key('ControlOrMeta+c')
  expect(await clipboard()).toBe('M-1\t1.00\nM-1\t2.00')
  await key('Shift+ArrowDown')
  await key('ControlOrMeta+d')
  await expect(amounts(page)).toHaveText(['$1.00', '$1.00', '$1.00', '$4.00', ''])
  await key('Delete')
  await expect(amounts(page)).toHaveText(['', '', '', '$4.00', ''])
  await key('ControlOrMeta+z')
  await key('ControlOrMeta+z')
  await expect(amounts(page)).toHaveText(['$1.00', '$2.00', '$3.50', '$4.00', ''])

  // Pastes a block from one cell on, and below the last row into new rows.
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `${credit(110305)}\t\tM-3\t" $1,000.00 "\r\n${credit(110306)}\t\tM-3\t6\r\n`,
  )
  await key('Control+End')
  await key('Home')
  await key('ControlOrMeta+v')
  await expect(amounts(page)).toHaveText(['$1.00', '$2.00', '$3.50', '$4.00', '$1,000.00', '$6.00'])

  // Cents are not mistaken for dollars.
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    `Transaction ID\tMerchant ID\tAmount (cents)\r\n${credit(110308)}\tM-3\t12345\r\n`,
  )
  await key('Control+End')
  await key('Home')
  await key('ControlOrMeta+v')
  const refused = page.getByRole('alert').filter({ hasText: 'Nothing was pasted' })
  await expect(refused).toContainText('The pasted column “Amount (cents)” is in cents')
  await expect(amounts(page)).toHaveText(['$1.00', '$2.00', '$3.50', '$4.00', '$1,000.00', '$6.00'])
  await refused.getByRole('button', { name: 'Dismiss' }).click()

  // Removes several rows together, with one undo step.
  await key('Control+Home')
  await key('Shift+Space')
  await key('Shift+ArrowDown')
  await key('ControlOrMeta+Delete')
  await expect(amounts(page)).toHaveText(['$3.50', '$4.00', '$1,000.00', '$6.00'])
  await key('ControlOrMeta+z')
  await expect(amounts(page)).toHaveText(['$1.00', '$2.00', '$3.50', '$4.00', '$1,000.00', '$6.00'])
  await saved(page)

  // The grid does not trap the keyboard: F6, or Escape and then Tab, leaves it.
  await key('F6')
  await expect(page.getByRole('button', { name: 'Add row' })).toBeFocused()
  await key('Enter')
  await page.keyboard.type(credit(110307))
  await key('Enter')
  await expect(grid(page)).toContainText(credit(110307))
  await key('Escape')
  await key('Tab')
  await expect(page.getByRole('button', { name: 'Add row' })).toBeFocused()
  await saved(page)
  await page.reload()
  await expect(grid(page).getByRole('rowheader')).toHaveCount(7)
})

test('on a phone the whole of each merchant id is read beside its amount', async ({ desk }) => {
  const page = await desk.signIn('finance@demo.test')
  const ids = ['HARBOR-LANE-01', 'HARBOR-LANE-02', 'HARBOR-LANE-SEASIDE-003']
  await bring(page, 'phone.csv', dollars(...ids.map((id, at) => `${credit(119001 + at)},,${id},1.00`)))
  await create(page)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const [at, id] of ids.entries()) {
    const of = grid(page)
      .getByRole('row')
      .nth(at + 1)
    const merchant = of.getByRole('gridcell').nth(2)
    await expect(merchant).toContainText(id)
    const { isCut, end } = await merchant.evaluate((cell) => {
      const text = document.createRange()
      // The merchant's name follows its ID, if there is room.
      text.selectNodeContents(cell.firstElementChild?.firstChild ?? cell)
      const [inner, outer] = [text.getBoundingClientRect(), cell.getBoundingClientRect()]
      return { isCut: inner.right > outer.right || inner.bottom > outer.bottom, end: inner.right }
    })
    expect(isCut, id).toBe(false)
    const amount = await of.getByRole('gridcell').nth(3).boundingBox()
    expect(end, id).toBeLessThanOrEqual(amount?.x ?? 0)
  }
  await desk.expectFits(page)
})

test('F8 finds every marked cell, errors first, also after Enter and after a row is removed; a column is cleaned at once', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(
    page,
    'marked-cells.csv',
    dollars(
      `${credit(110401)},,M-1,0.00`,
      `${credit(110402)},,,-2.00`,
      `,12345,M-1,3.00`,
      `,54321,M-1,4.00`,
      `${credit(110405)},,M-1,"€1,000.00"`,
      `\u200b${credit(110406)},,M-1,6.00`,
    ),
  )
  await create(page)
  const meant = grid(page).locator('[aria-selected=true]')
  const at = (id: RegExp) => expect(meant).toHaveAttribute('id', id)

  const clean = page.getByRole('button', { name: 'Clean 1 transaction ID' })
  await clean.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clean 1 transaction ID' }).click()
  await expect(clean).toHaveCount(0)
  await saved(page)

  await grid(page).focus()
  for (const id of [/-1-2$/, /-1-3$/, /-2-1$/, /-3-1$/, /-4-3$/, /-0-3$/, /-1-2$/]) {
    await page.keyboard.press('F8')
    await at(id)
  }
  await expect(page.getByText('Issue 1 of 6').first()).toBeVisible()

  // The next error, if Enter has moved to it already.
  await page.keyboard.press('F8')
  await page.keyboard.press('F8')
  await at(/-2-1$/)
  await page.keyboard.type(debitReference(110401))
  await page.keyboard.press('Enter')
  await at(/-3-1$/)
  await page.keyboard.press('F8')
  await at(/-3-1$/)

  // A row that moves up into the place of a removed one.
  await page.getByRole('button', { name: 'Remove row 5' }).click()
  await expect(grid(page)).toBeFocused()
  await page.keyboard.press('F8')
  await at(/-3-3$/)
  await page.getByRole('button', { name: 'Next issue' }).press('F8')
  await at(/-0-3$/)
  await page.keyboard.press('Shift+F8')
  await at(/-3-3$/)

  // A selection among the errors does not carry over to all rows: other rows would be removed with it.
  await page.getByRole('button', { name: /^Rows with errors/ }).click()
  await grid(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Shift+Control+End')
  await expect(page.getByRole('button', { name: /^Remove \d+ rows$/ })).toBeVisible()
  await page.getByRole('button', { name: /^All/ }).click()
  await expect(page.getByRole('button', { name: /^Remove \d+ rows$/ })).toHaveCount(0)
})

test('a merchant is found by a part of its ID while it is typed, and chosen by the keyboard', async ({
  desk,
}) => {
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'suggested.csv', rowsOf(110951, '1.00', '2.00'))
  await create(page)
  await cell(page, 2, MERCHANT).click()
  await page.keyboard.type('M-00')
  const options = page.getByRole('listbox', { name: 'Merchants' }).getByRole('option')
  await expect(options.first()).toBeVisible()
  await expect(editor(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  const chosen = await options.first().locator('code').innerText()
  await page.keyboard.press('Enter')
  await expect(options).toHaveCount(0)
  await expect(cell(page, 2, MERCHANT)).toContainText(chosen)
  await expect(page.getByText('All changes are saved.')).toBeVisible()

  // Clicked instead, the suggestion is in the cell, which stays open until a key ends it.
  await cell(page, 3, MERCHANT).click()
  await page.keyboard.type('M-00')
  await options.last().click()
  await page.keyboard.press('Shift+Enter')
  await expect(cell(page, 3, MERCHANT)).toContainText('M-00')
  await desk.expectFits(page)
})
