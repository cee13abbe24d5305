import type { Locator, Page } from '@playwright/test'
import { expect, test } from './desk-test'
import { bring, create, credit, csv } from './funding-batch'
import { endSession } from './people'
import { own } from './tries'
import { prepareSoleProprietorship } from './wizard'

const comments = (page: Page): Locator => page.getByRole('region', { name: 'Comments', exact: true })
const box = (page: Page): Locator => comments(page).getByLabel('Comment', { exact: true })
const people = (page: Page): Locator => comments(page).getByRole('listbox', { name: 'People' })
const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
const about = (page: Page, number: string) => page.getByRole('listitem', { name: new RegExp(`^${number} `) })

async function signInAgain(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect(dialog.getByLabel('Password')).toBeFocused()
  await page.keyboard.type('demo-desk-2026!')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
}

test('by the keyboard: one mentions, the other sees the bell, opens the comment and answers; who may not open the batch is neither offered nor told', async ({
  desk,
}) => {
  const maker = await desk.signIn('finance@demo.test')
  await bring(maker, 'commented.csv', csv(`${credit(144101)},,M-001,1000`))
  await create(maker)
  const number = /B-\d+/.exec(await maker.getByRole('main').innerText())?.[0] ?? ''
  await expect(comments(maker).getByText('Visible to everyone who can open this batch.')).toBeVisible()
  await desk.expectFits(maker)

  await comments(maker).getByRole('button', { name: 'Add comment' }).focus()
  await maker.keyboard.press('Enter')
  await expect(box(maker)).toBeFocused()
  await maker.keyboard.type('Please check the first row, @')
  const offered = people(maker).getByRole('option')
  await expect(offered.first()).toBeVisible()
  for (const name of ['Uma Wright', 'Olive Onboard', 'Fiona Ledger'])
    await expect(offered.filter({ hasText: name })).toHaveCount(0)
  await maker.keyboard.type('fe')
  await expect(offered).toHaveText(['Felix Penny'])
  await desk.expectAccessible(maker)
  await maker.keyboard.press('Escape')
  await expect(people(maker)).toHaveCount(0)
  await maker.keyboard.type('l')
  await maker.keyboard.press('ArrowDown')
  await maker.keyboard.press('Enter')
  await expect(box(maker)).toHaveValue('Please check the first row, @Felix Penny ')
  await maker.keyboard.type('before noon')
  await maker.keyboard.press('Control+Enter')
  await expect(comments(maker).getByRole('listitem')).toContainText(
    'Please check the first row, @Felix Penny before noon',
  )
  await expect(box(maker)).toHaveValue('')
  await expect(box(maker)).toBeFocused()

  const felix = await desk.signIn('finance2@demo.test')
  await expect(bell(felix)).toHaveAccessibleName(/unread/)
  await bell(felix).focus()
  await felix.keyboard.press('Enter')
  await expect(about(felix, number)).toContainText('Fiona Ledger')
  await desk.expectFits(felix)
  await about(felix, number).getByRole('link', { name: 'Mentioned you' }).focus()
  await felix.keyboard.press('Enter')
  // A draft comment keeps its text and position while other people write.
  await maker.keyboard.type('Not sent yet')
  const { y: place } = (await box(maker).boundingBox()) ?? { y: 0 }
  await felix.waitForURL(/\/funding\/[0-9a-f-]{36}#comment-/)
  await expect(comments(felix).getByText('before noon')).toBeInViewport()

  await comments(felix).getByRole('button', { name: 'Add comment' }).click()
  await box(felix).fill('It is right.')
  await felix.keyboard.press('Control+Enter')
  await expect(comments(felix).getByRole('listitem')).toHaveCount(2)
  await desk.expectFits(felix)
  await felix.goto('/notifications')
  await expect(about(felix, number)).not.toContainText('Unread')
  const answer = comments(maker).getByRole('listitem').last()
  await expect(answer).toContainText('It is right.')
  await expect(answer).toContainText('Felix Penny')
  await expect(answer).toContainText('New')
  await expect(maker.getByRole('status').filter({ hasText: 'New comment by Felix Penny' })).toHaveCount(1)
  await expect(box(maker)).toHaveValue('Not sent yet')
  await expect(box(maker)).toBeFocused()
  expect(Math.abs(((await box(maker).boundingBox())?.y ?? 0) - place)).toBeLessThan(2)
  await desk.expectFits(maker)
  await maker.keyboard.press('Control+Enter')
  await expect(comments(maker).getByRole('listitem')).toHaveCount(3)
  await expect(comments(maker).getByText('New', { exact: true }), 'answered').toHaveCount(0)

  const uma = await desk.signIn('underwriter2@demo.test', '/notifications')
  await expect(about(uma, number)).toHaveCount(0)
})

test('of an application: what is written is never lost, what may not stand there is refused, and markup is text', async ({
  desk,
}) => {
  test.setTimeout(120_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const name = own('Commented Bakery')
  const wizard = await prepareSoleProprietorship(staff, name)
  const address = `/applications/${wizard.id()}/review`
  await staff.goto(address)
  await comments(staff).getByRole('button', { name: 'Add comment' }).click()

  await box(staff).fill('The owner is 512-45-6789, call her')
  await staff.keyboard.press('Control+Enter')
  await expect(comments(staff).getByText(/^Error: Remove the nine-digit number/)).toBeVisible()
  await box(staff).fill(`Long ${'x'.repeat(32_000)}`)
  await staff.keyboard.press('Control+Enter')
  await expect(comments(staff).getByText(/Use at most 4,000 characters\. You have 32,005\./)).toBeVisible()

  const kept = staff.waitForResponse((answer) => answer.url().includes('/comments/draft') && answer.ok())
  const words = '<script>alert(1)</script> javascript:alert(1) \u202eevil İ'
  await box(staff).fill(words)
  await kept
  await staff.reload()
  await expect(box(staff), 'open, with what was begun').toHaveValue(words)

  desk.expectTrouble('401')
  await endSession(staff)
  await box(staff).press('Control+Enter')
  await signInAgain(staff)
  await expect(box(staff)).toHaveValue(words)
  desk.expectTrouble('ERR_INTERNET_DISCONNECTED')
  await staff.context().setOffline(true)
  await box(staff).press('Control+Enter')
  await expect(comments(staff).getByText(/The desk did not answer/)).toBeVisible()
  await expect(box(staff)).toHaveValue(words)
  await staff.context().setOffline(false)
  await box(staff).press('Control+Enter')
  const first = comments(staff).getByRole('listitem').first()
  await expect(first).toContainText('<script>alert(1)</script> javascript:alert(1)')
  await expect(comments(staff).getByRole('link')).toHaveCount(0)
  await expect(box(staff)).toHaveValue('')

  await first.getByRole('button', { name: 'Edit' }).click()
  const edited = comments(staff).getByLabel('Edit comment')
  await edited.fill('Ask @uma')
  await people(staff).getByRole('option', { name: 'Uma Wright' }).click()
  await staff.keyboard.press('Control+Enter')
  await expect(first).toContainText('Ask @Uma Wright')
  await expect(first).toContainText('Edited')

  // The comment is on the application's page too.
  const uma = await desk.signIn('underwriter@demo.test', '/notifications')
  await uma.getByRole('listitem', { name }).getByRole('link', { name: 'Mentioned you' }).click()
  await expect(comments(uma).getByText('Ask @Uma Wright')).toBeInViewport()
  await expect(comments(uma).getByRole('button', { name: 'Edit' })).toHaveCount(0)

  // Finance sees that the application exists, but none of its comments.
  const finance = await desk.signIn('finance@demo.test')
  await finance.goto(`/applications/${wizard.id()}`)
  await expect(finance.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(comments(finance)).toHaveCount(0)

  // An admin removes a comment while its author edits it: it disappears from open pages at once, and the typed text
  // stays.
  await first.getByRole('button', { name: 'Edit' }).click()
  await edited.fill('Ask her today')
  const admin = await desk.signIn('admin@demo.test')
  await admin.goto(`/applications/${wizard.id()}`)
  await comments(admin).getByRole('button', { name: 'Remove…' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Remove comment' }).click()
  await expect(comments(uma).getByRole('listitem').first()).toContainText('Removed by')
  await expect(comments(uma)).not.toContainText('Ask @Uma Wright')
  await expect(first).toContainText('Removed by')
  await expect(edited).toHaveValue('Ask her today')
  await edited.press('Control+Enter')
  await expect(comments(staff).getByText(/This comment was removed\./)).toBeVisible()
  await comments(staff).getByRole('button', { name: 'Cancel' }).click()
  await expect(comments(staff)).not.toContainText('Ask @Uma Wright')
  await uma.goto('/notifications')
  await expect(uma.getByRole('listitem', { name })).toContainText('Closed')
})
