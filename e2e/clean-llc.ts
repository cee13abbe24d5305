import { expect, type Locator } from '@playwright/test'
import type { Wizard } from './wizard'
import { SEND_NOW } from './wizard'

export type CleanOwner = {
  first: string
  last: string
  roles: readonly string[]
  percentage: string
  ssn: string
}

const ANA: CleanOwner = {
  first: 'Ana',
  last: 'Ruiz',
  roles: ['Principal', 'Control Prong'],
  percentage: '100',
  ssn: '512476183',
}

type File = { name: string; mimeType: string; buffer: Buffer }

/**
 * A valid limited liability company, from the first field to the partner's answer, entered by keyboard. `files` are
 * dropped on the documents step.
 */
export async function boardCleanLlc(
  wizard: Wizard,
  { owners = [ANA], files = [] }: { owners?: readonly CleanOwner[]; files?: readonly File[] } = {},
): Promise<void> {
  const { page } = wizard
  const type = (text: string) => page.keyboard.type(text)
  const tab = async (times = 1) => {
    for (let i = 0; i < times; i++) await page.keyboard.press('Tab')
  }
  const tabTo = async (box: Locator) => {
    for (let i = 0; i < 15; i++) {
      await tab()
      if (await box.evaluate((one) => one === document.activeElement)) return
    }
    await expect(box).toBeFocused()
  }
  const next = async (name: string) => {
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('heading', { level: 2, name, exact: true }).first()).toBeAttached()
  }

  await expect(page.getByLabel('Legal name')).toBeFocused()
  await type('Heron Bikes LLC')
  await tab(2)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('DBA name')).toHaveValue('Heron Bikes LLC')
  await tab()
  await type('L')
  await tab()
  await type(`38${String(Date.now()).slice(-7)}`)
  await tab(3)
  await type('14 Pearl Street')
  await tab()
  await type('97205')
  await tab()
  await expect(page.getByLabel('Billing state')).toHaveValue('OR')
  const phone = page.getByLabel('Business phone')
  await tabTo(phone)
  await type('5035550142')
  await tab(2)
  await expect(phone).toHaveValue('(503) 555-0142')
  await type('ana@heron.test')
  await next('Owners and contacts')

  await expect(page.getByRole('button', { name: 'Add the first person' })).toBeFocused()
  await page.keyboard.press('Enter')
  for (const [index, owner] of owners.entries()) {
    const at = `contacts.items.${index}`
    if (index > 0) await page.getByRole('button', { name: 'Add a person' }).click()
    await expect(wizard.input(`${at}.firstName`)).toBeFocused()
    await type(owner.first)
    await tab()
    await type(owner.last)
    for (const role of owner.roles) {
      await tabTo(wizard.field(`${at}.roles`).getByLabel(role))
      await page.keyboard.press('Space')
    }
    await tabTo(wizard.input(`${at}.percentageOwned`))
    await type(owner.percentage)
    await tab(2)
    await type('05171984')
    await tab()
    await expect(wizard.input(`${at}.dateOfBirth`)).toHaveValue('05/17/1984')
    await type(owner.ssn)
    await tab()
    await page.keyboard.press('Enter')
    await expect(wizard.input(`${at}.postalCode`)).toHaveValue('97205')
  }
  await next('Bank accounts')

  await expect(page.getByRole('button', { name: 'Add the first account' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Bank name')).toBeFocused()
  await type('First Bank')
  await tab()
  await type('D')
  for (const number of ['500000005', '500000005', '123456789', '123456789']) {
    await tab()
    await type(number)
  }
  await next('Options')

  // The step starts with its one question. No key answers it before the person continues.
  await expect(wizard.field('options.partnerUnderwrites')).toBeFocused()
  await tab()
  await page.keyboard.press('Space')
  await expect(wizard.field('options.partnerUnderwrites').getByLabel('Yes')).toBeChecked()
  for (const amount of ['25000', '20000', '45', '400']) {
    await tab()
    await type(amount)
  }
  await next('Documents')
  if (files.length > 0) {
    await page.locator('input[type=file]').setInputFiles([...files])
    await expect(page.getByRole('heading', { name: `Documents (${files.length})` })).toBeVisible()
  }
  await next('Review and submit')
  // The focus is at the top, far from the button that sends.
  await expect(page.getByRole('heading', { level: 2, name: 'Review and submit' })).toBeFocused()
  await page.getByRole('button', { name: 'Submit…' }).click()
  await expect(page.getByRole('group', { name: 'Send it now?' })).toBeFocused()
  await page.getByRole('button', { name: SEND_NOW }).click()
  await page.waitForURL(/\/applications\/[0-9a-f-]{36}$/)
  // The result is shown from the top.
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
}
