import type { Browser } from '@playwright/test'
import { type DeskPage, listPages, requirePage, type SignedIn } from './desk-pages'
import { kilobytes, median } from './measure'
import type { Subject } from './results'

const AIM_BYTES = { page: 60_000, wizard: 90_000 }
// Bytes are the same each time, but for what an answer's head says of the moment.
const ROUNDS = 2

export const pageScript: Subject = {
  title: 'JavaScript that a page sends',
  how: `Bytes of all script responses, as they came over the connection (gzip), from an empty cache until the page had loaded and the network was quiet; against a bare page of the same Next version. ${ROUNDS} rounds.`,
  async measure(ground) {
    const desk = await ground.startDesk()
    const bare = await ground.startBare()
    const browser = await ground.openBrowser()
    const pages = await listPages(desk.origin)
    const rounds = ground.rounds(ROUNDS)

    const floors: number[] = []
    let bareParts: ReadonlyMap<string, number> = new Map()
    const sent = pages.map((page): Sent => ({ page, bytes: [], parts: bareParts }))
    for (let round = 0; round < rounds; round++) {
      bareParts = await loadScripts(browser, bare.origin)
      floors.push(sum(bareParts))
      for (const entry of sent) {
        entry.parts = await loadScripts(browser, desk.origin + entry.page.path, entry.page.by)
        entry.bytes.push(sum(entry.parts))
      }
    }
    const floor = median(floors)
    return {
      figures: sent.map(({ page, bytes }) => {
        const more = median(bytes) - floor
        return {
          what: page.name,
          desk: kilobytes(median(bytes)),
          floor: kilobytes(floor),
          compared: `${more < 0 ? '−' : '+'} ${kilobytes(Math.abs(more))}`,
          aim: `+ ${kilobytes(AIM_BYTES[page.kind])}`,
          reached: more <= AIM_BYTES[page.kind],
        }
      }),
      notes: [...Map.groupBy(sent, ({ parts }) => aboveFloor(parts, bareParts))].map(
        ([parts, entries]) =>
          `Above the floor, on ${entries.map(({ page }) => page.name).join(', ')}: ${parts}.`,
      ),
    }
  },
}

/** What a page sent, round by round, and what it was made of. */
type Sent = { page: DeskPage; bytes: number[]; parts: ReadonlyMap<string, number> }

const sum = (parts: ReadonlyMap<string, number>) =>
  [...parts.values()].reduce((total, bytes) => total + bytes, 0)

/** What the page has more than the bare one, the largest first. */
const aboveFloor = (parts: ReadonlyMap<string, number>, floor: ReadonlyMap<string, number>): string =>
  [...parts]
    .map(([what, bytes]): [string, number] => [what, bytes - (floor.get(what) ?? 0)])
    .filter(([, bytes]) => bytes > 500)
    .toSorted(([, a], [, b]) => b - a)
    .map(([what, bytes]) => `${what} ${kilobytes(bytes)}`)
    .join(', ')

/** Minified texts that tell what a script was bundled from. */
const MARKS: [string, RegExp][] = [
  ['react-dom', /Minified React error/],
  ['zod', /\$ZodType/],
  ['react-hook-form', /shouldUseNativeValidation/],
  ['tus-js-client', /Tus-Resumable/],
  ['react-query', /dehydratedAt|QueryClientProvider/],
  ['the domain', /Control Prong/],
  ['next', /__next_f|NEXT_REDIRECT/],
]

/** Loads a page in a browser profile of its own, and gives the bytes of its scripts by what they are made of. */
async function loadScripts(
  browser: Browser,
  url: string,
  person: SignedIn | null = null,
): Promise<ReadonlyMap<string, number>> {
  const context = await browser.newContext({ ...(person && { storageState: person.storageState }) })
  try {
    const page = await context.newPage()
    const network = await context.newCDPSession(page)
    const scripts = new Map<string, number>()
    network.on('Network.responseReceived', ({ requestId, response }) => {
      if (/javascript/.test(response.mimeType)) scripts.set(requestId, 0)
    })
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (scripts.has(requestId)) scripts.set(requestId, encodedDataLength)
    })
    await network.send('Network.enable')
    const response = await page.goto(url, { waitUntil: 'load' })
    requirePage(response, url)
    await page.waitForLoadState('networkidle')
    const parts = new Map<string, number>()
    for (const [requestId, bytes] of scripts) {
      const { body } = await network.send('Network.getResponseBody', { requestId })
      const found = MARKS.filter(([, mark]) => mark.test(body)).map(([name]) => name)
      const what = found.join(' with ') || 'other parts'
      parts.set(what, (parts.get(what) ?? 0) + bytes)
    }
    return parts
  } finally {
    await context.close()
  }
}
