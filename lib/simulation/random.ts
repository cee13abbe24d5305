import { createHash } from 'node:crypto'

/** Reproducible chance: the same seeds give the same draws (sfc32, seeded by SHA-256). */
export type Random = {
  /** From 0 up to, but not including, 1. */
  next(): number
  /** A whole number from 0 to `below` - 1. */
  int(below: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  bytes(size: number): Buffer
}

export function randomOf(...seeds: readonly (string | number)[]): Random {
  const digest = createHash('sha256').update(seeds.join('/')).digest()
  let [a, b, c, d] = [0, 4, 8, 12].map((at) => digest.readUInt32LE(at)) as [number, number, number, number]
  const next32 = () => {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  const next = () => next32() / 2 ** 32
  const int = (below: number) => Math.floor(next() * below)
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (items) => {
      const item = items[int(items.length)]
      if (item === undefined) throw new Error('There is nothing to pick from.')
      return item
    },
    bytes: (size) => Buffer.from(Array.from({ length: size }, () => next32() & 0xff)),
  }
}

/** Picks one of the names, with the probability given by its weight. */
export function weighted<Name extends string>(
  random: Random,
  weights: Readonly<Partial<Record<Name, number>>>,
): Name {
  const entries = Object.entries(weights) as [Name, number][]
  let left = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [name, weight] of entries) {
    left -= weight
    if (left < 0) return name
  }
  const last = entries.at(-1)
  if (!last) throw new Error('There is nothing to choose from.')
  return last[0]
}
