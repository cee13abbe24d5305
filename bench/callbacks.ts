import { routes } from '@/lib/routes'
import { DEMO_KEY } from '@/lib/server/demonstration/seed-receivers'
import type { Forked } from './ground'
import { alternate, median, milliseconds, percentile, times } from './measure'
import type { Subject } from './results'

const ROUNDS = 7
const AT_ONCE = 2_000
const WARM_UP = 2_000
const AIM = 0.9
const PER_SECOND = 500
const SECONDS = 5
const AIM_MS = 50

export const callbacks: Subject = {
  title: 'Acknowledging callbacks',
  how: `Whole events posted to the receiver of the built desk, with its embedded, durable database and with each event read and classified meanwhile, against a route of the same Next version that reads the body and keeps nothing; the sender in a process of its own. ${AT_ONCE.toLocaleString('en-US')} events 16 at a time, and ${PER_SECOND} events a second for ${SECONDS} seconds, each counted from when it was due; ${ROUNDS} rounds.`,
  async measure(ground) {
    const [desk, bare] = [await ground.startDesk(), await ground.startBare()]
    const senderTo = (address: string) => ground.fork('bench/callbacks-sender.ts', [address])
    const ours = await senderTo(`${desk.origin}${routes.receiver}/${DEMO_KEY}`)
    const floor = await senderTo(`${bare.origin}/receive`)
    const together = async (sender: Forked, count = AT_ONCE) =>
      (count * 1_000) / Number(await sender.ask(`together ${count}`))
    const paced = async (sender: Forked) => {
      const ms: number[] = JSON.parse(await sender.ask(`paced ${PER_SECOND} ${SECONDS}`))
      return percentile(ms, 0.99)
    }
    for (const sender of [ours, floor]) await together(sender, WARM_UP)
    const rounds = ground.rounds(ROUNDS)
    const rates = await alternate(rounds, { desk: () => together(ours), floor: () => together(floor) })
    const waits = await alternate(rounds, { desk: () => paced(ours), floor: () => paced(floor) })
    const ratio = median(rates.desk) / median(rates.floor)
    const perSecond = (figures: readonly number[]) =>
      `${Math.round(median(figures)).toLocaleString('en-US')} /s`
    return {
      figures: [
        {
          what: 'callbacks acknowledged after the commit, 16 at a time',
          desk: perSecond(rates.desk),
          floor: perSecond(rates.floor),
          compared: times(ratio),
          aim: `≥ ${AIM} ×`,
          reached: ratio >= AIM,
        },
        {
          what: `the slowest hundredth at ${PER_SECOND} a second`,
          desk: milliseconds(median(waits.desk)),
          floor: milliseconds(median(waits.floor)),
          compared: times(median(waits.desk) / median(waits.floor)),
          aim: `≤ ${AIM_MS} ms`,
          reached: median(waits.desk) <= AIM_MS,
        },
      ],
      notes: [],
    }
  },
}
