import { setTimeout } from 'node:timers/promises'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page, type Request } from '@playwright/test'
import { pageListens } from './listens'
import { type Partner, partnerAt } from './partner'

export { expect }

const PASSWORD = 'demo-desk-2026!'

export type Desk = {
  /** A browser of its own for this person, signed in, at the list of applications unless another page was asked for. */
  signIn(email: string, next?: string): Promise<Page>
  /** What the simulated partner received and holds. */
  partner: Partner
  /** The page's accessibility, by axe: WCAG 2.2 AA and best practice. */
  expectAccessible(page: Page): Promise<void>
  /** The same at 390 and 1440 px, and that nothing is cut off there. */
  expectFits(page: Page): Promise<void>
  /** What would fail the journey and here is expected: part of a console error's text, or of an address. */
  expectTrouble(text: string): void
}

const violationsOf = async (page: Page): Promise<string[]> => {
  // A page that was asked at another width has it still.
  const there = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  // Without the page of its own that the newer way opens each time: nothing here is framed from elsewhere.
  const { violations } = await new AxeBuilder({ page, ...(there && { axeSource: ';' }) })
    .setLegacyMode()
    // Style sheets would be fetched and read once more, for a rule that is an experiment and not asked.
    .options({ resultTypes: ['violations'], selectors: false, preload: { assets: ['media'] } })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

const expectAccessible = async (page: Page) => {
  await page.evaluate(() => scrollTo(0, 0))
  // What is still fading in has less contrast than it is going to have.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect, playState }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  )
  let violations = await violationsOf(page)
  // What a bar that stays in sight half covers counts as too small a target: it is judged where the bar is not.
  if (violations.some((violation) => violation.startsWith('target-size'))) {
    await page.evaluate(() => scrollBy(0, 100))
    violations = await violationsOf(page)
  }
  expect(violations).toEqual([])
}

/**
 * What a press did is shown before the desk has answered: to go to an address at that moment calls the request back,
 * which a person is not quick enough for. And what is pressed before the page's script has come is nobody's.
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
      // Beside the console, which has no word for what is only reported.
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
        // As a browser says it that was here before: the first page need not be asked for twice.
        await context.addCookies([{ name: 'zone', value: 'Pacific/Chatham', url: baseURL }])
        await context.addInitScript(() =>
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
            console.error(`refused by the policy: ${effectiveDirective} ${blockedURI} ${sample}`),
          ),
        )
        context.on('page', watch)
        context.on('page', goAsPeopleDo)
        // The form itself is proved by `access.spec.ts`; here its request is enough.
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
    // A person may hold ten sessions: one left open here would end one of a journey beside it.
    for (const context of contexts) {
      for (const page of context.pages()) await page.close()
      await context.request.post('/api/sign-out', { headers: { origin: baseURL }, maxRedirects: 0 })
      await context.close()
    }
    expect(troubles.filter((trouble) => !expected.some((text) => trouble.includes(text)))).toEqual([])
  },
})
