import type { Page } from '@playwright/test'
import { handOverClean } from './clean-case'
import { expect, test } from './desk-test'
import { bring, create, credit, csv, putForward } from './funding-batch'
import { own } from './tries'

/** Holds the requests of the page's buttons until they are released or dropped. */
async function holdActions(page: Page) {
  const gate = Promise.withResolvers<'let through' | 'lose'>()
  const held = Promise.withResolvers<void>()
  await page.route(
    (url) => !url.pathname.startsWith('/api/'),
    async (route) => {
      if (!route.request().headers()['next-action']) return route.fallback()
      held.resolve()
      return (await gate.promise) === 'lose' ? route.abort('connectionreset') : route.continue()
    },
  )
  const end = async (how: 'let through' | 'lose') => {
    await held.promise
    gate.resolve(how)
    await page.unrouteAll({ behavior: 'wait' })
  }
  return { letThrough: () => end('let through'), lose: () => end('lose') }
}

test('a notification is read at the press, in the list and the bell; unread again, with words, where no answer comes', async ({
  desk,
}) => {
  const maker = await desk.signIn('finance@demo.test')
  await bring(maker, 'at-once.csv', csv(`${credit(144501)},,M-001,1000`))
  await create(maker)
  await putForward(maker)
  const number = /B-\d+/.exec(await maker.getByRole('main').innerText())?.[0] ?? ''
  const page = await desk.signIn('finance2@demo.test', '/notifications')
  const about = page.getByRole('listitem', { name: new RegExp(`^${number} `) })
  const mark = about.getByRole('button', { name: /^Mark / })
  const bell = page.getByRole('banner').getByRole('link', { name: /^Notifications/ })
  const unread = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0)
  await expect(about).toContainText('Unread')

  desk.expectTrouble('ERR_CONNECTION_RESET')
  const lost = await holdActions(page)
  const before = await unread()
  await mark.click()
  await expect(about).not.toContainText('Unread')
  await expect.poll(unread).toBeLessThan(before)
  await lost.lose()
  await expect(about).toContainText('Unread')
  // Other journeys submit batches meanwhile.
  await expect.poll(unread).toBeGreaterThanOrEqual(before)
  await expect(page.getByText('The desk did not answer')).toBeVisible()
  await desk.expectFits(page)

  await mark.click()
  await expect(about).not.toContainText('Unread')
  await page.reload()
  await expect(about).not.toContainText('Unread')
})

test('a case is claimed, and a document accepted and rejected, at the press; what the desk refuses is taken back, and its words stay', async ({
  desk,
}) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const name = own('Shown At Once LLC')
  const id = await handOverClean(staff, name, 2)
  const uma = await desk.signIn('underwriter@demo.test', '/underwriting')
  const ulf = await desk.signIn('underwriter2@demo.test', `/underwriting/${id}`)
  const row = uma.getByRole('row').filter({ hasText: name })

  // Another person was faster.
  const late = await holdActions(uma)
  await row.getByRole('button', { name: /^Claim/ }).click()
  await expect(row.getByRole('button', { name: /^Release/ })).toBeVisible()
  await expect(row).toContainText('You')
  await ulf.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(ulf.getByRole('button', { name: 'Release', disabled: false })).toBeVisible()
  await late.letThrough()
  await expect(uma.getByRole('alert').filter({ hasText: 'has claimed this case' })).toBeVisible()
  await expect(uma.getByRole('button', { name: /^Release/ })).toHaveCount(0)

  // A document that is still loading into the preview is refused once the case is released.
  desk.expectTrouble('/content?preview')
  const releasing = await holdActions(ulf)
  await ulf.getByRole('button', { name: 'Release', exact: true }).click()
  await expect(ulf.getByRole('main').getByText('Not claimed')).toBeVisible()
  await releasing.letThrough()
  await expect(ulf.getByRole('button', { name: 'Claim', exact: true, disabled: false })).toBeVisible()

  await uma.goto(`/underwriting/${id}`)
  const claiming = await holdActions(uma)
  await uma.getByRole('button', { name: 'Claim', exact: true }).click()
  await expect(uma.getByText('Underwriter: you')).toBeVisible()
  await claiming.letThrough()
  await expect(uma.getByRole('button', { name: 'Release', disabled: false })).toBeVisible()

  const documents = uma.getByRole('region', { name: 'Documents', exact: true })
  const check = `Voided check of ${name}.txt`
  const formation = `Formation documents of ${name}.txt`
  const content = uma.waitForResponse((answer) => answer.url().endsWith('/content') && answer.ok())
  await documents.getByRole('button', { name: check }).first().click()
  await content
  desk.expectTrouble('ERR_CONNECTION_RESET')
  const lost = await holdActions(uma)
  await documents.getByRole('button', { name: `Accept ${check}` }).focus()
  await uma.keyboard.press('Enter')
  await expect(documents.getByText('Accepted', { exact: true })).toHaveCount(2)
  await expect(documents.getByRole('button', { name: `Undo your decision on ${check}` })).toBeFocused()
  await lost.lose()
  await expect(documents.getByText('Accepted', { exact: true })).toHaveCount(0)
  await expect(documents.getByRole('alert')).toContainText('The desk did not answer')

  // If a rejection does not arrive, the page asks again and keeps its reason.
  await documents.getByRole('button', { name: formation }).first().click()
  const dialog = uma.getByRole('dialog', { name: `Reject ${formation}?` })
  await documents.getByRole('button', { name: `Reject ${formation}` }).click()
  await dialog.getByLabel('Reason').fill('Page 2 is missing.')
  const lostToo = await holdActions(uma)
  await dialog.getByRole('button', { name: 'Reject document' }).click()
  await expect(dialog).toBeHidden()
  await expect(documents.getByText('Rejected', { exact: true })).toHaveCount(2)
  await lostToo.lose()
  await expect(dialog.getByLabel('Reason')).toHaveValue('Page 2 is missing.')
  await expect(dialog.getByRole('alert')).toContainText('The desk did not answer')
  await expect(documents.getByText('Rejected', { exact: true })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Reject document' }).click()
  await expect(documents.getByText('Formation documents rejected')).toBeVisible()
  await expect(dialog).toHaveCount(0)
})
