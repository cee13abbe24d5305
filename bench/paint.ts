import type { Browser } from '@playwright/test'
import { listPages, requirePage, type SignedIn } from './desk-pages'
import { median, milliseconds, times } from './measure'
import type { Subject } from './results'

const ROUNDS = 15
const AIM = 1.6

export const paint: Subject = {
  title: 'Largest contentful paint',
  how: `From the start of the navigation to the largest contentful paint, in a browser with an empty cache on the same machine; against a bare page of the same Next version. ${ROUNDS} rounds.`,
  async measure(ground) {
    const desk = await ground.startDesk()
    const bare = await ground.startBare()
    const browser = await ground.openBrowser()
    const pages = (await listPages(desk.origin)).filter(({ path }) =>
      /\/applications(\/.+\/contacts)?$|\/funding$/.test(path),
    )

    const floors: Paint[] = []
    const painted = pages.map((page) => ({ page, paints: [] as Paint[] }))
    const all = [
      { load: () => loadPage(browser, bare.origin), into: floors },
      ...painted.map(({ page, paints }) => ({
        load: () => loadPage(browser, desk.origin + page.path, page.by),
        into: paints,
      })),
    ]
    // Each page once before it counts: the first answer of a server loads its code.
    for (const { load } of all) await load()
    for (let round = 0; round < ground.rounds(ROUNDS); round++) {
      for (const { load, into } of round % 2 === 0 ? all : all.toReversed()) into.push(await load())
    }

    const of = (paints: Paint[], part: Times) => median(paints.map((each) => each[part]))
    const floor = of(floors, 'paintMs')
    return {
      figures: painted.map(({ page, paints }) => {
        const ratio = of(paints, 'paintMs') / floor
        return {
          what: page.name,
          desk: milliseconds(of(paints, 'paintMs')),
          floor: milliseconds(floor),
          compared: times(ratio),
          aim: `≤ ${AIM} ×`,
          reached: ratio <= AIM,
        }
      }),
      notes: [{ page: { name: 'the bare page' }, paints: floors }, ...painted].map(
        ({ page, paints }) =>
          `Of ${page.name}: first byte after ${milliseconds(of(paints, 'firstByteMs'))}, last byte after ${milliseconds(of(paints, 'lastByteMs'))}, first content painted after ${milliseconds(of(paints, 'firstPaintMs'))}, the largest, ${paints.at(-1)?.largest}, after ${milliseconds(of(paints, 'paintMs'))}.`,
      ),
    }
  },
}

type Times = 'firstByteMs' | 'lastByteMs' | 'firstPaintMs' | 'paintMs'
/** `largest`: which element it was. */
type Paint = Record<Times, number> & { largest: string }

async function loadPage(browser: Browser, url: string, person: SignedIn | null = null): Promise<Paint> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...(person && { storageState: person.storageState }),
  })
  try {
    const page = await context.newPage()
    const response = await page.goto(url, { waitUntil: 'load' })
    requirePage(response, url)
    await page.waitForLoadState('networkidle')
    return await page.evaluate(async () => {
      const [entry] = performance.getEntriesByType('navigation')
      const navigation = entry instanceof PerformanceNavigationTiming ? entry : null
      const [firstPaint] = performance.getEntriesByName('first-contentful-paint')
      const last = await new Promise<PerformanceEntry | undefined>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1))).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        })
      })
      const element = last instanceof LargestContentfulPaint ? last.element : null
      return {
        firstByteMs: navigation?.responseStart ?? 0,
        lastByteMs: navigation?.responseEnd ?? 0,
        firstPaintMs: firstPaint?.startTime ?? 0,
        paintMs: last?.startTime ?? 0,
        largest: element
          ? `a ${element.tagName.toLowerCase()} (“${element.textContent?.trim().slice(0, 40)}”)`
          : 'an element that is gone',
      }
    })
  } finally {
    await context.close()
  }
}
