import { expect, test } from './desk-test'
import { importDrafts } from './import-drafts'
import { Wizard } from './wizard'

test('14 imported drafts are submitted in six clicks or less, each once, whatever is pressed twice', async ({
  desk,
}) => {
  test.setTimeout(180_000)
  const page = await desk.signIn('onboarding@demo.test')
  const mark = `Fourteen ${Date.now()}`
  await importDrafts(
    desk,
    page,
    Array.from({ length: 14 }, (_, n) => `${mark} No ${n + 1}`),
  )
  let clicks = 0
  const click = async (name: string | RegExp, role: 'link' | 'button' | 'checkbox' = 'button') => {
    clicks += 1
    await page.getByRole(role, { name }).click()
  }
  await click('View the drafts', 'link')
  await expect(page).toHaveURL(/\?import=/)
  await expect(page.getByRole('rowheader')).toHaveCount(14)
  await click('Select all on this page', 'checkbox')
  await click('Send…')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Ready to submit')).toHaveCount(14)
  await desk.expectAccessible(page)
  expect(await desk.partner.applicationsNaming(mark), 'before anybody pressed a button').toEqual([])
  clicks += 1
  await dialog.getByRole('button', { name: 'Submit 14 to the partner' }).dblclick()
  await expect(dialog.getByText('14 submitted')).toBeVisible({ timeout: 90_000 })
  await expect(dialog.getByRole('heading', { name: 'Sent 14 applications' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: /^Submit/ })).toHaveCount(0)
  await desk.expectAccessible(page)
  await click('Done')
  expect(clicks).toBeLessThanOrEqual(6)
  await expect(page.getByRole('row').filter({ hasText: mark }).getByText('Submitted')).toHaveCount(14)
  expect(await desk.partner.applicationsNaming(mark)).toHaveLength(14)
})

test('of several each goes where it is ready to go, and what stays says why', async ({ desk }) => {
  test.setTimeout(120_000)
  const page = await desk.signIn('onboarding@demo.test')
  const mark = `Several ${Date.now()}`
  await importDrafts(desk, page, [`${mark} ready`, `${mark} ours`, `${mark} blank`], (line, name) => {
    // The last column says who underwrites.
    if (name.endsWith('ours')) return line.replace(/yes(?!.*yes)/, 'no')
    return name.endsWith('blank') ? line.replace('Example Savings Bank', '') : line
  })
  await page.getByRole('link', { name: 'View the drafts' }).click()
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
  await page.getByRole('button', { name: 'Send…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: 'Send 2 of 3 applications' })).toBeVisible()
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: `${mark} ${name}` })
  await expect(row('ready')).toContainText('Ready to submit')
  await expect(row('ours')).toContainText('Ready for underwriting')
  await expect(row('blank')).toContainText(/^.*Stays\. .*bank name/i)

  // An application that another person changes meanwhile is not sent in its new form unseen.
  const other = await desk.signIn('onboarding2@demo.test')
  const href = await row('ready').getByRole('link').getAttribute('href')
  await other.goto(`${href}/merchant`)
  await other.getByLabel('DBA name').fill(`${mark} renamed`)
  await new Wizard(other).saved()
  await dialog.getByRole('button', { name: 'Submit 1 to the partner' }).click()
  await expect(row('ready')).toContainText('someone changed it')
  await dialog.getByRole('button', { name: 'Send 1 to underwriting' }).click()
  await expect(row('ours')).toContainText('In review')
  await expect(dialog.getByText('1 not sent · 1 in review')).toBeVisible()
  expect(await desk.partner.applicationsNaming(mark)).toEqual([])

  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('checkbox', { name: 'All on this page' }).check()
  await page.getByRole('button', { name: 'Send…' }).click()
  const again = page.getByRole('dialog')
  await expect(again.getByText('Its status is In review.')).toBeVisible()
  await desk.expectAccessible(page)
  await again.getByRole('button', { name: 'Submit 1 to the partner' }).click()
  await expect(again.getByText('1 submitted')).toBeVisible()
  expect(await desk.partner.applicationsNaming(`${mark} renamed`)).toHaveLength(1)
})

test('what two tabs send at once goes once, and the other says what became of it', async ({ desk }) => {
  test.setTimeout(120_000)
  const page = await desk.signIn('onboarding@demo.test')
  const mark = `Twice ${Date.now()}`
  await importDrafts(desk, page, [`${mark} one`, `${mark} two`, `${mark} blank`], (line, name) =>
    name.endsWith('blank') ? line.replace('Example Savings Bank', '') : line,
  )
  await page.getByRole('link', { name: 'View the drafts' }).click()
  await expect(page).toHaveURL(/\?import=/)
  const tabs = [page, await page.context().newPage()]
  await tabs[1]?.goto(page.url())
  for (const tab of tabs) {
    await tab.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await tab.getByRole('button', { name: 'Select only the 2 ready' }).click()
    await tab.getByRole('button', { name: 'Send…' }).click()
    await expect(tab.getByRole('dialog').getByText('Ready to submit')).toHaveCount(2)
  }
  await Promise.all(tabs.map((tab) => tab.getByRole('button', { name: 'Submit 2 to the partner' }).click()))
  for (const tab of tabs)
    await expect(tab.getByRole('dialog').getByRole('button', { name: 'Done' })).toBeEnabled()
  await expect
    .poll(async () => (await desk.partner.applicationsNaming(mark)).length, { timeout: 60_000 })
    .toBe(2)
  for (const tab of tabs)
    await expect(tab.getByRole('dialog').getByRole('status')).toContainText(/submitted|not sent/)
  expect(await desk.partner.applicationsNaming(mark)).toHaveLength(2)
})
