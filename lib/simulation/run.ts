import { writeFile } from 'node:fs/promises'
import { splitRequests } from '@/lib/domain/funding/requests'
import { type HistoryResult, runHistory } from './history'
import { type House, openHouse } from './house'
import { recordRun } from './ledger'

export type SimulationOptions = {
  seed: string
  /** Runs these instead of `histories` many, which would be named by `seed` and a number. */
  seeds: readonly string[] | null
  steps: number
  histories: number
  hours: number | null
  /** The number of histories that run at once, each in its own database: most of the time each waits for its database. */
  lanes: number
  trace: boolean
  /** Runs each history again, alone, and requires the same result. */
  twice: boolean
  /** Prints one number for each history that identifies what happened in it. */
  digests: boolean
  shrink: boolean
  json: string | null
  /** Writes the run into docs/reliability. */
  record: boolean
}

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs histories until one breaks a promise or all are done; returns the exit code. */
export async function runSimulation(options: SimulationOptions): Promise<number> {
  const { seed, seeds, steps, hours, lanes, trace, twice, digests } = options
  if (splitRequests(7).length !== 3)
    throw new Error('The requests are not small: run this by npm run simulate.')
  const histories = seeds?.length ?? options.histories
  const seedOf = (n: number) => seeds?.[n - 1] ?? (histories === 1 ? seed : `${seed}-${n}`)
  const until = hours === null ? Number.POSITIVE_INFINITY : performance.now() + hours * 3_600_000
  const houses: House[] = []
  const sums = { histories: 0, steps: 0, effects: 0, crashes: 0, faults: 0, requests: 0 }
  let started = 0
  let failed: HistoryResult | null = null
  let isAsked = false
  const firsts: HistoryResult[] = []
  const startedAt = performance.now()
  const end = () => {
    isAsked = true
  }
  // Histories that have ended until then are still reported.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)

  /** One history after the other, until there is something to say. */
  const runLane = async (house: House) => {
    while (started < histories && performance.now() < until && !failed && !isAsked) {
      started += 1
      const own = seedOf(started)
      const result = await runHistory(house, { seed: own, steps, ...(trace && { tell: say }) })
      sums.histories += 1
      for (const [name, count] of Object.entries(result.counts))
        sums[name as keyof typeof result.counts] += count
      if (twice) firsts.push(result)
      if (digests) say(`${own} ${result.hash}`)
      if (result.findings.length > 0) failed ??= result
      else if (histories > 1 && sums.histories % 100 === 0) say(`${sums.histories} histories held`)
    }
  }

  try {
    // One after the other: the first one starts the cluster.
    for (let n = 0; n < Math.min(lanes, histories); n += 1) houses.push(await openHouse())
    await Promise.all(houses.map(runLane))
    const [house] = houses
    if (!house) throw new Error('There is no house.')
    for (const first of firsts) if (!(await isTheSame(house, first, steps))) return 2
    // The compiler does not see that another lane may have set this.
    const found = failed as HistoryResult | null
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const told = `${sums.histories} histories, ${sums.steps} steps, ${sums.effects} effects, ${sums.crashes} crashes, ${sums.faults} troubles of the line, ${sums.requests} requests at the partner, ${seconds} s`
    const failure = found && { seed: found.seed, foundAt: found.foundAt, findings: found.findings }
    if (options.json) await writeFile(options.json, JSON.stringify({ ...sums, seconds, failed: failure }))
    if (options.record && sums.histories > 0) {
      const { faults, ...counts } = sums
      const named = seeds ? seeds.map((own) => `\`${own}\``).join(', ') : spanOf(seedOf, started)
      const date = new Date().toISOString().slice(0, 10)
      recordRun({ date, seeds: named, lanes, ...counts, seconds, failed: failure })
    }
    if (!found) {
      say(`Everything held: ${told}. Seed ${seed}.`)
      return 0
    }
    const shortest = options.shrink ? await shrink(house, found, steps) : found
    say(`\nThe history of seed ${found.seed} with ${steps} steps, as few of them as still show it:\n`)
    if (!trace || shortest !== found) say(shortest.trace.join('\n'))
    say(`\nAfter ${told}: ${found.findings.map(({ rule, what }) => `${rule}: ${what}`).join('; ')}`)
    say(`Found by seed ${found.seed}: npm run simulate -- --seed ${found.seed} --steps ${steps}`)
    return 1
  } finally {
    await Promise.all(houses.map((house) => house.close()))
  }
}

const spanOf = (seedOf: (n: number) => string, count: number): string =>
  count === 1 ? `\`${seedOf(1)}\`` : `\`${seedOf(1)}\` to \`${seedOf(count)}\``

/** Runs it once more, alone; reports from where it differs. */
async function isTheSame(house: House, first: HistoryResult, steps: number): Promise<boolean> {
  const again = await runHistory(house, { seed: first.seed, steps })
  if (again.hash === first.hash) return true
  const at = first.trace.findIndex((line, index) => line !== again.trace[index])
  say(`Seed ${first.seed} is not the same twice, from line ${at + 1}:`)
  say(`  ${first.trace.slice(Math.max(0, at - 12), at + 1).join('\n  ')}\n  --\n  ${again.trace[at]}`)
  return false
}

const MOST_TRIES = 60

/** Leaves out steps that are not needed for the same finding: halves first, then smaller parts. */
async function shrink(house: House, failed: HistoryResult, steps: number): Promise<HistoryResult> {
  const rule = failed.findings[0]?.rule
  const last = Math.min(steps, failed.foundAt ?? steps)
  let without = new Set<number>()
  for (let step = last + 1; step <= steps; step += 1) without.add(step)
  let best = failed
  let tries = 0
  for (
    let size = Math.ceil(last / 2);
    size >= 1 && tries < MOST_TRIES;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 1; from <= last && tries < MOST_TRIES; from += size) {
      const more = new Set(without)
      for (let step = from; step < from + size && step <= last; step += 1) more.add(step)
      if (more.size === without.size) continue
      tries += 1
      const result = await runHistory(house, { seed: failed.seed, steps, without: more })
      if (result.findings.some((finding) => finding.rule === rule)) {
        without = more
        best = result
      }
    }
  }
  return best
}
