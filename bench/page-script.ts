import type { Browser } from '@playwright/test'
import { listPages, type SignedIn, signIn } from './desk-pages'
import { kilobytes, median } from './measure'
import type { Subject } from './results'

const AIM_BYTES = { page: 60_000, wizard: 90_000 }
const ROUNDS = 5

export const pageScript: Subject = {
  title: 'JavaScript that a page sends',
  how: `Bytes of all script responses, as they came over the connection (gzip), from an empty cache until the page had loaded and the network was quiet; against a bare page of the same Next version. ${ROUNDS} rounds.`,
  async measure(ground) {
    const desk = await ground.startDesk()
    const bare = await ground.startBare()
    const browser = await ground.openBrowser()
    const person = await signIn(desk.origin)
    const pages = await listPages(person)
    const rounds = ground.rounds(ROUNDS)

    const floors: number[] = []
    const sent = pages.map((page) => ({ page, bytes: [] as number[], largest: '' }))
    let common = new Set<string>()
    for (let round = 0; round < rounds; round++) {
      const scripts = await loadScripts(browser, bare.origin)
      floors.push(sum(scripts))
      common = new Set(scripts.map(({ what }) => what))
      for (const entry of sent) {
        const scripts = await loadScripts(browser, desk.origin + entry.page.path, person)
        entry.bytes.push(sum(scripts))
        entry.largest = scripts
          .filter(({ what }) => !common.has(what))
          .toSorted((a, b) => b.bytes - a.bytes)
          .slice(0, 3)
          .map(({ what, bytes }) => `${what} ${kilobytes(bytes)}`)
          .join(', ')
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
      notes: sent.map(({ page, largest }) => `The largest scripts of ${page.name}: ${largest}.`),
    }
  },
}

type Script = { what: string; bytes: number }
const sum = (scripts: readonly Script[]) => scripts.reduce((total, { bytes }) => total + bytes, 0)

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

/** Loads a page in a browser profile of its own, and gives what of it was script. */
async function loadScripts(browser: Browser, url: string, person?: SignedIn): Promise<Script[]> {
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
    if (response?.status() !== 200) throw new Error(`${url} answered ${response?.status()}.`)
    await page.waitForLoadState('networkidle')
    return await Promise.all(
      [...scripts].map(async ([requestId, bytes]) => {
        const { body } = await network.send('Network.getResponseBody', { requestId })
        const found = MARKS.filter(([, mark]) => mark.test(body)).map(([name]) => name)
        return { what: found.join(' + ') || 'components', bytes }
      }),
    )
  } finally {
    await context.close()
  }
}
