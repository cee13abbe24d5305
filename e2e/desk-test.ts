import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Partner, partnerAt } from './partner'

export { expect }

const PASSWORD = 'demo-desk-2026!'

type Desk = {
  /** A browser of its own for this person, signed in, at the list of applications unless another page was asked for. */
  signIn(email: string, next?: string): Promise<Page>
  /** What the simulated partner received and holds. */
  partner: Partner
  /** The page's accessibility, by axe: WCAG 2.2 AA and best practice. */
  expectAccessible(page: Page): Promise<void>
  /** What would fail the journey and here is expected: part of a console error's text, or of an address. */
  expectTrouble(text: string): void
}

/**
 * A journey fails on an unexpected console error, page error, failed request, dialog or refused policy,
 * in any of its pages.
 */
export const test = base.extend<{ desk: Desk }>({
  desk: async ({ browser, baseURL }, use) => {
    if (!baseURL) throw new Error('The configuration names no address.')
    const contexts: BrowserContext[] = []
    const troubles: string[] = []
    const expected: string[] = []
    const watch = (page: Page) => {
      page.on('console', (message) => {
        if (message.type() === 'error')
          troubles.push(`console: ${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`))
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? ''
        // A navigation away cancels what the old page was still asking for.
        if (reason !== 'net::ERR_ABORTED') troubles.push(`request failed: ${request.url()} ${reason}`)
      })
      page.on('dialog', (dialog) => {
        if (dialog.type() !== 'beforeunload') troubles.push(`a dialog opened: ${dialog.message()}`)
        void dialog.accept()
      })
    }
    await use({
      partner: partnerAt(baseURL),
      expectTrouble: (text) => expected.push(text),
      async signIn(email, next = '/applications') {
        const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
        contexts.push(context)
        context.on('page', watch)
        const page = await context.newPage()
        await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
        await page.getByLabel('E-mail').fill(email)
        await page.getByLabel('Password').fill(PASSWORD)
        await page.getByRole('button', { name: 'Sign in' }).click()
        await expect(page).toHaveURL(next)
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
        return page
      },
      async expectAccessible(page) {
        // What is still fading in has less contrast than it is going to have.
        await page.waitForFunction(() =>
          document
            .getAnimations()
            .every(
              ({ effect, playState }) =>
                playState !== 'running' ||
                effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
            ),
        )
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze()
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`),
        ).toEqual([])
      },
    })
    for (const context of contexts) await context.close()
    expect(troubles.filter((trouble) => !expected.some((text) => trouble.includes(text)))).toEqual([])
  },
})
