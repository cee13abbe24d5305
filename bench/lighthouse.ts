import { chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { findBrowser } from '../scripts/find-browser'
import { type DeskPage, listPages } from './desk-pages'
import { freePort } from './ground'
import { type Figure, median } from './measure'
import type { Subject } from './results'

const ROUNDS = 1
const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof CATEGORIES)[number]
type Scores = Record<Category, number>

const FORMS = [
  { name: 'desktop', config: desktopConfig, aim: 98 },
  { name: 'mobile', config: undefined, aim: 90 },
] as const

/** A wizard's steps are alike: the first one stands for them, and the one with the most fields. */
const LEFT_OUT = /wizard: (Bank accounts|Options|Documents|Review and submit)/

export const lighthouseScores: Subject = {
  title: 'Lighthouse',
  how: `Performance, accessibility and best practices of the pages of everybody's day by Lighthouse, with its own throttling, signed in by a cookie; an empty cache each time. ${ROUNDS === 1 ? 'One run each' : `Medians of ${ROUNDS} runs`}. Search engines are told to stay away, so SEO is left out.`,
  async measure(ground) {
    const desk = await ground.startDesk()
    const pages = (await listPages(desk.origin)).filter(({ name }) => !LEFT_OUT.test(name))
    const figures: Figure[] = []
    const notes = new Set<string>()
    for (const form of FORMS) {
      for (const page of pages) {
        const runs: Scores[] = []
        for (let round = 0; round < ground.rounds(ROUNDS); round++) {
          const { scores, failed } = await score(desk.origin, page, form.config)
          runs.push(scores)
          for (const audit of failed) notes.add(`${page.name}, ${form.name}: ${audit}`)
        }
        const of = (category: Category) => median(runs.map((run) => run[category]))
        const [performance, accessibility, practices] = CATEGORIES.map(of)
        figures.push({
          what: `${page.name}, ${form.name}`,
          desk: `${performance} / ${accessibility} / ${practices}`,
          floor: '',
          compared: '',
          aim: `${form.aim} / 100 / 100`,
          reached: (performance ?? 0) >= form.aim && accessibility === 100 && practices === 100,
        })
      }
    }
    return { figures, notes: [...notes] }
  },
}

/** One run in a browser of its own; `failed` are the audits of accessibility and best practices that did not pass. */
async function score(
  origin: string,
  { path, by }: DeskPage,
  config: typeof desktopConfig | undefined,
): Promise<{ scores: Scores; failed: string[] }> {
  const port = await freePort()
  const browser = await chromium.launch({
    executablePath: findBrowser() ?? undefined,
    args: ['--no-sandbox', '--disable-quic', `--remote-debugging-port=${port}`],
  })
  try {
    // Lighthouse opens a tab outside of any context; a cookie among the extra headers is not sent.
    const session = await browser.newBrowserCDPSession()
    await session.send('Storage.setCookies', {
      cookies: (by?.storageState.cookies ?? []).map(({ name, value }) => ({ name, value, url: origin })),
    })
    const result = await lighthouse(
      origin + path,
      {
        port,
        logLevel: 'error',
        onlyCategories: [...CATEGORIES],
      },
      config,
    )
    if (!result) throw new Error(`Lighthouse gave no result of ${path}.`)
    const { categories, audits, finalDisplayedUrl } = result.lhr
    if (new URL(finalDisplayedUrl).pathname !== new URL(path, origin).pathname)
      throw new Error(`${path} led to ${finalDisplayedUrl}.`)
    const scores = Object.fromEntries(
      CATEGORIES.map((category) => [category, Math.round((categories[category]?.score ?? 0) * 100)]),
    ) as Scores
    const failed = (['accessibility', 'best-practices'] as const).flatMap(
      (category) =>
        categories[category]?.auditRefs.flatMap(({ id, weight }) => {
          const audit = audits[id]
          return weight > 0 && audit && audit.score !== null && audit.score < 1 ? [audit.title] : []
        }) ?? [],
    )
    return { scores, failed }
  } finally {
    await browser.close()
  }
}
