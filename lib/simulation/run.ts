import { writeFile } from 'node:fs/promises'
import { cutRequests } from '@/lib/domain/funding/requests'
import { type HistoryResult, runHistory } from './history'
import { type House, openHouse } from './house'

export type SimulationOptions = {
  seed: string
  steps: number
  histories: number
  hours: number | null
  trace: boolean
  /** Each history is run again, and has to be the same. */
  twice: boolean
  shrink: boolean
  json: string | null
}

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Runs histories until one is found to lie, or all are through; the exit code. */
export async function runSimulation(options: SimulationOptions): Promise<number> {
  const { seed, steps, histories, hours, trace, twice } = options
  if (cutRequests(7).length !== 3)
    throw new Error('The requests are not small: run this by npm run simulate.')
  const house = await openHouse()
  const until = hours === null ? Number.POSITIVE_INFINITY : performance.now() + hours * 3_600_000
  const begunAt = performance.now()
  const sums = { histories: 0, steps: 0, effects: 0, crashes: 0, faults: 0, requests: 0 }
  let failed: HistoryResult | null = null
  try {
    for (let n = 0; n < histories && performance.now() < until && !failed; n += 1) {
      const own = histories === 1 ? seed : `${seed}-${n + 1}`
      const result = await runHistory(house, { seed: own, steps, ...(trace && { tell: say }) })
      sums.histories += 1
      for (const [name, count] of Object.entries(result.counts))
        sums[name as keyof typeof result.counts] += count
      if (twice) {
        const again = await runHistory(house, { seed: own, steps })
        if (again.hash !== result.hash) {
          const at = result.trace.findIndex((line, index) => line !== again.trace[index])
          say(`Seed ${own} is not the same twice, from line ${at + 1}:`)
          say(`  ${result.trace.slice(Math.max(0, at - 3), at + 1).join('\n  ')}\n  --\n  ${again.trace[at]}`)
          return 2
        }
      }
      if (result.findings.length > 0) failed = result
      if (histories > 1 && sums.histories % 100 === 0) say(`${sums.histories} histories held`)
    }
    const seconds = Math.round((performance.now() - begunAt) / 1000)
    const told = `${sums.histories} histories, ${sums.steps} steps, ${sums.effects} effects, ${sums.crashes} crashes, ${sums.faults} troubles of the line, ${sums.requests} requests at the partner, ${seconds} s`
    if (options.json)
      await writeFile(
        options.json,
        JSON.stringify({
          ...sums,
          seconds,
          failed: failed && { seed: failed.seed, findings: failed.findings, foundAt: failed.foundAt },
        }),
      )
    if (!failed) {
      say(`Everything held: ${told}. Seed ${seed}.`)
      return 0
    }
    const shortest = options.shrink ? await shrink(house, failed, steps) : failed
    say(`\nThe history of seed ${failed.seed} with ${steps} steps, as few of them as still show it:\n`)
    if (!trace || shortest !== failed) say(shortest.trace.join('\n'))
    say(`\nAfter ${told}: ${failed.findings.map(({ rule, what }) => `${rule}: ${what}`).join('; ')}`)
    say(`Found by seed ${failed.seed}: npm run simulate -- --seed ${failed.seed} --steps ${steps}`)
    return 1
  } finally {
    await house.close()
  }
}

const MOST_TRIES = 60

/** Leaves out what is not needed for the same finding: halves first, then smaller parts. */
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
