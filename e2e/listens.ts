import { expect, type Locator, type Page } from '@playwright/test'

/** The page's script has come to this control: what is pressed or dropped before that is nobody's. */
export const listens = (control: Locator): Promise<void> =>
  expect(async () =>
    expect(
      await control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react'))),
    ).toBe(true),
  ).toPass()

/** The same of all controls of a page; one whose script does not come is not waited for. It is looked at in the page. */
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
    // Left for another page meanwhile.
    .catch(() => false)
