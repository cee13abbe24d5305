import type { Page } from '@playwright/test'
import { clearByHand, countOpened, handOverClean, text } from './clean-case'
import { expect, test } from './desk-test'
import { listens } from './listens'
import { own } from './tries'

/** Counts every click from here on, across pages. */
async function countPresses(page: Page): Promise<() => number> {
  let presses = 0
  await page.exposeFunction('pressed', () => {
    presses += 1
  })
  const listen = () =>
    addEventListener('pointerdown', () => void Reflect.get(window, 'pressed')?.(), { capture: true })
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return () => presses
}

test('a clean LLC of three owners is cleared in eight clicks, and every document was opened', async ({
  desk,
}) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const id = await handOverClean(staff, own('Cleared By Hand LLC'), 3)
  const opened = countOpened(uma)
  await uma.goto(`/underwriting/${id}`)
  const presses = await countPresses(uma)
  await clearByHand(uma, opened, () => desk.expectAccessible(uma))
  await expect(uma.getByRole('button', { name: 'Next case' })).toBeVisible()
  test.info().annotations.push({ type: 'clicks to clear a clean LLC', description: String(presses()) })
  expect(presses()).toBeLessThanOrEqual(8)
  const checklist = uma.getByRole('region', { name: 'Checklist', exact: true })
  // Each entry was confirmed separately, and no document was accepted along the way.
  await uma.reload()
  await expect(checklist.getByText('Confirmed by Uma Wright')).toHaveCount(
    await checklist.getByRole('listitem').count(),
  )
  const documents = uma.getByRole('region', { name: 'Documents', exact: true })
  await expect(documents.getByRole('listitem').filter({ hasText: 'Accepted' })).toHaveCount(0)
})

test('a clean LLC is cleared from the keyboard, without a click', async ({ desk }) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const id = await handOverClean(staff, own('Cleared By Keys LLC'), 2)
  const opened = countOpened(uma)
  await uma.goto(`/underwriting/${id}`)
  const presses = await countPresses(uma)
  const focused = (selector: string) =>
    uma.evaluate((of) => document.activeElement?.matches(of) === true, selector)
  const tabTo = async (selector: string) => {
    for (let i = 0; i < 60 && !(await focused(selector)); i++) await uma.keyboard.press('Tab')
    expect(await focused(selector), selector).toBe(true)
  }
  await listens(uma.getByRole('button', { name: 'Claim', exact: true }))
  await uma.keyboard.press('c')
  await expect(uma.getByRole('button', { name: 'Release', disabled: false })).toBeVisible()
  await expect(uma.locator('[data-confirm-group="people"]')).toBeEnabled()
  // Documents that the page shows without a click do not count as opened. One key confirms what needs no document; the
  // next opens the others.
  await tabTo('[data-confirm-group="people"]')
  for (const [group, contents, next] of [
    ['people', 2, 'business'],
    ['business', 3, 'account'],
    ['account', 4, 'screening'],
  ] as const) {
    const button = uma.locator(`[data-confirm-group="${group}"]`)
    if (group !== 'account') {
      await uma.keyboard.press('Enter')
      await expect(button).toHaveText(/^Open/)
    }
    await uma.keyboard.press('Enter')
    await expect.poll(opened).toBe(contents)
    await expect(button).toHaveText(/^Confirm/)
    await uma.keyboard.press('Enter')
    await expect(uma.locator(`[data-confirm-group="${next}"]`)).toBeFocused()
  }
  await uma.keyboard.press('Enter')
  await expect(uma.getByText('Ready to decide')).toBeVisible()
  await uma.keyboard.press('a')
  await expect(
    uma.getByRole('form', { name: 'Decision' }).getByRole('radio', { name: 'Approve' }),
  ).toBeChecked()
  await tabTo('form[aria-label="Decision"] input[type="checkbox"]')
  await uma.keyboard.press('Space')
  await uma.keyboard.press('Enter')
  await expect(uma.getByRole('button', { name: 'Next case' })).toBeVisible()
  expect(presses()).toBe(0)
})

test('a rejected document is missing again, with its reason, until a better one comes; one that is accepted confirms what it proves', async ({
  desk,
}) => {
  test.setTimeout(240_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const name = own('Rejected “İ” & Söhne LLC')
  const id = await handOverClean(staff, name, 2)
  await uma.goto(`/underwriting/${id}`)
  await uma.getByRole('button', { name: 'Claim', exact: true }).click()
  const documents = uma.getByRole('region', { name: 'Documents', exact: true })
  const checklist = uma.getByRole('region', { name: 'Checklist', exact: true })
  const check = `Voided check of ${name}.txt`
  const formation = `Formation documents of ${name}.txt`
  const content = uma.waitForResponse((answer) => answer.url().endsWith('/content') && answer.ok())
  await documents.getByRole('button', { name: check }).first().click()
  await content
  await documents.getByRole('button', { name: `Accept ${check}` }).click()
  await expect(checklist.getByText('Document accepted')).toBeVisible()
  await expect(checklist.getByRole('checkbox', { checked: true })).toHaveCount(1)
  // The documents follow one another, and the focus follows them.
  await expect(documents.getByRole('group', { name: formation })).toBeFocused()

  await documents.getByRole('button', { name: formation }).first().click()
  await documents.getByRole('button', { name: `Reject ${formation}` }).click()
  const dialog = uma.getByRole('dialog', { name: `Reject ${formation}?` })
  await dialog.getByRole('button', { name: 'Reject document' }).click()
  await expect(dialog.getByText('Enter a reason that onboarding can act on.')).toBeVisible()
  await desk.expectAccessible(uma)
  const reason = 'Page 2 is missing; “<b>İ</b>” is cut off.'
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Reject document' }).click()
  await expect(documents.getByText('Formation documents rejected')).toBeVisible()
  await expect(checklist.getByText('No supporting document yet.')).toBeVisible()
  const tray = uma.getByRole('region', { name: 'Request for information' })
  await tray.getByRole('button', { name: 'Expand' }).click()
  await expect(tray.getByLabel('Formation documents', { exact: true })).toHaveValue(reason)
  await tray.getByRole('button', { name: 'Send request' }).click()
  await expect(uma.getByText('Info requested')).toBeVisible()
  await expect(uma.getByRole('region', { name: 'Requests', exact: true })).toBeFocused()

  await staff.goto(`/applications/${id}/documents`)
  await expect(staff.getByText('3 of 4 added.')).toBeVisible()
  const slot = staff.locator('[data-field="documents.formation-papers"]')
  await expect(slot).toContainText(`Rejected: ${reason}`)
  // The reason is the request itself, so it is shown only once.
  await expect(slot).not.toContainText('Underwriting asks')
  await desk.expectAccessible(staff)
  const chooser = staff.waitForEvent('filechooser')
  await slot.getByRole('button', { name: 'Choose file: Formation documents' }).click()
  await (await chooser).setFiles([text('Both pages.txt')])
  await expect(slot).toContainText('Both pages.txt')
  await expect(slot).toContainText(`Answered: ${reason}`)
  await expect(staff.getByText('4 of 4 added.')).toBeVisible()
  await expect(staff.getByRole('listitem').filter({ hasText: formation }).last()).toContainText(
    `Rejected: ${reason}`,
  )
  await staff.goto(`/applications/${id}/review`)
  await staff.getByRole('button', { name: /^Return to underwriting/ }).click()
  const handBack = staff.getByRole('dialog', { name: 'Return to underwriting?' })
  await handBack.getByRole('button', { name: 'Return to underwriting' }).click()
  await expect(staff.getByText('Our underwriters have it', { exact: true })).toBeVisible()

  await uma.goto(`/underwriting/${id}/summary`)
  await expect(uma.getByRole('article')).toContainText(`Rejected by Uma Wright`)
  await expect(uma.getByRole('article')).toContainText(`“${reason}”`)
  await expect(uma.getByRole('article')).toContainText(`Accepted by Uma Wright`)
  await uma.goto(`/underwriting/${id}`)
  await expect(uma.getByRole('region', { name: 'Timeline' }).getByText('Rejected a document')).toBeVisible()
})

test('one reason reveals the values of one person, beside their ID and in the application, and names them in the timeline', async ({
  desk,
}) => {
  test.setTimeout(180_000)
  const staff = await desk.signIn('onboarding@demo.test')
  const uma = await desk.signIn('underwriter@demo.test')
  const id = await handOverClean(staff, own('Revealed Together LLC'), 2)
  await uma.goto(`/underwriting/${id}`)
  await uma.getByRole('button', { name: 'Claim', exact: true }).click()
  const checklist = uma.getByRole('region', { name: 'Checklist', exact: true })
  await checklist.getByRole('button', { name: 'Reveal 2 values of Ana Ruiz' }).click()
  const dialog = uma.getByRole('dialog', { name: 'Reveal 2 values of Ana Ruiz?' })
  await expect(dialog).toContainText('Date of birth, Social Security number')
  await dialog.getByLabel('Reason', { exact: true }).selectOption('Compare with a document')
  await dialog.getByRole('button', { name: 'Reveal 2 values' }).click()
  await expect(checklist.getByText(/512-?45-?6789/)).toBeVisible()
  await expect(
    uma.getByRole('region', { name: 'Application', exact: true }).getByText(/512-?45-?6789/),
  ).toBeVisible()
  // No other person's number is shown.
  await expect(uma.getByText(/512-?45-?6790/)).toHaveCount(0)
  await uma.reload()
  await expect(uma.getByText(/512-?45-?6789/)).toHaveCount(0)
  const timeline = uma.getByRole('region', { name: 'Timeline' })
  await expect(timeline.getByText('Revealed 2 values')).toBeVisible()
  await expect(timeline.getByText('Date of birth, Social Security number')).toBeVisible()
})
