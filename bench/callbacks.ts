import { setTimeout as sleep } from 'node:timers/promises'
import { routes } from '@/lib/routes'
import { DEMO_KEY } from '@/lib/server/sandbox/join'
import { signIn } from './desk-pages'
import type { Forked, Ground } from './ground'
import { alternate, type Figure, median, milliseconds, percentile, times } from './measure'
import type { Subject } from './results'

// So that all of it takes less than four minutes, once the desk and the bare page are built.
const ROUNDS = 5
const AT_ONCE = 2_000
const WARM_UP = 2_000
const PER_SECOND = 500
const SECONDS = 3
const CALM_PER_SECOND = 50
const CALM_SECONDS = 2
const PAUSE_MS = 300

/** What is told apart: a door, what it stands beside, and what is aimed at. */
type Door = { name: string; origin: string; floor: string; aim: number; floorIs: string }

export const callbacks: Subject = {
  title: 'Acknowledging callbacks',
  how: `Whole events posted to \`npm start\` and to \`npm run receiver\`, both on the same embedded database and durably stored, each event read and classified meanwhile; \`npm start\` against a route of the same Next version, and the receiver against a \`node:http\` process, that read the body and keep nothing; the sender in a process of its own. ${AT_ONCE.toLocaleString('en-US')} events 16 at a time, and ${PER_SECOND} a second for ${SECONDS} seconds, each counted from when it was due; ${ROUNDS} rounds.`,
  async measure(ground) {
    const [desk, bare] = [await ground.startDesk(), await ground.startBare()]
    const [receiver, plain] = [await ground.startCallbackReceiver(), await ground.startReceiver('')]
    const doors: Door[] = [
      { name: 'npm start', origin: desk.origin, floor: `${bare.origin}/receive`, aim: 0.9, floorIs: 'Next' },
      {
        name: 'npm run receiver',
        origin: receiver.origin,
        floor: plain.origin,
        aim: 0.6,
        floorIs: 'node:http',
      },
    ]
    const figures: Figure[] = []
    for (const door of doors) figures.push(...(await measureDoor(ground, door)))
    figures.push(await whileReading(ground, desk.origin), await underFlood(ground, desk.origin))
    return { figures, notes: [] }
  },
}

const addressOf = (origin: string) => `${origin}${routes.receiver}/${DEMO_KEY}`
const senderTo = (ground: Ground, address: string) => ground.fork('bench/callbacks-sender.ts', [address])

async function slowest(sender: Forked, perSecond = PER_SECOND, seconds = SECONDS): Promise<number> {
  const ms: number[] = JSON.parse(await sender.ask(`paced ${perSecond} ${seconds}`))
  return percentile(ms, 0.99)
}

async function measureDoor(
  ground: Ground,
  { name, origin, floor: at, aim, floorIs }: Door,
): Promise<Figure[]> {
  const ours = await senderTo(ground, addressOf(origin))
  const floor = await senderTo(ground, at)
  const together = async (sender: Forked, count = AT_ONCE) =>
    (count * 1_000) / Number(await sender.ask(`together ${count}`))
  for (const sender of [ours, floor]) await together(sender, WARM_UP)
  const rounds = ground.rounds(ROUNDS)
  const rates = await alternate(rounds, { desk: () => together(ours), floor: () => together(floor) })
  const waits = await alternate(rounds, { desk: () => slowest(ours), floor: () => slowest(floor) })
  const ratio = median(rates.desk) / median(rates.floor)
  const perSecond = (figures: readonly number[]) =>
    `${Math.round(median(figures)).toLocaleString('en-US')} /s`
  return [
    {
      what: `\`${name}\`: acknowledged after the commit, 16 at a time (floor: ${floorIs})`,
      desk: perSecond(rates.desk),
      floor: perSecond(rates.floor),
      compared: times(ratio),
      aim: `≥ ${aim} ×`,
      reached: ratio >= aim,
    },
    waitingFigure(
      `\`${name}\`: the slowest hundredth at ${PER_SECOND} a second`,
      50,
      waits.desk,
      waits.floor,
    ),
  ]
}

async function whileReading(ground: Ground, origin: string): Promise<Figure> {
  const sender = await senderTo(ground, addressOf(origin))
  let pages = 0
  const { desk, calm } = await alternate(ground.rounds(ROUNDS), {
    calm: () => slowest(sender),
    desk: async () => {
      const stop = await readPagesOf(origin)
      const ms = await slowest(sender)
      pages += await stop()
      return ms
    },
  })
  return waitingFigure(
    `the same while somebody pages through the log (${pages} pages; floor: while nobody does)`,
    100,
    desk,
    calm,
  )
}

async function underFlood(ground: Ground, origin: string): Promise<Figure> {
  const sender = await senderTo(ground, addressOf(origin))
  const flood = await ground.fork('bench/callbacks-flood.ts', [`${origin}${routes.receiver}`])
  const genuine = () => slowest(sender, CALM_PER_SECOND, CALM_SECONDS)
  let sent = 0
  const { desk, calm } = await alternate(ground.rounds(ROUNDS), {
    calm: genuine,
    desk: async () => {
      await flood.ask('begin')
      const ms = await genuine()
      sent = Number(await flood.ask('end'))
      return ms
    },
  })
  return waitingFigure(
    `genuine callbacks during ${sent.toLocaleString('en-US')} by unknown keys over 200 connections, the slowest hundredth (floor: without them)`,
    250,
    desk,
    calm,
  )
}

/** Somebody who opens page after page of the log, a thinker's pause between them, until it is stopped. */
async function readPagesOf(origin: string): Promise<() => Promise<number>> {
  const { api } = await signIn(origin, 'finance@demo.test')
  let goesOn = true
  let pages = 0
  const reading = (async () => {
    for (; goesOn; await sleep(PAUSE_MS)) {
      const page = await api.get(`${routes.callbacks}?q=BENCH-${pages % 10}`)
      if (!page.ok()) throw new Error(`The log answered ${page.status()}.`)
      pages += 1
    }
  })()
  return async () => {
    goesOn = false
    await reading
    return pages
  }
}

const waitingFigure = (
  what: string,
  aimMs: number,
  desk: readonly number[],
  floor: readonly number[],
): Figure => ({
  what,
  desk: milliseconds(median(desk)),
  floor: milliseconds(median(floor)),
  compared: times(median(desk) / median(floor)),
  aim: `≤ ${aimMs} ms`,
  reached: median(desk) <= aimMs,
})
