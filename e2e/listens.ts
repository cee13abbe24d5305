import { expect, type Locator } from '@playwright/test'

/** The page's script has come to this control: what is pressed or dropped before that is nobody's. */
export const listens = (control: Locator): Promise<void> =>
  expect(async () =>
    expect(
      await control.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react'))),
    ).toBe(true),
  ).toPass()
