import { setTimeout as sleep } from 'node:timers/promises'
import { routes } from '@/lib/routes'
import { DEMO_KEY } from '@/lib/server/sandbox/join'
import { signIn } from './desk-pages'
import { type Figure, megabytes } from './measure'
import { peaksDuring, residentBytes } from './memory'
import { cookiesOf, loadFor } from './pages'
import type { Subject } from './results'
import { openSharedDatabase } from './shared-database'

const QUIET_MS = 20_000
const PAGES_MS = 4_000
const CALLBACKS = 10_000

export const processMemory: Subject = {
  title: 'Memory of each process',
  how: `Resident memory, read from /proc: at rest (floor), ${QUIET_MS / 1000} s after the start with the demonstration data, and at its highest while four pages are asked for with 8 connections for ${PAGES_MS / 1000} s each and ${CALLBACKS.toLocaleString('en-US')} callbacks come and are read. A shared PostgreSQL is not counted.`,
  async measure(ground) {
    const database = await openSharedDatabase()
    try {
      const web = await ground.startDesk({ ...database.settings, ROLES: 'web' })
      const worker = await ground.startWorker(database.settings)
      const receiver = await ground.startCallbackReceiver(database.settings)
      const apart = await figuresOf(
        {
          '`npm start` with `ROLES=web`': web.pid,
          '`npm run worker`': worker.pid,
          '`npm run receiver`': receiver.pid,
        },
        () => load(web.origin, receiver.origin),
      )
      await ground.clear()
      const all = await ground.startDesk()
      const whole = await figuresOf({ '`npm start`, everything in one': all.pid }, () =>
        load(all.origin, all.origin),
      )
      return {
        figures: [...apart, ...whole],
        notes: ['What the collector has not given back yet counts: Node takes more where more is free.'],
      }
    } finally {
      await ground.clear()
      await database.stop()
    }

    async function load(pages: string, callbacks: string): Promise<void> {
      const finance = cookiesOf(await signIn(pages, 'finance@demo.test'))
      const onboarding = cookiesOf(await signIn(pages))
      const sender = await ground.fork('bench/callbacks-sender.ts', [
        `${callbacks}${routes.receiver}/${DEMO_KEY}`,
      ])
      const flood = sender.ask(`together ${CALLBACKS}`)
      for (const [path, cookie] of [
        [routes.home, finance],
        [routes.applications, onboarding],
        [routes.callbacks, finance],
        [routes.funding, finance],
      ] as const)
        await loadFor(PAGES_MS, pages + path, { 'accept-encoding': 'gzip', cookie })
      await flood
    }
  },
}

async function figuresOf(processes: Record<string, number>, load: () => Promise<void>): Promise<Figure[]> {
  await sleep(QUIET_MS)
  const pids = Object.values(processes)
  const rest = pids.map(residentBytes)
  const peaks = await peaksDuring(pids, load)
  return Object.keys(processes).map((what, n) => ({
    what,
    desk: megabytes(peaks[n] ?? 0),
    floor: megabytes(rest[n] ?? 0),
    compared: '',
    aim: '',
    reached: null,
  }))
}
