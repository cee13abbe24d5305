import { expect, type Page, test } from '@playwright/test'
import { NO_WRONG_CLOCK, wrongClock } from '@/lib/testing/wrong-clock'
import { createOwnDesk, type OwnDesk } from './own-desk'

/** A desk whose clock is moved while people work at it. Its database's is right. */
test.describe.configure({ mode: 'serial' })

const clock = wrongClock()
test.skip(clock === null, NO_WRONG_CLOCK)

let desk: OwnDesk
test.beforeAll(async () => {
  test.setTimeout(240_000)
  desk = await createOwnDesk(test.info().outputPath('data'), clock?.env)
  await desk.start()
})
test.afterAll(() => desk?.kill())

const goTo = (page: Page, path: string) => page.goto(desk.origin + path)

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill('finance@demo.test')
  await page.getByLabel('Password').fill('demo-desk-2026!')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}

const isAsked = (page: Page) => expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()

for (const [from, to] of [
  [0, 2],
  [2, 0],
  [0, -2],
  [-2, 0],
]) {
  test(`a clock that is put from ${from} to ${to} hours keeps nobody signed in, and lets them sign in again`, async ({
    page,
  }) => {
    clock?.set(from ?? 0)
    await goTo(page, '/sign-in?next=/funding')
    await signIn(page)
    clock?.set(to ?? 0)
    await goTo(page, '/funding')
    await isAsked(page)
    await signIn(page)
    await goTo(page, '/callbacks')
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  })
}
