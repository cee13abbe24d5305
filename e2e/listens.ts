import { expect, type Locator, type Page } from '@playwright/test'

/** Waits until the page's script handles this control. Clicks and drops before that are lost. */
export const listens = (control: Locator): Promise<void> =>
  expect(async () =>
    expect(
      await control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react'))),
    ).toBe(true),
  ).toPass()

/** The same for all controls of a page. Does not wait for one whose script does not come. */
export const pageListens = (page: Page): Promise<boolean> =>
  page
    .evaluate(async () => {
      const listening = () =>
        Array.from(document.querySelectorAll('main :is(button, input, textarea, select)')).every((element) =>
          Object.keys(element).some((key) => key.startsWith('__react')),
        )
      for (let waits = 0; waits < 50 && !listening(); waits++)
        await new Promise((resolve) => setTimeout(resolve, 100))
      return listening()
    })
    // The page was left meanwhile.
    .catch(() => false)
