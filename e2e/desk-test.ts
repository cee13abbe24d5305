import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
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

const expectAccessible = async (page: Page) => {
  // What a bar that stays in sight half covers counts as too small a target.
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
  // A page that was asked at another width has it still.
  const there = page.frames().length === 1 && (await page.evaluate(() => 'axe' in window))
  // Without the page of its own that the newer way opens each time: nothing here is framed from elsewhere.
  const { violations } = await new AxeBuilder({ page, ...(there && { axeSource: ';' }) })
    .setLegacyMode()
    // Style sheets would be fetched and read once more, for a rule that is an experiment and not asked.
    .options({ resultTypes: ['violations'], selectors: false, preload: { assets: ['media'] } })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}

/** A person's browser, which the next journey of this worker goes on with: signed in, with scripts fetched and compiled. */
type Browsers = {
  take(email: string): BrowserContext | undefined
  giveBack(email: string, context: BrowserContext): Promise<void>
}

/** Whether nothing is left of a journey in this browser but its session, once its pages are closed. */
async function isLikeNew(context: BrowserContext, origin: string): Promise<boolean> {
  const page = context.pages().find((page) => page.url().startsWith(`${origin}/`))
  if (!page) return false
  const isPlain = await page
    .evaluate(() => {
      localStorage.clear()
      // A clock that a journey has set stays with its browser.
      return String(setTimeout).includes('[native code]')
    })
    // The page was on its way to another one, whose storage would have to be cleared as well.
    .catch(() => false)
  if (!isPlain) return false
  for (const page of context.pages()) await page.close()
  await context.clearPermissions()
  const session = (await context.cookies()).filter(({ name }) => /session-token|csrf-token/.test(name))
  await context.clearCookies()
  await context.addCookies(session)
  return true
}

/**
 * A journey fails on an unexpected console error, page error, failed request, dialog or refused policy,
 * in any of its pages.
 */
export const test = base.extend<{ desk: Desk }, { browsers: Browsers }>({
  browsers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that are asked for from it.
    async ({}, use, { project }) => {
      const origin = project.use.baseURL ?? ''
      const kept: { email: string; context: BrowserContext }[] = []
      const close = async (context: BrowserContext) => {
        // A person may hold ten sessions: one left open here would end one of a journey beside it.
        await context.request.post('/api/sign-out', { headers: { origin }, maxRedirects: 0, maxRetries: 2 })
        await context.close()
      }
      await use({
        take(email) {
          const index = kept.findIndex((each) => each.email === email)
          return index < 0 ? undefined : kept.splice(index, 1)[0]?.context
        },
        async giveBack(email, context) {
          if (await isLikeNew(context, origin)) kept.push({ email, context })
          else await close(context)
        },
      })
      for (const { context } of kept) await close(context)
    },
    { scope: 'worker' },
  ],
  desk: async ({ browser, baseURL, browsers }, use) => {
    if (!baseURL) throw new Error('The configuration names no address.')
    const contexts: { email: string; context: BrowserContext }[] = []
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
    const newBrowser = async () => {
      const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
      await context.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
          console.error(`refused by the policy: ${effectiveDirective} ${blockedURI} ${sample}`),
        ),
      )
      return context
    }
    // The form itself is proved by `access.spec.ts`; here its request is enough. A connection that was kept may be
    // closed by the desk at the moment it is used again.
    const enter = async ({ request }: BrowserContext, email: string) => {
      const { csrfToken } = await (await request.get('/api/auth/csrf', { maxRetries: 2 })).json()
      const answer = await request.post('/api/auth/callback/credentials', {
        form: { csrfToken, email, password: PASSWORD, callbackUrl: baseURL, json: 'true' },
        headers: { origin: baseURL },
        maxRetries: 2,
      })
      expect([answer.status(), await answer.text()]).toEqual([200, expect.not.stringContaining('error')])
    }
    await use({
      partner: partnerAt(baseURL),
      expectTrouble: (text) => expected.push(text),
      async signIn(email, next = '/applications') {
        const known = browsers.take(email)
        const context = known ?? (await newBrowser())
        contexts.push({ email, context })
        // As a browser says it that was here before: the first page need not be asked for twice.
        await context.addCookies([{ name: 'zone', value: 'Pacific/Chatham', url: baseURL }])
        context.on('page', watch)
        if (!known) await enter(context, email)
        const page = await context.newPage()
        await page.goto(next)
        if (new URL(page.url()).pathname === '/sign-in') {
          // A journey before this one ended the session.
          await enter(context, email)
          await page.goto(next)
        }
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
    for (const { email, context } of contexts) {
      context.off('page', watch)
      await browsers.giveBack(email, context)
    }
    expect(troubles.filter((trouble) => !expected.some((text) => trouble.includes(text)))).toEqual([])
  },
})
