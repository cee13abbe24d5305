import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { register } from 'tsx/esm/api'

/**
 * `npm run pictures`: takes the README's screenshots from the demonstration data of a desk that it starts. Each is small
 * enough for the repository (pictures.test.ts).
 */

register()
const { openGround } = await import('../bench/ground.ts')
const { findApplication, signIn } = await import('../bench/desk-pages.ts')
const { routes } = await import('../lib/routes.ts')

const FOLDER = path.resolve('docs/pictures')
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

const ground = openGround({ quick: true })
process.once('SIGINT', () => void ground.clear().finally(() => process.exit(130)))

try {
  const { origin } = await ground.startDesk()
  const browser = await ground.openBrowser()
  mkdirSync(FOLDER, { recursive: true })

  const people = {
    onboarding: await signIn(origin),
    underwriter: await signIn(origin, 'underwriter@demo.test'),
    finance: await signIn(origin, 'finance@demo.test'),
    approver: await signIn(origin, 'finance2@demo.test'),
  }
  type Person = keyof typeof people

  /** `prepare`: what the person does before the screenshot. */
  async function take(
    name: string,
    by: Person,
    at: string,
    {
      viewport = WIDE,
      dark = false,
      prepare,
    }: {
      viewport?: typeof WIDE
      dark?: boolean
      prepare?: (page: Awaited<ReturnType<typeof browser.newPage>>) => Promise<void>
    } = {},
  ): Promise<void> {
    const context = await browser.newContext({
      baseURL: origin,
      viewport,
      colorScheme: dark ? 'dark' : 'light',
      storageState: people[by].storageState,
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.goto(at, { waitUntil: 'networkidle' })
    await prepare?.(page)
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    const session = await context.newCDPSession(page)
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82 })
    const picture = Buffer.from(data, 'base64')
    writeFileSync(path.join(FOLDER, `${name}.webp`), picture)
    console.log(`${name}.webp  ${Math.round(picture.length / 1_000)} kB`)
    await context.close()
  }

  const draft = await findApplication(people.onboarding, 'draft')
  await take('overview', 'finance', routes.home)
  await take('applications', 'onboarding', routes.applications)
  await take('owners', 'onboarding', routes.applicationStep(draft, 'contacts'))
  await take('pricing', 'onboarding', routes.applications, {
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Choose the kind of the new application' }).click()
      await page.getByRole('button', { name: 'Full application with pricing' }).click()
      await page.waitForURL(/\/merchant/)
      await page.getByLabel('Legal name').fill('Blue Lantern Bakery LLC')
      await page.getByRole('link', { name: /Pricing and equipment/ }).click()
      await page.getByRole('button', { name: /^Add Countertop starter/ }).click()
      await page.getByRole('group', { name: 'Line item 1' }).getByLabel('Price').fill('25.00')
      await page.getByText(/^Saved \d/).waitFor()
      await page.evaluate(() => scrollTo(0, 0))
    },
  })
  await take('case', 'underwriter', routes.underwriting, {
    prepare: async (page) => {
      await page.locator('main a[href^="/underwriting/"]').first().click()
      await page.getByLabel('Key facts').waitFor()
      await page.waitForLoadState('networkidle')
    },
  })
  const openBatch = async (page: Awaited<ReturnType<typeof browser.newPage>>) => {
    await page
      .getByRole('link', { name: /^B-\d+/ })
      .first()
      .click()
    await page
      .getByRole('button', { name: /^Approve/ })
      .first()
      .waitFor()
    await page.waitForLoadState('networkidle')
  }
  await take('approval', 'approver', routes.home, { prepare: openBatch })
  await take('callbacks', 'finance', routes.callbacks, { dark: true })
  await take('phone', 'approver', routes.home, { viewport: PHONE, prepare: openBatch })
} finally {
  await ground.clear()
}
