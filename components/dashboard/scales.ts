/**
 * The two scales that the plots have. A library's would come with colors, times and formats, and with them a quarter of
 * the page's script.
 */

/** Bars beside each other over 0…100, a quarter of a step between them and at either end. */
export type Bars = { at: (name: string) => number; width: number }

const BETWEEN = 0.25

export function barsOf(names: readonly string[]): Bars {
  const step = 100 / (names.length + BETWEEN)
  const places = new Map(names.map((name, index) => [name, step * (index + BETWEEN)]))
  return { at: (name) => places.get(name) ?? 0, width: step * (1 - BETWEEN) }
}

/** Whole amounts from 0, as whole pixels. `ticks`: round amounts; the last one is where the scale ends. */
export type Heights = ((amount: number) => number) & { ticks: readonly number[] }

/** About so many ticks, 1, 2 or 5 of a power of ten apart. */
const TICKS = 3

export function heightsOf(most: number, [ground, top]: readonly [ground: number, top: number]): Heights {
  let end = most
  let step = stepOf(end)
  // A scale that ends at a round amount may have room for wider steps.
  for (let before = 0; before !== step; step = stepOf(end)) {
    before = step
    end = Math.ceil(end / step) * step
  }
  const ticks = Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step)
  return Object.assign((amount: number) => Math.round(ground + ((top - ground) * amount) / end), { ticks })
}

function stepOf(end: number): number {
  const rough = Math.max(end / TICKS, 1)
  const power = 10 ** Math.floor(Math.log10(rough))
  const share = rough / power
  // Between two round steps the geometric middle decides.
  const rounded = share >= Math.sqrt(50) ? 10 : share >= Math.sqrt(10) ? 5 : share >= Math.SQRT2 ? 2 : 1
  return rounded * power
}
