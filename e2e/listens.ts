import { setTimeout } from 'node:timers/promises'
import { expect, type Locator, type Page } from '@playwright/test'

/** The page's script has come to this control: what is pressed or dropped before that is nobody's. */
export const listens = (control: Locator): Promise<void> =>
  expect(async () =>
    expect(
      await control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react'))),
    ).toBe(true),
  ).toPass()

/** The same of all controls of a page; one whose script does not come is not waited for. */
export const pageListens = async (page: Page): Promise<boolean> => {
  const listening = () =>
    Array.from(document.querySelectorAll('main :is(button, input, textarea, select)')).every((element) =>
      Object.keys(element).some((key) => key.startsWith('__react')),
    )
  for (let waits = 0; waits < 100; waits++) {
    if (await page.evaluate(listening).catch(() => false)) return true
    await setTimeout(50)
  }
  return false
}
