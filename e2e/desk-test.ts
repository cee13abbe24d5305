import { setTimeout } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test'
import { pageListens } from './listens'
import { type Partner, partnerAt } from './partner'

export { expect }

const PASSWORD = 'demo-desk-2026!'

export type Desk = {
  /** Opens a separate browser, signed in as this person, at the list of applications or at `next`. */
  signIn(email: string, next?: string): Promise<Page>
  /** The simulated partner: what it received and holds. */
  partner: Partner
  /** Checks the page's accessibility with axe: WCAG 2.2 AA and best practices. */
  expectAccessible(page: Page): Promise<void>
  /** The same at 390 and 1440 px, and that nothing is cut off. */
  expectFits(page: Page): Promise<void>
  /**
   * Marks trouble as expected that would otherwise fail the journey: part of a console error's text, or of an address.
   */
  expectTrouble(text: string): void
}

const violationsOf = async (page: Page): Promise<string[]> => {
  // A page checked at another width has axe already.
  const there = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  // Avoids the blank page that the newer mode opens each time: the desk embeds no foreign frames.
  const { violations } = await new AxeBuilder({ page, ...(there && { axeSource: ';' }) })
    .setLegacyMode()
    // Otherwise axe downloads and parses style sheets again, for an experimental rule that is not used.
    .options({ resultTypes: ['violations'], selectors: false, preload: { assets: ['media'] } })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

const expectAccessible = async (page: Page) => {
  await page.evaluate(() => scrollTo(0, 0))
  // Content that is still fading in has less contrast than it will have.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )
  let violations = await violationsOf(page)
  // axe reports a target half covered by a sticky bar as too small, so check where nothing is covered.
  if (violations.some((violation) => violation.startsWith('target-size'))) {
    await page.evaluate(() => scrollBy(0, 100))
    violations = await violationsOf(page)
  }
  expect(violations).toEqual([])
}

/**
 * Works at a person's pace. The desk shows the effect of a click before the request is answered; navigating at that
 * moment would cancel the request. Clicks before the page's script has loaded would be lost.
 */
function goAsPeopleDo(page: Page) {
  const asked = new Set<Request>()
  page.on('request', (request) => {
    if ('next-action' in request.headers()) asked.add(request)
  })
  page.on('requestfinished', (request) => void asked.delete(request))
  page.on('requestfailed', (request) => void asked.delete(request))
  const answered = async () => {
    for (let waits = 0; asked.size > 0 && waits < 200; waits++) await setTimeout(50)
  }
  const goto = page.goto.bind(page)
  page.goto = async (...of) => {
    await answered()
    const response = await goto(...of)
    await pageListens(page)
    return response
  }
  const reload = page.reload.bind(page)
  page.reload = async (...of) => {
    await answered()
    const response = await reload(...of)
    await pageListens(page)
    return response
  }
}

/**
 * A journey fails on any unexpected console error, page error, failed request, dialog or policy violation, in any of
 * its pages.
 */
export const test = base.extend<{ desk: Desk }>({
  desk: async ({ browser, baseURL }, use) => {
    if (!baseURL) throw new Error('The configuration names no address.')
    const contexts: BrowserContext[] = []
    const troubles: string[] = []
    const expected: string[] = []
    const watch = (page: Page) => {
      // The console does not mention violations that are only reported.
      page.on('request', (request) => {
        if (new URL(request.url()).pathname === '/api/csp-report')
          troubles.push(`refused by the policy: ${request.postData()}`)
      })
      page.on('console', (message) => {
        if (message.type() === 'error')
          troubles.push(`console: ${message.text()} (${message.location().url})`)
      })
      page.on('pageerror', (error) => troubles.push(`page error: ${error.message}`))
      page.on('requestfailed', (request) => {
        const reason = request.failure()?.errorText ?? ''
        // Leaving a page cancels its open requests.
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
        // The cookie of a returning browser, so that the first page does not load twice.
        await context.addCookies([{ name: 'zone', value: 'Pacific/Chatham', url: baseURL }])
        await context.addInitScript(() =>
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
            console.error(`refused by the policy: ${effectiveDirective} ${blockedURI} ${sample}`),
          ),
        )
        context.on('page', watch)
        context.on('page', goAsPeopleDo)
        // `access.spec.ts` tests the form itself; here its request is enough.
        const { csrfToken } = await (await context.request.get('/api/auth/csrf')).json()
        const answer = await context.request.post('/api/auth/callback/credentials', {
          form: { csrfToken, email, password: PASSWORD, callbackUrl: baseURL, json: 'true' },
          headers: { origin: baseURL },
        })
        expect([answer.status(), await answer.text()]).toEqual([200, expect.not.stringContaining('error')])
        const page = await context.newPage()
        await page.goto(next)
        await expect(page).toHaveURL(next)
        await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
        return page
      },
      expectAccessible,
      async expectFits(page) {
        for (const width of [390, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          await expectAccessible(page)
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          )
          expect(overflow, `${page.url()} at ${width} px`).toBeLessThanOrEqual(0)
        }
      },
    })
    // A person can have ten sessions, so one left open would end a session of a parallel journey.
    for (const context of contexts) {
      for (const page of context.pages()) await page.close()
      await context.request.post('/api/sign-out', { headers: { origin: baseURL }, maxRedirects: 0 })
      await context.close()
    }
    expect(troubles.filter((trouble) => !expected.some((text) => trouble.includes(text)))).toEqual([])
  },
})
