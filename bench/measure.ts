/** Figures of a kind, and what is made of them. */

/** One line of a table: what the desk needs, what the floor of the same run needs, and how they compare. */
export type Figure = {
  what: string
  desk: string
  floor: string
  compared: string
  aim: string
  /** Null where nothing is aimed at: the line is there to explain another. */
  reached: boolean | null
}

/** The value below which `share` of the values lie (nearest rank); of an empty list there is none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const value = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  if (value === undefined) throw new Error('Nothing was measured.')
  return value
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1)
  return middle.reduce((sum, value) => sum + value, 0) / middle.length
}

/**
 * Runs each contender once a round, in an order that turns about from round to round, so that a machine that
 * slows down, or a cache that fills, favors none of them. A contender gives its figure, in its own unit.
 */
export async function alternate<Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, (round: number) => Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[]
  const figures = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      figures[name].push(await contenders[name](round))
    }
  }
  return figures
}

/** How long something took. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await run()
  return performance.now() - startedAt
}

export const milliseconds = (ms: number) => `${ms < 100 ? ms.toFixed(1) : Math.round(ms)} ms`
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
export const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
export const times = (ratio: number) => `${ratio.toFixed(2)} ×`
