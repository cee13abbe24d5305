/**
 * What this process has counted since it started. Next bundles instrumentation and routes separately, each with its own
 * copy of this file, so the counts are kept on the process.
 */
type Measures = {
  /** Answers to callbacks, by HTTP status. */
  answered: Map<number, number>
  /** The duration of acknowledged callbacks. */
  acknowledged: Histogram
  /** Ended attempts, by `kind outcome`. */
  attempts: Map<string, number>
}

export type Histogram = { counts: number[]; sumSeconds: number; count: number }

/** Upper bounds in seconds. Slower answers are only in the total count. */
export const BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

const MEASURES = Symbol.for('payfac-desk/measures')
const holder = globalThis as { [MEASURES]?: Measures }

export function measures(): Measures {
  holder[MEASURES] ??= {
    answered: new Map(),
    acknowledged: { counts: BUCKETS.map(() => 0), sumSeconds: 0, count: 0 },
    attempts: new Map(),
  }
  return holder[MEASURES]
}

export type AttemptName = 'application' | 'document' | 'funding'

export const countAttempt = (kind: AttemptName, outcome: string): void =>
  addOne(measures().attempts, `${kind} ${outcome}`)

/** `tookMs`: from the first byte of the request to the answer. */
export function countAnswer(status: number, tookMs: number): void {
  const { answered, acknowledged } = measures()
  addOne(answered, status)
  if (status !== 200) return
  const seconds = tookMs / 1_000
  const bucket = BUCKETS.findIndex((bound) => seconds <= bound)
  if (bucket !== -1) acknowledged.counts[bucket] = (acknowledged.counts[bucket] ?? 0) + 1
  acknowledged.sumSeconds += seconds
  acknowledged.count += 1
}

function addOne<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
