import http from 'node:http'
import { routes } from '@/lib/routes'
import { type SignedIn, signIn } from './desk-pages'
import { type Figure, kilobytes, median, milliseconds, times } from './measure'
import type { Subject } from './results'

const ROUNDS = 5
export const CONNECTIONS = 8
const ROUND_MS = 1_000
/** An answer that does not come is told, and not waited for. */
const ANSWER_MS = 30_000
/** What the desk answered before lists had one kit, on a quiet machine of this kind; to reach is three times that. */
const BEFORE: Readonly<Record<string, number>> = {
  'list of applications': 45,
  'the callback log': 31,
  'list of batches': 60,
  overview: 43,
}

type Way = 'packed' | 'plain' | 'router'

/** How the same page is asked for: as a browser does, without compression, and without its HTML. */
const WAYS: Readonly<Record<Way, Readonly<Record<string, string>>>> = {
  packed: { 'accept-encoding': 'gzip' },
  plain: {},
  router: { rsc: '1' },
}

export const pages: Subject = {
  title: 'Pages a second',
  how: `Whole pages with ${CONNECTIONS} kept connections, each answer read to its end, from the demonstration data; against a bare dynamic page of the same Next version. ${ROUNDS} rounds of ${ROUND_MS / 1000} s.`,
  async measure(ground) {
    const desk = await ground.startDesk()
    const bare = await ground.startBare()
    const finance = await signIn(desk.origin, 'finance@demo.test')
    const onboarding = await signIn(desk.origin)
    const asked: { name: string; path: string; by: SignedIn }[] = [
      { name: 'list of applications', path: routes.applications, by: onboarding },
      { name: 'the callback log', path: routes.callbacks, by: finance },
      { name: 'list of batches', path: routes.funding, by: finance },
      { name: 'overview', path: routes.home, by: finance },
    ]
    const floors: number[] = []
    const measured = asked.map((page) => ({
      ...page,
      rates: { packed: [] as number[], plain: [] as number[], router: [] as number[] },
      bytes: 0,
    }))
    const load = async (origin: string, path: string, way: Way, by?: SignedIn) => {
      const headers = {
        ...WAYS[way],
        ...(by && { cookie: cookiesOf(by) }),
      }
      const url = origin + path
      return loadFor(ROUND_MS, way === 'router' ? await routerAddress(url, headers) : url, headers)
    }
    // The first answers of a server load its code.
    await load(bare.origin, '/', 'packed')
    for (const { path, by } of measured) await load(desk.origin, path, 'packed', by)
    for (let round = 0; round < ground.rounds(ROUNDS); round++) {
      floors.push((await load(bare.origin, '/', 'packed')).rate)
      for (const page of round % 2 === 0 ? measured : measured.toReversed()) {
        for (const way of ['packed', 'plain', 'router'] as const) {
          const { rate, bytes } = await load(desk.origin, page.path, way, page.by)
          page.rates[way].push(rate)
          if (way === 'plain') page.bytes = bytes
        }
      }
    }
    const floor = median(floors)
    return {
      figures: measured.map(({ name, rates }): Figure => {
        const rate = median(rates.packed)
        const aim = 3 * (BEFORE[name] ?? 0)
        return {
          what: name,
          desk: perSecond(rate),
          floor: perSecond(floor),
          compared: times(rate / floor),
          aim: `≥ ${perSecond(aim)}`,
          reached: rate >= aim,
        }
      }),
      notes: measured.map(({ name, rates, bytes }) => {
        const [packed, plain, router] = [rates.packed, rates.plain, rates.router].map(
          (each) => 1000 / median(each),
        ) as [number, number, number]
        return `Of ${name}: ${milliseconds(packed)} a page; ${milliseconds(Math.max(0, packed - plain))} of them compression of ${kilobytes(bytes)}, ${milliseconds(Math.max(0, plain - router))} the markup, ${milliseconds(router)} the session, the data and the server's components (the answer to the router, which has no markup).`
      }),
    }
  },
}

/** Next sends the router's requests on to an address that has a hash of their headers, which the router writes itself. */
async function routerAddress(url: string, headers: Record<string, string>): Promise<string> {
  const answer = await fetch(url, { headers, redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? url, url).href
}

export const perSecond = (rate: number) => `${rate < 10 ? rate.toFixed(1) : Math.round(rate)} /s`

export const cookiesOf = ({ storageState }: SignedIn): string =>
  storageState.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

/** How many answers come in so long, and how many bytes the last one had. */
export async function loadFor(ms: number, url: string, headers: Record<string, string>) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const end = performance.now() + ms
  let answers = 0
  let bytes = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < end) {
        bytes = await get(url, headers, agent)
        answers += 1
      }
    }),
  )
  agent.destroy()
  return { rate: (answers / (performance.now() - startedAt)) * 1000, bytes }
}

function get(url: string, headers: Record<string, string>, agent: http.Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = http
      .get(url, { agent, headers, timeout: ANSWER_MS }, (response) => {
        if (response.statusCode !== 200) {
          response.resume()
          reject(new Error(`${url} answered ${response.statusCode}.`))
          return
        }
        let bytes = 0
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        response.once('end', () => resolve(bytes))
        response.once('error', reject)
      })
      .once('timeout', () => request.destroy(new Error(`${url} did not answer.`)))
      .once('error', reject)
  })
}
