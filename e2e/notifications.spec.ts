import type { Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { bring, create, credit, csv, putForward } from './funding-batch'

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
/** The notifications about a batch. */
const about = (page: Page, number: string) => page.getByRole('listitem', { name: new RegExp(`^${number} `) })

async function submitted(page: Page, id: string, name: string): Promise<string> {
  await bring(page, name, csv(`${id},,M-001,1000`))
  await create(page)
  await putForward(page)
  const heading = await page.getByRole('main').innerText()
  const number = /B-\d+/.exec(heading)?.[0]
  if (!number) throw new Error('The batch shows no number.')
  return number
}

test('an approver is told of a batch, opens it by the keyboard, and is done with it once it is approved', async ({
  desk,
}) => {
  const maker = await desk.signIn('finance@demo.test')
  const number = await submitted(maker, credit(144001), 'told.csv')

  const page = await desk.signIn('finance2@demo.test')
  await expect(bell(page)).toHaveAccessibleName(/unread/)
  await bell(page).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible()
  await expect(about(page, number)).toContainText('Approval requested')
  await expect(about(page, number)).toContainText('Fiona Ledger')
  await expect(about(page, number)).toContainText('Unread')
  await desk.expectFits(page)

  await about(page, number).getByRole('link').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/funding\/[0-9a-f]{8}-/)
  await page.getByRole('button', { name: 'Approve…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByRole('button', { name: 'Send to the partner' })).toBeVisible()
  await page.goto('/notifications')
  await expect(about(page, number)).toContainText('Closed')

  await maker.goto('/notifications')
  await expect(about(maker, number)).toContainText('Batch approved')
  await expect(about(maker, number)).not.toContainText('Approval requested')
})

test('one notification, then all of them, are marked as read', async ({ desk }) => {
  const maker = await desk.signIn('finance@demo.test')
  const number = await submitted(maker, credit(144002), 'marked.csv')
  const page = await desk.signIn('finance3@demo.test', '/notifications')
  await about(page, number)
    .getByRole('button', { name: /^Mark / })
    .click()
  await expect(about(page, number)).not.toContainText('Unread')
  await expect(about(page, number)).toContainText('Approval requested')
  await page.reload()
  await expect(about(page, number)).not.toContainText('Unread')

  const second = await submitted(maker, credit(144003), 'marked-all.csv')
  await page.reload()
  await expect(about(page, second)).toContainText('Unread')
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(about(page, second)).not.toContainText('Unread')
})
