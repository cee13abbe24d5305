import { alternate, type Figure, median, milliseconds, percentile, timed, times } from './measure'
import type { Measured } from './results'

const WARM_UP = 3
const AIM_MS = 20

/** What is measured against the first page: what is asked for, and whether it has to find anything. */
export type Asked<Query> = { what: string; query: Partial<Query>; finds?: 'nothing' }

/** Pages of a list against its first one; `beside`: what its page asks for besides, by what that is. */
export async function measurePages<Query>({
  rounds,
  page,
  asked,
  beside,
}: {
  rounds: number
  page: (query: Partial<Query>) => Promise<{ items: readonly unknown[] }>
  asked: readonly Asked<Query>[]
  beside: Readonly<Record<string, () => Promise<unknown>>>
}): Promise<Measured> {
  const contenders: Record<string, () => Promise<number>> = { first: () => timed(() => page({})) }
  for (const [what, ask] of Object.entries(beside)) contenders[what] = () => timed(ask)
  for (const { what, query, finds } of asked) {
    contenders[what] = async () => {
      let found = 0
      const ms = await timed(async () => {
        found = (await page(query)).items.length
      })
      if ((found === 0) !== (finds === 'nothing')) throw new Error(`Not what ${what} finds.`)
      return ms
    }
  }
  await alternate(WARM_UP, contenders)
  const measured = await alternate(rounds, contenders)
  const first = measured.first ?? []
  const figure = (what: string, values: number[] = []): Figure => ({
    what,
    desk: milliseconds(median(values)),
    floor: milliseconds(median(first)),
    compared: times(median(values) / median(first)),
    aim: `≤ ${AIM_MS} ms`,
    reached: median(values) <= AIM_MS,
  })
  const slowest = asked
    .map(({ what }) => ({ what, ms: percentile(measured[what] ?? [], 0.9) }))
    .reduce((worst, one) => (one.ms > worst.ms ? one : worst))
  return {
    figures: [
      figure('the first page', first),
      ...[...asked.map(({ what }) => what), ...Object.keys(beside)].map((what) =>
        figure(what, measured[what]),
      ),
    ],
    notes: [`The slowest tenth of all took ${milliseconds(slowest.ms)} or more: ${slowest.what}.`],
  }
}
