import type { Page } from '@playwright/test'
import { post, saleOf } from './callback-posts'
import { type Desk, expect, test } from './desk-test'
import {
  bring,
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

/**
 * Settings affect everyone, so these journeys change them while no other runs, and restore them afterwards. Their
 * limits are small, so that what they submit hardly counts toward the daily total.
 */

const ABOVE_AMOUNT = 'Two people approve above an amount'

test.afterEach(async ({ desk }) => {
  const admin = await desk.signIn('admin@demo.test', '/admin/settings/funding')
  await limitTo('50000')(admin)
  await overSale(false)(admin)
  await admin.getByRole('button', { name: 'Save' }).click()
  // Approves what an interrupted journey left pending, so that it does not block this try.
  const saved = admin.getByText('Saved.')
  const asked = admin.getByRole('button', { name: /^Save and approve/ })
  await expect(saved.or(asked)).toBeVisible()
  if (await asked.isVisible()) await asked.click()
  await expect(saved).toBeVisible()
})

const row = (n: number, cents: number) => csv(`${credit(n)},,M-1,${cents}`)

async function saveRule(admin: Page, change: (form: Page) => Promise<void>) {
  await admin.goto('/admin/settings/funding')
  await change(admin)
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Saved.')).toBeVisible()
}
const limitTo = (dollars: string) => async (form: Page) => {
  await form.getByRole('checkbox', { name: ABOVE_AMOUNT, exact: true }).check()
  await form.getByLabel('Sum of a batch, in US dollars').fill(dollars)
}
const overSale = (allowed: boolean) => (form: Page) =>
  form
    .getByRole('checkbox', {
      name: 'Allow amounts above the sale, one transaction at a time, with a reason',
    })
    .setChecked(allowed)

/** Another person types into a draft, and so has worked on it. */
async function editAs(page: Page, address: string, text: string) {
  await page.goto(address)
  await expect(page.getByRole('grid', { name: 'Amounts' })).toBeVisible()
  const saved = page.waitForResponse(
    (answer) => answer.request().method() === 'PATCH' && answer.url().includes('/lines'),
  )
  await typeInto(page, 2, 3, text)
  expect((await saved).ok()).toBe(true)
}

const cannotBeApproved = (page: Page, number: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'My work', level: 2, exact: true }) })
    .getByRole('listitem')
    .filter({ hasText: 'Cannot be approved' })
    .getByRole('listitem')
    .filter({ hasText: number })

/** The amount that the partner holds for the sale of a row, in cents. */
async function expectHeld(desk: Desk, n: number, cents: number) {
  expect(await desk.partner.transaction(credit(n))).toMatchObject({
    merchantFundingAmounts: [{ merchantId: 'M-1', amount: String(cents) }],
  })
}

const numberOf = async (page: Page) =>
  /B-\d+/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[0] ?? ''

test('two people approve above a limit, the button names the money, and a looser rule frees what waits', async ({
  desk,
}) => {
  const admin = await desk.signIn('admin@demo.test')
  await saveRule(admin, limitTo('50'))
  const fiona = await desk.signIn('finance@demo.test')
  await bring(fiona, 'above-the-limit.csv', row(120_001, 6_000))
  const address = await create(fiona)
  // The dialog names the approvers before submission, without Fiona.
  await expect(
    fiona.getByText('Needs 2 approvals because it is above $50.00. Can approve: Felix Penny, Frida Cole.'),
  ).toBeVisible()
  await putForward(fiona)
  await expect(fiona.getByText('0 of 2 approvals.')).toBeVisible()

  const felix = await desk.signIn('finance2@demo.test', new URL(address).pathname)
  await felix.getByRole('button', { name: 'Approve…' }).click()
  const dialog = felix.getByRole('dialog')
  await expect(dialog).toContainText('$60.00 in 1 transaction. Your approval is 1 of 2.')
  await desk.expectAccessible(felix)
  await dialog.getByRole('button', { name: 'Approve $60.00', exact: true }).click()
  await expect(felix.getByText('1 of 2 approvals.')).toBeVisible()
  await expect(felix.getByText('Can approve: Frida Cole.')).toBeVisible()

  await admin.goto('/admin/settings/funding')
  await limitTo('70')(admin)
  await admin.getByRole('button', { name: 'Save' }).click()
  const asked = admin.getByRole('alert').filter({ hasText: 'Saving this approves 1 pending batch, $60.00' })
  await expect(asked).toContainText(/B-\d+, \$60\.00/)
  await desk.expectAccessible(admin)
  await admin.getByRole('button', { name: 'Save and approve 1 batch' }).click()
  await expect(admin.getByText('Saved.')).toBeVisible()
  await fiona.reload()
  await expect(fiona.getByRole('button', { name: 'Send to the partner' })).toBeVisible()
  await expect(
    fiona.getByText('Ada Minton changed the approval rules: it is approved (1 of 1).'),
  ).toBeVisible()
  await send(fiona)
  await expectHeld(desk, 120_001, 6_000)
})

test('what too few people can approve is refused with their names; where the rules make it so, it is on the overview', async ({
  desk,
}) => {
  const admin = await desk.signIn('admin@demo.test')
  await saveRule(admin, limitTo('50'))
  const fiona = await desk.signIn('finance@demo.test')
  const felix = await desk.signIn('finance2@demo.test')
  const frida = await desk.signIn('finance3@demo.test', '/')
  await bring(fiona, 'three-worked-on-it.csv', row(120_101, 1_000))
  const address = await create(fiona)
  await editAs(felix, address, '25.00')
  await expect(felix.getByText('edited 1 cell: row 2, $10.00 → $25.00.')).toBeHidden()
  await felix.reload()
  await expect(felix.getByText('edited 1 cell: row 2, $10.00 → $25.00.')).toBeVisible()
  await editAs(frida, address, '60.00')
  await fiona.reload()
  await expect(fiona.getByText('Too few people can approve it')).toBeVisible()
  await fiona.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(fiona.getByRole('alert').filter({ hasText: 'Couldn’t complete' })).toContainText(
    'This batch needs 2 approvals because it is above $50.00, and no one can approve it. Felix Penny, Fiona Ledger and Frida Cole worked on it. Ask an admin to give someone else approval rights, or split the batch.',
  )

  await bring(fiona, 'two-worked-on-it.csv', row(120_102, 1_000))
  const other = await create(fiona)
  await editAs(felix, other, '25.00')
  await fiona.reload()
  await expect(fiona.getByText('Needs 1 approval. Can approve: Frida Cole.')).toBeVisible()
  await putForward(fiona)
  const number = await numberOf(fiona)
  await saveRule(admin, limitTo('20'))
  for (const page of [admin, fiona, felix, frida]) {
    await page.goto('/')
    await expect(cannotBeApproved(page, number)).toContainText('needs 2, only Frida Cole can')
  }
  await cannotBeApproved(fiona, number).getByRole('link').click()
  await expect(fiona.getByText('Too few people can approve it')).toBeVisible()
  await expect(
    fiona.getByText('Ask an admin to give someone else approval rights, or withdraw it and split the batch.'),
  ).toBeVisible()
  await saveRule(admin, limitTo('50'))
  await frida.goto(other)
  await frida.getByRole('button', { name: 'Approve…' }).click()
  await frida.getByRole('dialog').getByRole('button', { name: 'Approve $25.00', exact: true }).click()
  await send(frida)
  await expectHeld(desk, 120_102, 2_500)
  // A batch that nobody could approve was never sent.
  expect(await desk.partner.transaction(credit(120_101))).toMatchObject({ merchantFundingAmounts: [] })
})

test('more than a sale is allowed for one transaction, by a colleague with a reason that the approver reads', async ({
  desk,
}) => {
  const admin = await desk.signIn('admin@demo.test')
  const fiona = await desk.signIn('finance@demo.test')
  for (const n of [108_421, 108_422]) await post(fiona.request, saleOf(credit(n), { tran_amount: '10.00' }))
  await choose(fiona, 'a-tip.csv', dollars(`${credit(108_421)},,M-1,12.00`, `${credit(108_422)},,M-1,13.00`))
  const address = await create(fiona)
  await expect(grid(fiona)).toContainText(
    'The sale is $10.00; after this batch its merchants would have $12.00.',
  )
  // Its maker cannot approve it, and if Settings do not allow it, nobody can.
  const felix = await desk.signIn('finance2@demo.test', new URL(address).pathname)
  const allow = (page: Page) => page.getByRole('button', { name: 'Allow above the sale…' })
  const meant = (page: Page, row: string) =>
    grid(page)
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name: row, exact: true }) })
      .getByRole('gridcell')
      .nth(3)
      .click()
  await meant(felix, '2')
  await expect(allow(felix)).toHaveCount(0)
  await saveRule(admin, overSale(true))
  await fiona.reload()
  await meant(fiona, '2')
  await expect(allow(fiona)).toHaveCount(0)
  await felix.reload()
  await meant(felix, '2')
  await allow(felix).click()
  const dialog = felix.getByRole('dialog')
  await expect(dialog).toContainText(
    'The sale is $10.00. Every approver sees that you allowed more, and why.',
  )
  await desk.expectAccessible(felix)
  await dialog.getByRole('textbox').fill('A tip in cash, $2.00.')
  await dialog.getByRole('button', { name: 'Allow $12.00', exact: true }).click()
  await expect(dialog).toHaveCount(0)

  // The other stays an error: the exception is for one transaction.
  await fiona.reload()
  await fiona.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(fiona.getByRole('alert').filter({ hasText: 'Fix 1 error' })).toBeVisible()
  await typeInto(fiona, 3, 3, '10.00')
  await expect(fiona.getByText('All changes are saved.')).toBeVisible()
  await putForward(fiona)
  const frida = await desk.signIn('finance3@demo.test', new URL(address).pathname)
  await frida.getByRole('button', { name: 'Approve…' }).click()
  const approval = frida.getByRole('dialog')
  await expect(approval).toContainText('Allowed above the sale')
  await expect(approval).toContainText('A tip in cash, $2.00.')
  await expect(approval).toContainText('Felix Penny')
  await approval.getByRole('button', { name: 'Approve $22.00', exact: true }).click()
  await send(frida)
  await expectHeld(desk, 108_421, 1_200)
  await expectHeld(desk, 108_422, 1_000)
})
