import type { Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { bring, create, credit, csv, putForward, typeInto } from './funding-batch'

/**
 * Settings are everybody's: these journeys change them when no other runs, and set them back. Their limits are
 * small, so that what they submit counts for little on that day.
 */

const ABOVE_AMOUNT = 'Two people approve above an amount'

test.afterEach(async ({ desk }) => {
  await saveRule(await desk.signIn('admin@demo.test'), limitTo('50000'))
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

/** Another person types into a draft, so that they have worked on it. */
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

const numberOf = async (page: Page) =>
  /B-\d+/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[0] ?? ''

test('B4 and B5: two people approve above a limit, the button names the money, and a looser rule frees what waits', async ({
  desk,
}) => {
  const admin = await desk.signIn('admin@demo.test')
  await saveRule(admin, limitTo('50'))
  const fiona = await desk.signIn('finance@demo.test')
  await bring(fiona, 'above-the-limit.csv', row(120_001, 6_000))
  const address = await create(fiona)
  // Named before it is submitted, Fiona not among them.
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

  await saveRule(admin, limitTo('70'))
  await fiona.reload()
  await expect(fiona.getByRole('button', { name: 'Send to the partner' })).toBeVisible()
  await expect(
    fiona.getByText('Ada Minton changed the approval rules: it is approved (1 of 1).'),
  ).toBeVisible()
})

test('B4 and B6: what too few people can approve is refused with their names; where the rules make it so, it is on the overview', async ({
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
  await expect(frida.getByRole('button', { name: 'Send to the partner' })).toBeVisible()
})
