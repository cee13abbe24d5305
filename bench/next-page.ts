import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { routes } from '@/lib/routes'
import { type SignedIn, signIn } from './desk-pages'
import { type Figure, median, milliseconds, percentile } from './measure'
import type { Subject } from './results'

const CLICKS = 60
const AIM_MS = 300
/** As many drafts as make a second page of batches. */
const BATCHES = 60
const PROFILE = '941000000001'

export const nextPage: Subject = {
  title: 'From a click to the next page',
  how: `From the click on the way to the next page of a list until the browser has drawn its rows, from the demonstration data and ${BATCHES} drafts of batches more; ${CLICKS} clicks each, through the list and to and fro at its end.`,
  async measure(ground) {
    const desk = await ground.startDesk()
    const browser = await ground.openBrowser()
    const onboarding = await signIn(desk.origin)
    const finance = await signIn(desk.origin, 'finance@demo.test')
    await addDrafts(finance)
    const lists: { what: string; path: string; by: SignedIn }[] = [
      { what: 'list of applications', path: routes.applications, by: onboarding },
      { what: 'the callback log', path: routes.callbacks, by: finance },
      { what: 'list of batches', path: routes.funding, by: finance },
    ]
    const measured: { what: string; shown: number[] }[] = []
    for (const { what, path, by } of lists) {
      const context = await browser.newContext({
        viewport: { width: 1440, height: 900 },
        storageState: by.storageState,
      })
      const page = await context.newPage()
      await page.goto(desk.origin + path)
      await page.waitForLoadState('networkidle')
      // The first answer of a server loads its code.
      await clickOn(page)
      const shown: number[] = []
      for (let click = 0; click < ground.rounds(CLICKS); click++) shown.push(await clickOn(page))
      measured.push({ what, shown })
      await context.close()
    }
    return {
      figures: measured.map(({ what, shown }): Figure => {
        const p95 = percentile(shown, 0.95)
        return {
          what: `${what}, p95`,
          desk: milliseconds(p95),
          floor: '–',
          compared: '',
          aim: `≤ ${AIM_MS} ms`,
          reached: p95 <= AIM_MS,
        }
      }),
      notes: measured.map(
        ({ what, shown }) =>
          `Of ${what}: the middle one took ${milliseconds(median(shown))}, the slowest ${milliseconds(Math.max(...shown))}.`,
      ),
    }
  },
}

async function addDrafts({ api }: SignedIn): Promise<void> {
  for (let n = 1; n <= BATCHES; n++) {
    const batch = {
      batchId: randomUUID(),
      profileId: PROFILE,
      name: `Next page ${n}`,
      again: false,
      amountStyle: 'dollars',
      source: 'grid',
      fileName: null,
    }
    const answer = await api.post(routes.api.fundingBatches, { data: { batch, lines: [] } })
    if (!answer.ok()) throw new Error(`A draft was not made (HTTP ${answer.status()}).`)
  }
}

/** Milliseconds from the click to the frame that has the rows of the other page. */
async function clickOn(page: Page): Promise<number> {
  const ways = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
  const shown = await page.evaluateHandle(() => {
    // Functions with a name of their own are not known in the page.
    const before = document.querySelector('main tbody tr')?.textContent
    let startedAt = Number.NaN
    addEventListener(
      'click',
      ({ timeStamp }) => {
        startedAt = timeStamp
      },
      { capture: true, once: true },
    )
    const drawn = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('main tbody tr')?.textContent === before) return
        observer.disconnect()
        // A task of its own comes after the frame.
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - startedAt)))
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    return { drawn }
  })
  await ways.last().click()
  return shown.evaluate(({ drawn }) => drawn)
}
