import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { addReceiver, post, saleOf } from './callback-posts'
import { expect, test } from './desk-test'
import { approve, credit, putForward, send } from './funding-batch'
import { own } from './tries'

const FINANCE = 'finance@demo.test'

const table = (page: Page): Locator => page.getByRole('region', { name: 'Callbacks', exact: true })
const row = (page: Page, text: string): Locator => table(page).getByRole('row').filter({ hasText: text })
const part = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search callbacks' }).fill(text)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

/** Opens the page of a posted sale once the desk has processed it. */
async function open(page: Page, tranId: string): Promise<void> {
  await page.goto(`/callbacks?q=${encodeURIComponent(tranId)}`)
  await row(page, tranId).getByRole('link', { name: tranId, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(tranId)
}

/** Reloads the page until the desk has processed what was posted. */
const eventually = (page: Page, shown: Locator) =>
  expect(async () => {
    await page.reload()
    await expect(shown).toBeVisible({ timeout: 1_000 })
  }).toPass()

test('a sale appears in the log without a reload, and again as one that came twice', async ({ desk }) => {
  const id = own('SCR-LIVE')
  const page = await desk.signIn(FINANCE)
  // Without a filter, callbacks of other journeys would push older rows off the page.
  const sold = { invoice_number: id }
  await page.goto(`/callbacks?q=${id}`)
  await expect(page.getByText('No callbacks found')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'Live' })).toBeChecked()
  await post(page.request, saleOf(`${id}-1`, { ...sold, tran_amount: '1234.50' }))
  const sale = row(page, `${id}-1`)
  await expect(sale).toContainText('$1,234.50')
  await expect(sale).toContainText('Approved')
  await expect(sale).not.toContainText('came')
  await expect(sale).toContainText('Unfunded')
  await post(page.request, saleOf(`${id}-1`, { ...sold, tran_amount: '1234.50' }))
  await expect(sale).toContainText('came twice')
  await expect(table(page).getByRole('link', { name: `${id}-1`, exact: true })).toHaveCount(1)

  // When live updates are off, the log does not change until they are on again.
  await page.getByRole('switch', { name: 'Live' }).click()
  await post(page.request, saleOf(`${id}-2`, sold))
  await expect(page.getByText('Paused')).toBeVisible()
  await page.getByRole('switch', { name: 'Live' }).click()
  await expect(row(page, `${id}-2`)).toBeVisible()
})

test('while rows are chosen nothing moves: what is new waits to be shown', async ({ desk }) => {
  const id = own('SCR-HELD')
  const page = await desk.signIn(FINANCE)
  await post(page.request, saleOf(`${id}-1`, { invoice_number: id }))
  await page.goto(`/callbacks?q=${id}`)
  await row(page, `${id}-1`).getByRole('checkbox').check()
  await post(page.request, saleOf(`${id}-2`, { invoice_number: id }))
  const show = page.getByRole('button', { name: '1 new — show' })
  await expect(show).toBeVisible()
  await expect(row(page, `${id}-2`)).toHaveCount(0)
  await show.click()
  await expect(row(page, `${id}-2`)).toBeVisible()
  await expect(row(page, `${id}-1`).getByRole('checkbox')).toBeChecked()
})

test('sales are chosen one by one, in a row with Shift, all of the page, and all that match', async ({
  desk,
}) => {
  const id = own('SCR-MANY')
  const page = await desk.signIn(FINANCE)
  for (let n = 1; n <= 55; n++)
    await post(page.request, saleOf(`${id}-${String(n).padStart(2, '0')}`, { invoice_number: id }))
  await page.goto(`/callbacks?q=${id}&funding=unfunded&profile=941000000001`)
  // The last callback is processed a moment after it was stored. After that, nothing arrives.
  await expect(row(page, `${id}-55`)).toBeVisible()
  await page.reload()
  await expect(table(page).getByRole('rowheader')).toHaveCount(50)
  const bar = part(page, 'Actions for the selected sales')
  await page.getByRole('checkbox', { name: `Select ${id}-54` }).check()
  await expect(bar).toContainText('1 sale selected, $125.00')
  await page.getByRole('checkbox', { name: `Select ${id}-50` }).click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('5 sales selected, $625.00')
  await page.getByRole('checkbox', { name: 'Select all unfunded on this page' }).check()
  await expect(bar).toContainText('50 sales selected')
  await bar.getByRole('button', { name: 'Select all that match (55)' }).click()
  await expect(bar).toContainText('55 sales selected: all that match')
  await bar.getByRole('button', { name: 'Fund these…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Fund 55 sales' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await bar.getByRole('button', { name: 'Clear selection' }).click()
  await expect(bar).toHaveCount(0)

  // The pages of the same filter, there and back.
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page).toHaveURL(/after=/)
  await expect(table(page).getByRole('rowheader')).toHaveCount(5)
  await expect(page.getByText('Older page, not live.')).toBeVisible()
  await page.getByRole('link', { name: 'Newer' }).click()
  await expect(table(page).getByRole('rowheader')).toHaveCount(50)
  await expect(row(page, `${id}-55`)).toBeVisible()
})

test('a sale is found by each of its identifiers, in any case', async ({ desk }) => {
  const page = await desk.signIn(FINANCE)
  const identifiers = {
    tran_id: 'SCR-Find-1',
    invoice_number: 'SCR Invoice & Co 1',
    client_ref_number: 'SCR-Ref/1',
    hpp_tran_id: 'SCR-HPP-1',
    retrieval_ref_number: '712345670001',
    auth_code: 'SCRA1',
    card_id: 'scr-card-1',
  }
  await post(page.request, saleOf('SCR-Find-1', identifiers))
  await page.goto('/callbacks')
  for (const text of Object.values(identifiers)) {
    await search(page, text.toUpperCase())
    await expect(page).toHaveURL(`/callbacks?${new URLSearchParams({ q: text.toUpperCase() })}`)
    await expect(row(page, 'SCR-Find-1'), text).toBeVisible()
  }
  await search(page, 'SCR-Find')
  await expect(page.getByText('No callbacks found')).toBeVisible()
})

test('filters stand in the address, survive a reload, and come off one by one', async ({ desk }) => {
  const page = await desk.signIn(FINANCE)
  const sold = { client_ref_number: 'SCR-FILTER' }
  await post(page.request, saleOf('SCR-FILTER-1', { ...sold, tran_amount: '99.50' }))
  await post(page.request, saleOf('SCR-FILTER-2', { ...sold, tran_amount: '100' }))
  await page.goto('/callbacks?q=SCR-FILTER')
  await expect(table(page).getByRole('rowheader')).toHaveCount(2)

  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Amount from').fill('ninety')
  await page.getByLabel('Amount to', { exact: true }).fill('$99.50')
  await expect(page.getByText('Enter dollars, such as 125.00.')).toBeVisible()
  await expect(page).toHaveURL('/callbacks?q=SCR-FILTER&max=99.50')
  await expect(page.getByLabel('Amount from')).toHaveValue('ninety')

  await page.getByLabel('Amount from').fill('99')
  await page.getByRole('checkbox', { name: 'Approved', exact: true }).check()
  await page.getByRole('checkbox', { name: 'Unfunded', exact: true }).check()
  await expect(page).toHaveURL('/callbacks?q=SCR-FILTER&state=approved&funding=unfunded&min=99.00&max=99.50')
  await expect(table(page).getByRole('rowheader')).toHaveCount(1)
  await page.reload()
  await expect(table(page).getByRole('rowheader')).toHaveCount(1)
  const used = page.getByRole('list', { name: 'Filters in use' })
  await expect(used.getByRole('link')).toHaveCount(4)
  await used.getByRole('link', { name: /Amount to/ }).click()
  await expect(page).toHaveURL('/callbacks?q=SCR-FILTER&state=approved&funding=unfunded&min=99.00')
  await page.goBack()
  await expect(used.getByRole('link')).toHaveCount(4)
  await page.getByRole('button', { name: 'Filters' }).click()
  await expect(page.getByRole('checkbox', { name: 'Approved', exact: true })).toBeChecked()
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(table(page).getByRole('rowheader')).toHaveCount(2)
})

test('the page of a sale explains every field, keeps what it does not know, and shows each delivery', async ({
  desk,
}) => {
  const id = own('SCR-DETAIL-1')
  const page = await desk.signIn(FINANCE)
  const sale = saleOf(id, {
    tran_amount: '$1,250.5',
    tran_date: 'yesterday',
    new_field: 'from a later version',
  })
  await post(page.request, sale)
  await post(page.request, sale)
  await open(page, id)
  await eventually(page, page.getByText('It came 2 times'))
  const fields = part(page, 'Fields')
  const amount = fields.getByRole('row').filter({ hasText: 'tran_amount' })
  await expect(amount).toContainText('$1,250.5')
  await expect(amount).toContainText('nonstandard format')
  await expect(fields.getByRole('row').filter({ hasText: 'tran_date' })).toContainText('ambiguous')
  await expect(fields.getByRole('row').filter({ hasText: 'new_field' })).toContainText('from a later version')
  await expect(fields).toContainText('Undocumented fields')

  await expect(page.getByText('Repeat', { exact: true })).toBeVisible()
  await page.getByText('Body', { exact: false }).filter({ hasText: 'of delivery' }).first().click()
  await expect(page.locator('pre').first()).toHaveText(new URLSearchParams(sale).toString())
})

test('two receivers of a profile that tell of one sale otherwise are one conflict, and one sale once it is resolved', async ({
  desk,
}) => {
  const id = own('SCR-TWICE-1')
  const merchantId = `SCR-SHOP-${Date.now().toString(36)}`
  const admin = await desk.signIn('admin@demo.test')
  const address = await addReceiver(admin, '941000000001', merchantId)
  const page = await desk.signIn(FINANCE)
  await post(page.request, saleOf(id, { tran_amount: '8.80' }))
  const answer = await page.request.post(address, { form: saleOf(id, { tran_amount: '999.00' }) })
  expect(answer.status()).toBe(200)
  await open(page, id)
  await eventually(page, page.getByText('Conflicting deliveries'))
  const differences = part(page, 'Differences')
  await expect(differences.getByRole('row')).toHaveText([
    /Field/,
    /tran_amount.*8\.80.*999\.00/,
    new RegExp(`None named.*${merchantId}`),
  ])
  await expect(page.getByRole('button', { name: 'Fund this…' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Resolve conflict…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /999\.00/ }).check()
  await dialog.getByLabel('How do you know?').fill('The invoice.')
  await dialog.getByRole('button', { name: 'Use this one' }).click()
  await expect(page.getByText('Approved. Ready to fund.')).toBeVisible()
  await expect(page.getByText(merchantId).first()).toBeVisible()
  await page.goto(`/callbacks?q=${id}`)
  await expect(table(page).getByRole('rowheader')).toHaveCount(1)
  await expect(row(page, id)).toContainText('$999.00')
})

test('a conflict is settled with words, and not from a page that is behind', async ({ desk }) => {
  const id = own('SCR-CONFLICT-1')
  const page = await desk.signIn(FINANCE)
  await post(page.request, saleOf(id, { tran_amount: '10.00' }))
  await post(page.request, saleOf(id, { tran_amount: '12.00' }))
  await open(page, id)
  await eventually(page, page.getByText('Conflicting deliveries'))
  const differences = part(page, 'Differences')
  await expect(differences.getByRole('row')).toHaveCount(2)
  await expect(differences).toContainText('10.00')
  await expect(differences).toContainText('12.00')
  await expect(page.getByRole('button', { name: 'Fund this…' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Resolve conflict…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Use this one' }).click()
  await expect(dialog.getByText('Choose one of them.')).toBeVisible()
  await dialog.getByRole('radio', { name: /12\.00/ }).check()
  await dialog.getByRole('button', { name: 'Use this one' }).click()
  await expect(dialog.getByLabel('How do you know?')).toHaveAccessibleDescription(/how you know/)
  await expect(dialog.getByLabel('How do you know?')).toBeFocused()

  // Meanwhile a third content arrives, so the earlier choice no longer covers all of them.
  await post(page.request, saleOf(id, { tran_amount: '14.00' }))
  const other = await page.context().newPage()
  await open(other, id)
  await eventually(other, part(other, 'Differences').getByText('14.00'))
  await other.close()
  await dialog.getByLabel('How do you know?').fill('The merchant showed the slip.')
  await dialog.getByRole('button', { name: 'Use this one' }).click()
  await expect(dialog.getByRole('alert')).toContainText('choose again')
  await expect(dialog.getByText('14.00')).toBeVisible()
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog.getByLabel('How do you know?')).toHaveValue('The merchant showed the slip.')
  await dialog.getByRole('radio', { name: /12\.00/ }).check()
  await dialog.getByRole('button', { name: 'Use this one' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('The merchant showed the slip.').first()).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('$12.00')
  await expect(page.getByRole('button', { name: 'Fund this…' })).toBeVisible()
})

test('an amount that may be dollars or cents is set by a person, with the keyboard alone', async ({
  desk,
}) => {
  const id = own('SCR-AMOUNT-1')
  const page = await desk.signIn(FINANCE)
  await post(page.request, saleOf(id, { tran_amount: '4500' }))
  await open(page, id)
  await expect(page.getByText('there are two', { exact: false })).toBeVisible()
  await page.getByRole('button', { name: 'Set amount…' }).focus()
  const press = (key: string) => page.keyboard.press(key)
  await press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio', { name: /^\$4,500\.00/ })).toBeFocused()
  await press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Set amount…' })).toBeFocused()
  await press('Enter')
  await press('ArrowDown')
  await expect(dialog.getByRole('radio', { name: /^\$45\.00/ })).toBeChecked()
  await press('Tab')
  await page.keyboard.type("The invoice says 45. O'Hara, İstanbul")
  await press('Tab')
  await press('Tab')
  await press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('$45.00')
  await expect(part(page, 'Fields').getByRole('row').filter({ hasText: 'tran_amount' })).toContainText(
    '$45.00 set by a person',
  )
  await expect(page.getByText("The invoice says 45. O'Hara, İstanbul").first()).toBeVisible()
})

test('a sale without an amount is given one with a reason, and it is taken back; “1,250” has two readings', async ({
  desk,
}) => {
  const sold = credit(108_401)
  const blank = own('SCR-B7-NONE')
  const page = await desk.signIn(FINANCE)
  await post(page.request, saleOf(blank, { tran_amount: '' }))
  await post(page.request, saleOf(sold, { tran_amount: '1,250' }))
  await open(page, sold)
  await page.getByRole('button', { name: 'Set amount…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio')).toHaveCount(3)
  for (const name of [/^\$1,250\.00 — as dollars/, /^\$12\.50 — as cents/, /^Another amount/])
    await expect(dialog.getByRole('radio', { name })).toBeVisible()
  await desk.expectAccessible(page)
  await dialog.getByRole('radio', { name: /as dollars/ }).check()
  await dialog.getByLabel('How do you know?').fill('The invoice says 1,250 dollars.')
  await dialog.getByRole('button', { name: 'Set amount' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('$1,250.00')

  // The set amount is funded, approved by another person than the one who set it.
  await page.getByRole('button', { name: 'Fund this…' }).click()
  await page.getByLabel('Merchant 1', { exact: true }).fill('M-1')
  await page.getByRole('button', { name: 'Create batch' }).click()
  await page.waitForURL(/\/funding\/[0-9a-f]{8}-/)
  const batch = page.url()
  await putForward(page)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, batch)
  await send(other)
  expect(await desk.partner.transaction(sold)).toMatchObject({
    merchantFundingAmounts: [{ merchantId: 'M-1', amount: '125000' }],
  })

  await open(page, blank)
  await expect(page.getByText('Set its amount before you fund it.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fund this…' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Set amount…' }).click()
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await dialog.getByLabel('Amount in dollars').fill('$45')
  await dialog.getByRole('button', { name: 'Set amount' }).click()
  await expect(dialog.getByLabel('How do you know?')).toHaveAccessibleDescription(/how you know/)
  await expect(dialog.getByLabel('How do you know?')).toBeFocused()
  await dialog.getByLabel('How do you know?').fill('The slip in the shop.')
  await dialog.getByRole('button', { name: 'Set amount' }).click()
  await expect(page.getByText(/set the amount to \$45\.00/).first()).toBeVisible()
  await expect(page.getByText('The slip in the shop.').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fund this…' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove amount…' }).click()
  await dialog.getByLabel('Why?').fill('It was the slip of another sale.')
  await dialog.getByRole('button', { name: 'Remove amount' }).click()
  await expect(page.getByRole('button', { name: 'Set amount…' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fund this…' })).toHaveCount(0)
  await expect(page.getByText('removed the amount.')).toBeVisible()
  await expect(page.getByText('It was the slip of another sale.')).toBeVisible()
})

test('a type that names no sale is held until finance counts it as one; what gives money back never is', async ({
  desk,
}) => {
  const [held, returned] = [own('SCR-TYPE-AUTH'), own('SCR-TYPE-VOID')]
  const page = await desk.signIn(FINANCE)
  await post(page.request, saleOf(held, { tran_type: 'AUTH', tran_amount: '45.00' }))
  await post(page.request, saleOf(returned, { tran_type: 'VOID', tran_amount: '45.00' }))
  await open(page, returned)
  await expect(page.getByText('The type is “VOID”.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^(?:Fund this|Count as a sale)/ })).toHaveCount(0)

  await open(page, held)
  await expect(page.getByText('It cannot be funded.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fund this…' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Count as a sale…' }).click()
  const dialog = page.getByRole('dialog')
  await desk.expectAccessible(page)
  await dialog.getByRole('textbox').fill('The partner confirmed the capture.')
  await dialog.getByRole('button', { name: 'Count as a sale' }).click()
  await expect(page.getByText(/counted it as a sale, though its type is “AUTH”/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Fund this…' })).toBeVisible()
  await page.getByRole('button', { name: 'Not a sale…' }).click()
  await dialog.getByRole('textbox').fill('It was another one.')
  await dialog.getByRole('button', { name: 'Not a sale' }).click()
  await expect(page.getByRole('button', { name: 'Fund this…' })).toHaveCount(0)
  await expect(page.getByText('marked it as not a sale.')).toBeVisible()
})

test('what was declined, and what names no transaction, is closed with a note and reopened', async ({
  desk,
}) => {
  const [declined, reference] = [own('SCR-B7-DECLINED'), own('SCR-B7-CLOSE')]
  const page = await desk.signIn(FINANCE)
  await post(page.request, saleOf(declined, { resp_code: '005', client_ref_number: reference }))
  await post(page.request, `client_ref_number=${reference}&resp_code=000`)
  await page.goto(`/callbacks?q=${reference}&state=anomaly&state=unreadable`)
  await expect(table(page).getByRole('rowheader')).toHaveCount(2)
  const links = table(page).getByRole('rowheader').getByRole('link')
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  const dialog = page.getByRole('dialog')
  for (const address of addresses) {
    await page.goto(address)
    await page.getByRole('button', { name: 'Close…' }).click()
    await dialog.getByRole('button', { name: 'Close callback' }).click()
    await expect(dialog.getByLabel('Why can it be closed?')).toHaveAccessibleDescription(/Enter a reason\./)
    await dialog.getByLabel('Why can it be closed?').fill('The processor knows of it.')
    await dialog.getByRole('button', { name: 'Close callback' }).click()
    await expect(page.getByText('closed it').first()).toBeVisible()
    await expect(page.getByText('The processor knows of it.').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Fund this…' })).toHaveCount(0)
  }
  await desk.expectAccessible(page)
  await page.goto(`/callbacks?q=${reference}&state=anomaly&state=unreadable`)
  await expect(page.getByText('No callbacks found')).toBeVisible()
  await page.goto(`/callbacks?q=${reference}`)
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('checkbox', { name: 'Closed', exact: true }).check()
  await expect(page).toHaveURL(`/callbacks?q=${reference}&state=closed`)
  await expect(table(page).getByRole('rowheader')).toHaveCount(2)

  await open(page, declined)
  await page.getByRole('button', { name: 'Reopen…' }).click()
  await dialog.getByLabel('Why?').fill('The processor asked again.')
  await dialog.getByRole('button', { name: 'Reopen callback' }).click()
  await expect(page.getByRole('button', { name: 'Close…' })).toBeVisible()
})

test('what is odd about an event is said in words, and reading it again says what came of it', async ({
  desk,
}) => {
  const page = await desk.signIn(FINANCE)
  await post(
    page.request,
    saleOf('SCR-ODD-1', { resp_code: '005', acct_number: '4111111111111111', currency_code: '978' }),
  )
  await page.goto('/callbacks?q=SCR-ODD-1')
  await expect(row(page, 'SCR-ODD-1')).toContainText('Not approved')
  await expect(row(page, 'SCR-ODD-1')).toContainText('Card number truncated')
  await expect(row(page, 'SCR-ODD-1').getByRole('checkbox')).toHaveCount(0)
  await open(page, 'SCR-ODD-1')
  await expect(page.getByText('The response code is not 000', { exact: false })).toBeVisible()
  await expect(
    page.getByText('A full card number was truncated to its last four digits', { exact: false }),
  ).toBeVisible()
  await expect(page.locator('body')).not.toContainText('4111111111111111')
  await page.getByRole('button', { name: 'Reprocess' }).click()
  await expect(page.getByText('Reprocessed. Nothing changed.')).toBeVisible()
})

test('what names no transaction is kept and shown', async ({ desk }) => {
  const invoice = own('SCR-NAMELESS')
  const page = await desk.signIn(FINANCE)
  await post(page.request, `invoice_number=${invoice}&note=nothing+else`)
  await page.goto(`/callbacks?q=${invoice}`)
  await table(page)
    .getByRole('link', { name: /^Callback \d+, no transaction$/ })
    .click()
  await expect(page.getByText('No transaction ID', { exact: true })).toBeVisible()
  await expect(part(page, 'Fields')).toContainText('nothing else')
  await expect(page.getByRole('button', { name: 'Fund this…' })).toHaveCount(0)
})

const NAUGHTY = [
  '<img src=x onerror=alert(1)>',
  "'; DROP TABLE callback_events; --",
  '{{7*7}}#{7*7}%00\u202Eevil',
  'İstanbul ŞİŞLİ 🫖 \u0000',
  '=HYPERLINK("http://x.test","y")',
  '"><script>alert(1)</script>',
]

test('naughty strings in every field are shown as text, in the log, on the page and in the dialogs', async ({
  desk,
}) => {
  const page = await desk.signIn(FINANCE)
  for (const [at, text] of NAUGHTY.entries()) {
    const id = `SCR-BAD-${at} ${text}`
    const sale = saleOf(id, {
      resp_text: text,
      invoice_number: `SCR-BAD ${text}`,
      client_ref_number: 'SCR-BAD',
      acct_number: text,
      billing_address: text,
      [`field ${text}`]: text,
    })
    await post(page.request, sale)
    await post(page.request, { ...sale, billing_address: `${text} twice` })
  }
  await page.goto('/callbacks?q=SCR-BAD')
  await expect(row(page, '<img src=x onerror=alert(1)>').first()).toBeVisible()
  const links = table(page).getByRole('rowheader').getByRole('link')
  // The desk processes callbacks after acknowledging them, and the page updates by itself.
  await expect.poll(() => links.count()).toBeGreaterThanOrEqual(NAUGHTY.length - 1)
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  for (const address of addresses) {
    await page.goto(address)
    await expect(part(page, 'Fields')).toBeVisible()
    const settle = page.getByRole('button', { name: 'Resolve conflict…' })
    if (await settle.isVisible()) {
      await settle.click()
      await expect(page.getByRole('dialog').getByRole('radio').first()).toBeVisible()
      await page.keyboard.press('Escape')
    }
    expect(await page.locator('img[src="x"], body script:not([nonce]):has-text("alert")').count()).toBe(0)
    await expect(page.locator('body')).not.toContainText('49#')
  }
})

test('everything that the filters find is exported as a file', async ({ desk }) => {
  const page = await desk.signIn(FINANCE)
  await post(page.request, saleOf('SCR-FILE-1', { invoice_number: 'SCR-FILE', client_ref_number: '=1+1' }))
  await post(page.request, saleOf('SCR-FILE-2', { invoice_number: 'SCR-FILE' }))
  await page.goto('/callbacks?q=SCR-FILE')
  await expect(table(page).getByRole('rowheader')).toHaveCount(2)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  expect(text).toContain('SCR-FILE-1')
  expect(text).toContain('SCR-FILE-2')
  expect(text).not.toMatch(/(^|,)"?=1\+1/m)
  expect(text).not.toContain('SCR-LIVE')
})

test('an auditor sees all of it, and nothing to press', async ({ desk }) => {
  const page = await desk.signIn('auditor@demo.test')
  await post(page.request, saleOf('SCR-AUDIT-1', { tran_amount: '1.00' }))
  await post(page.request, saleOf('SCR-AUDIT-1', { tran_amount: '2.00' }))
  await post(page.request, saleOf('SCR-AUDIT-2'))
  await post(page.request, saleOf('SCR-AUDIT-3', { tran_amount: '' }))
  await page.goto('/callbacks?q=SCR-AUDIT-3')
  await expect(row(page, 'SCR-AUDIT-3')).toBeVisible()
  await expect(table(page).getByRole('checkbox')).toHaveCount(0)
  for (const tranId of ['SCR-AUDIT-1', 'SCR-AUDIT-2', 'SCR-AUDIT-3']) {
    await open(page, tranId)
    await expect(part(page, 'Fields')).toBeVisible()
    for (const name of [
      'Resolve conflict…',
      'Set amount…',
      'Close…',
      'Reprocess',
      'Fund this…',
      'Mark as funded externally…',
    ])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  // These people cannot make payment links either.
  await expect(page.getByRole('link', { name: 'Payment link' })).toHaveCount(0)
  desk.expectTrouble('403')
  const refused = await page.goto('/callbacks/link')
  expect(refused?.status()).toBe(403)
})

test('a sale that was funded outside says by whom and why, and it can be taken back', async ({ desk }) => {
  const id = own('SCR-OUTSIDE-1')
  const page = await desk.signIn(FINANCE)
  await post(page.request, saleOf(id))
  await open(page, id)
  await page.getByRole('button', { name: 'Mark as funded externally…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Where did the money go/).fill('Paid by wire on Friday.')
  await dialog.getByRole('button', { name: 'Mark as funded externally' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('Paid by wire on Friday.').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo external funding…' }).click()
  await dialog.getByLabel(/mistake/).fill('It was another one.')
  await dialog.getByRole('button', { name: 'Make it unfunded again' }).click()
  await expect(page.getByRole('button', { name: 'Fund this…' })).toBeVisible()
})

test('a payment link is made, copied and opened, and the sale appears below it', async ({ desk }) => {
  const id = own('SCR-LINK-1')
  const page = await desk.signIn(FINANCE)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/callbacks')
  await page.getByRole('link', { name: 'Payment link' }).click()
  const form = page.getByRole('form', { name: 'Payment link' })
  await form.getByLabel('Amount').fill('lots')
  await form.getByRole('button', { name: 'Create link' }).click()
  await expect(form.getByText('Enter dollars between')).toBeVisible()
  await expect(form.getByLabel('Amount')).toBeFocused()
  await expect(form.getByLabel('Amount')).toHaveValue('lots')

  await form.getByLabel('Amount').fill('$1,045.5')
  await form.getByLabel('Invoice number').fill("O'Hara & Söhne 100%")
  await form.getByRole('button', { name: 'Generate' }).click()
  await expect(form.getByLabel('Client reference number')).toHaveValue(/^PAY-/)
  const reference = await form.getByLabel('Client reference number').inputValue()
  await form.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('button', { name: 'Copy the text' }).click()
  const link = new URL(await page.evaluate(() => navigator.clipboard.readText()))
  expect(Object.fromEntries(link.searchParams)).toEqual({
    profile_id: '941000000001',
    payment_amount: '1045.50',
    invoice_number: "O'Hara & Söhne 100%",
    client_reference_number: reference,
  })
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the payment page' }).click()
  const payment = await opening
  await expect(payment.getByText('1,045.50').first()).toBeVisible()
  await payment.close()

  await page.reload()
  await expect(page.getByText('Waiting for the sale').first()).toBeVisible()
  await expect(form.getByLabel('Invoice number')).toHaveValue("O'Hara & Söhne 100%")
  await post(page.request, saleOf(id, { tran_amount: '1045.50', client_ref_number: reference }))
  await page.getByRole('link', { name: id }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(id)

  // A second link with the same reference could not be told from this sale.
  await page.goBack()
  await form.getByRole('button', { name: 'Create link' }).click()
  await expect(form.getByText('A payment link with this reference exists')).toBeVisible()
  const earlier = form.getByRole('link', { name: /^Open payment link \d+$/ })
  await expect(earlier).toHaveAttribute('href', new URL(page.url()).pathname + new URL(page.url()).search)
  await form.getByRole('button', { name: 'New link' }).click()
  await expect(page).toHaveURL('/callbacks/link')
  await expect(form.getByLabel('Client reference number')).toHaveValue(/^PAY-/)
  await expect(form.getByLabel('Client reference number')).not.toHaveValue(reference)
  // The link is kept, with its sale.
  const kept = part(page, 'Payment links').getByRole('row').filter({ hasText: reference })
  await expect(kept).toContainText('$1,045.50')
  await expect(kept).toContainText('Paid')
  await expect(kept.getByRole('link', { name: id })).toBeVisible()
})

test('the screens of callbacks pass axe and nothing is cut off, wide or narrow', async ({ desk }) => {
  test.setTimeout(240_000)
  const page = await desk.signIn(FINANCE)
  const long = 'İ'.repeat(120)
  await post(page.request, saleOf('SCR-AXE', { tran_amount: '1.00', invoice_number: long }))
  await post(page.request, saleOf('SCR-AXE', { tran_amount: '2.00', invoice_number: long }))
  await post(page.request, saleOf(`SCR-AXE-${long}`, { tran_amount: '12', resp_text: long }))
  const look = () => desk.expectFits(page)
  await page.goto('/callbacks')
  const filters = page.getByRole('button', { name: 'Filters' })
  await filters.click()
  await expect(page.getByLabel('Received from')).toBeVisible()
  await look()
  // The sticky bar half covers whatever is below it. With few rows, it covers nothing.
  await post(page.request, saleOf('SCR-AXE-PLAIN', { tran_amount: '3.00' }))
  await page.goto('/callbacks?q=SCR-AXE-PLAIN')
  await page.getByRole('checkbox', { name: 'Select SCR-AXE-PLAIN' }).filter({ visible: true }).check()
  await expect(part(page, 'Actions for the selected sales')).toBeVisible()
  await look()
  await page.goto('/callbacks?q=nothing-like-it')
  await look()
  for (const [name, button] of [
    ['SCR-AXE', 'Resolve conflict…'],
    [`SCR-AXE-${long}`, 'Set amount…'],
  ] as const) {
    await page.goto(`/callbacks?q=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name, exact: true }).filter({ visible: true }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    await eventually(page, page.getByRole('button', { name: button }))
    await page.locator('summary').filter({ hasText: 'Body' }).first().click()
    await look()
    await page.getByRole('button', { name: button }).click()
    await look()
    await page.keyboard.press('Escape')
  }
  await page.goto('/callbacks/link')
  await look()
  await page.getByLabel('Amount').fill('10')
  await page.getByRole('button', { name: 'Create link' }).click()
  await expect(page.getByText('Waiting for the sale').first()).toBeVisible()
  await look()
})
