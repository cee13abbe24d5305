/**
 * The two scales of the plots. A library's would bring colors, times and formats, and a quarter of the page's
 * script.
 */

/** Adjacent bars over 0…100, with a quarter step of space between them and at both ends. */
export type Bars = { at: (name: string) => number; width: number }

const BETWEEN = 0.25

export function barsOf(names: readonly string[]): Bars {
  const step = 100 / (names.length + BETWEEN)
  const places = new Map(names.map((name, index) => [name, step * (index + BETWEEN)]))
  return { at: (name) => places.get(name) ?? 0, width: step * (1 - BETWEEN) }
}

/** Maps amounts from 0 to whole pixels. `ticks`: round amounts; the last is the end of the scale. */
export type Heights = ((amount: number) => number) & { ticks: readonly number[] }

/** About this many ticks, at steps of 1, 2 or 5 times a power of ten. */
const TICKS = 3

export function heightsOf(most: number, [ground, top]: readonly [ground: number, top: number]): Heights {
  let end = most
  let step = stepOf(end)
  // A scale that ends at a round amount may allow wider steps.
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
  // Between two round steps, the geometric mean decides.
  const rounded = share >= Math.sqrt(50) ? 10 : share >= Math.sqrt(10) ? 5 : share >= Math.SQRT2 ? 2 : 1
  return rounded * power
}
