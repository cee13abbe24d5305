import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const EVERY_MS = 10
const SETTLE_MS = 1_000

/** The resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  const kibibytes =
    process.platform === 'linux'
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return Number(kibibytes) * 1024
}

/** The highest resident memory of each process while `run` ran. */
export async function peaksDuring(pids: readonly number[], run: () => Promise<unknown>): Promise<number[]> {
  const peaks = pids.map(residentBytes)
  const timer = setInterval(() => {
    for (const [n, pid] of pids.entries()) peaks[n] = Math.max(peaks[n] ?? 0, residentBytes(pid))
  }, EVERY_MS)
  try {
    await run()
  } finally {
    clearInterval(timer)
  }
  return peaks
}

/** By how much the resident memory of a process rose over what it was before, at its highest, while `run` ran. */
export async function growthDuring(pid: number, run: () => Promise<void>): Promise<number> {
  await sleep(SETTLE_MS)
  const before = residentBytes(pid)
  const [peak = before] = await peaksDuring([pid], run)
  return peak - before
}
