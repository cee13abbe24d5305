import { routes } from '@/lib/routes'
import { limitCpu } from './cpu-share'
import { signIn } from './desk-pages'
import type { RunningServer } from './ground'
import { alternate, type Figure, median, times } from './measure'
import { cookiesOf, loadFor, perSecond } from './pages'
import type { Subject } from './results'
import { openSharedDatabase } from './shared-database'

const ROUNDS = 5
const ROUND_MS = 3_000
const AIM = 1.7
/** So that two desks, PostgreSQL and the browser's side fit on two cores. */
const SHARE = 0.4

export const instances: Subject = {
  title: 'A second instance',
  how: `Two desks with ROLES=web on one PostgreSQL, each asked for whole pages with kept connections, against one of them that is asked alone. ${ROUNDS} rounds of ${ROUND_MS / 1000} s.`,
  async measure(ground) {
    const database = await openSharedDatabase()
    try {
      const settings = { ...database.settings, ROLES: 'web' }
      const one = await ground.startDesk(settings)
      const other = await ground.startDesk(settings)
      const finance = cookiesOf(await signIn(one.origin, 'finance@demo.test'))
      const onboarding = cookiesOf(await signIn(one.origin))
      const asked = [
        { name: 'list of applications', path: routes.applications, cookie: onboarding },
        { name: 'the callback log', path: routes.callbacks, cookie: finance },
      ]
      const load = async (desks: RunningServer[], page: (typeof asked)[number]) => {
        const headers = { 'accept-encoding': 'gzip', cookie: page.cookie }
        const loads = desks.map(({ origin }) => loadFor(ROUND_MS, origin + page.path, headers))
        return (await Promise.all(loads)).reduce((sum, { rate }) => sum + rate, 0)
      }
      const figures: Figure[] = []
      async function measureAll(how: string, hasAim: boolean): Promise<void> {
        for (const page of asked) {
          await load([one, other], page)
          const { desk, floor } = await alternate(ground.rounds(ROUNDS), {
            desk: () => load([one, other], page),
            floor: () => load([one], page),
          })
          const ratio = median(desk) / median(floor)
          figures.push({
            what: `${page.name}, ${how}`,
            desk: perSecond(median(desk)),
            floor: perSecond(median(floor)),
            compared: times(ratio),
            aim: hasAim ? `≥ ${AIM} ×` : '',
            reached: hasAim ? ratio >= AIM : null,
          })
        }
      }
      const lifts = [one, other].map(({ pid }) => limitCpu(pid, SHARE))
      const isLimited = lifts.every((lift) => lift !== null)
      if (isLimited) await measureAll(`each desk on ${SHARE} of a core`, true)
      for (const lift of lifts) lift?.()
      await measureAll('as much of two cores as there is', false)
      return {
        figures,
        notes: [
          ...(isLimited ? [] : ['No limit of cores can be set here, so that the aim was not measured.']),
          `One desk takes a core and some more of a second one; PostgreSQL and the sender of the load take the rest. Without a limit the two cores are the limit, and a second desk has nothing to run on. With a limit of ${SHARE} of a core each, as containers have, it shows what the desks cost each other: the database, its locks, and what they tell each other.`,
        ],
      }
    } finally {
      await ground.clear()
      await database.stop()
    }
  },
}
