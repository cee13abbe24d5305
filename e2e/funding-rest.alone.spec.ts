import type { Page } from '@playwright/test'
import { post, saleOf } from './callback-posts'
import { expect, test } from './desk-test'
import { approve, bring, create, credit, csv, pressSend, putForward } from './funding-batch'

/** What people do about a batch that stopped midway. Faults hit the next request, so these run alone. */

test.afterEach(({ desk }) => desk.partner.clearFaults())

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const numberOf = async (page: Page) =>
  /B-\d+/.exec(await page.getByRole('heading', { level: 1 }).innerText())?.[0] ?? ''
const amountsAt = (id: string) => ({
  merchantFundingAmounts: id === '' ? [] : [{ merchantId: 'M-1', amount: id }],
})

/**
 * The summary above the list of batches: how many this person can approve, and how many cents they set. What they take
 * back comes before that.
 */
async function waitingFor(page: Page): Promise<{ batches: number; cents: number }> {
  await page.goto('/funding')
  await expect(page.getByRole('table').first()).toBeVisible()
  const text =
    /([\d,]+) batch(?:es)? waiting for your approval: (?:(?:up to )?−\$[\d,.]+(?: and (?:at least )?\+)?)?(?:\$([\d,]+)\.(\d\d))?/.exec(
      await page.getByRole('main').innerText(),
    )
  const digits = (part: string | undefined) => Number((part ?? '0').replaceAll(',', ''))
  return { batches: digits(text?.[1]), cents: digits(text?.[2]) * 100 + digits(text?.[3]) }
}

test('the rest of a batch that a new warning stopped: approvers are told with its money, approve it, and it is sent once', async ({
  desk,
}) => {
  const sale = credit(108_201)
  const page = await desk.signIn('finance@demo.test')
  const other = await desk.signIn('finance2@demo.test')
  await post(page.request, saleOf(sale, { tran_amount: '75.21' }))
  const before = await waitingFor(other)
  await bring(page, 'rest.csv', csv(`${sale},,M-1,7521`))
  const address = await create(page)
  const number = await numberOf(page)
  await putForward(page)

  // The sum above the list includes it, Review leads to it, and its maker is not asked.
  expect(await waitingFor(other)).toEqual({ batches: before.batches + 1, cents: before.cents + 7_521 })
  await desk.expectFits(other)
  await other.getByRole('link', { name: 'Review', exact: true }).click()
  await expect(other).toHaveURL('/funding?work=to-approve')
  await expect(other.getByRole('row').filter({ hasText: number })).toContainText('$75.21')
  expect(await waitingFor(page)).toEqual({ batches: 0, cents: 0 })
  await approve(other, address)
  expect(await waitingFor(other)).toEqual(before)
  await other.goto(address)

  const since = (await desk.partner.journal('funding')).length
  await desk.partner.fault({ endpoint: 'funding', mode: 'status', status: 401, times: 1 })
  await pressSend(other)
  await expect(other.getByText('1 transaction not sent.').first()).toBeVisible()
  // Meanwhile the same sale arrives under another identifier.
  await post(page.request, saleOf(credit(108_202), { tran_amount: '75.21', invoice_number: `INV-${sale}` }))
  // The callback is acknowledged before it is processed.
  await expect(async () => {
    await page.goto(address)
    await expect(
      page.getByText('A warning that its approvers have not seen has appeared since.'),
    ).toBeVisible({
      timeout: 3_000,
    })
  }).toPass()
  await pressSend(page, 'Send the rest…')
  await expect(page.getByText('Its approvers have not seen this, and were notified').first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^(?:Send|Approve)/ })).toHaveCount(0)
  await expect(
    page.getByText('The rest has 0 of 1 new approval. Can approve: Felix Penny, Frida Cole.'),
  ).toBeVisible()
  expect((await desk.partner.journal('funding')).slice(since).map(({ applied }) => applied)).toEqual([false])

  // From the notification bell to the rest of the batch.
  expect(await waitingFor(other)).toEqual({ batches: before.batches + 1, cents: before.cents + 7_521 })
  await other
    .getByRole('banner')
    .getByRole('link', { name: /^Notifications.*unread/ })
    .click()
  const notice = other.getByRole('listitem', { name: new RegExp(`^${number} `) })
  await expect(notice).toContainText('Approval of the rest requested')
  await expect(notice).toContainText('Unread')
  await notice.getByRole('link').click()
  await press(other, 'Approve the rest…')
  const dialog = other.getByRole('dialog')
  await expect(dialog).toContainText('$75.21 in 1 unsent transaction. It can be sent after your approval.')
  await expect(dialog.getByRole('list', { name: 'Warnings by kind' })).toContainText(
    'Looks like the same sale (1)',
  )
  await expect(dialog.getByRole('row', { name: /M-1.*\$75\.21/ })).toBeVisible()
  await desk.expectFits(other)
  await other.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('textbox').fill('Two tickets, the merchant says.')
  await dialog.getByRole('button', { name: 'Approve $75.21', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(
    other.getByText('approved the rest again, $75.21 in 1 unsent transaction (1 of 1).'),
  ).toBeVisible()
  await expect(other.getByText('Two tickets, the merchant says.').first()).toBeVisible()
  expect(await waitingFor(other)).toEqual(before)
  await other.goto('/notifications')
  await expect(notice).toContainText('Closed')
  expect(await desk.partner.transaction(sale)).toMatchObject(amountsAt(''))

  await page.goto(address)
  await pressSend(page, 'Send the rest…')
  await expect(page.getByText('1 transaction funded.')).toBeVisible()
  expect(await desk.partner.transaction(sale)).toMatchObject(amountsAt('7521'))
  expect((await desk.partner.journal('funding')).slice(since).map(({ applied }) => applied)).toEqual([
    false,
    true,
  ])
})

test('what two people recorded of a lost answer is reopened with a reason, and resolved anew', async ({
  desk,
}) => {
  const sale = credit(108_301)
  const page = await desk.signIn('finance@demo.test')
  await bring(page, 'reopened.csv', csv(`${sale},,M-1,1250`))
  const address = await create(page)
  await putForward(page)
  const other = await desk.signIn('finance2@demo.test')
  await approve(other, address)
  await desk.partner.fault({ endpoint: 'funding', mode: 'cut-after', times: 1 })
  await pressSend(other)
  await expect(other.getByText('Outcome unknown').first()).toBeVisible()

  const dialog = (of: Page) => of.getByRole('dialog')
  const resolve = async (choice: string, note: string) => {
    await press(other, 'Resolve…')
    await dialog(other).getByLabel(choice).check()
    await dialog(other).getByRole('textbox').fill(note)
    await dialog(other).getByRole('button', { name: 'Resolve', exact: true }).click()
    await expect(dialog(other)).toHaveCount(0)
  }
  const third = await desk.signIn('finance3@demo.test')
  const confirm = async (note: string) => {
    await third.goto(address)
    await press(third, 'Confirm…')
    await dialog(third).getByRole('textbox').fill(note)
    await dialog(third).getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog(third)).toHaveCount(0)
  }
  await resolve('Not received by the partner', 'Ms. Ortiz did not find it.')
  await confirm('She told me the same.')
  await expect(third.getByText('confirmed that the partner did not receive request 1.')).toBeVisible()

  // The partner has it after all.
  await press(third, 'Reopen request 1…')
  await expect(dialog(third)).toContainText('Nothing is sent to the partner.')
  await desk.expectFits(third)
  await third.setViewportSize({ width: 1440, height: 900 })
  await dialog(third).getByRole('button', { name: 'Reopen', exact: true }).click()
  await expect(dialog(third).getByRole('textbox')).toHaveAccessibleDescription(/reason|3 characters/i)
  await dialog(third).getByRole('textbox').fill('It is in the statement of the partner.')
  await dialog(third).getByRole('button', { name: 'Reopen', exact: true }).click()
  await expect(dialog(third)).toHaveCount(0)
  await expect(third.getByText('Outcome unknown').first()).toBeVisible()
  await expect(third.getByText('reopened request 1: its outcome is unknown again.')).toBeVisible()
  await expect(third.getByText('It is in the statement of the partner.').first()).toBeVisible()
  await expect(third.getByRole('button', { name: /^(?:Send|Retry)/ })).toHaveCount(0)

  await other.goto(address)
  await resolve('The partner has it', 'Line 14 of the statement.')
  await confirm('I see line 14, too.')
  await expect(third.getByText('1 transaction funded.')).toBeVisible()
  expect((await desk.partner.journal('funding')).filter(({ applied }) => applied).length).toBeGreaterThan(0)
  expect(await desk.partner.transaction(sale)).toMatchObject(amountsAt('1250'))
})
