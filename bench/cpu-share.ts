import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const V1 = '/sys/fs/cgroup/cpu'
const V2 = '/sys/fs/cgroup'
const PERIOD_US = 10_000

/**
 * Gives a process that share of one core at most, with all its threads, as a container's limit does; gives what takes
 * the limit off. Null where this machine lets nobody set one.
 */
export function limitCpu(pid: number, share: number): (() => void) | null {
  const isV1 = existsSync(path.join(V1, 'cpu.cfs_quota_us'))
  const group = path.join(isV1 ? V1 : V2, `desk-bench-${pid}`)
  try {
    mkdirSync(group)
    if (isV1) {
      writeFileSync(path.join(group, 'cpu.cfs_period_us'), String(PERIOD_US))
      writeFileSync(path.join(group, 'cpu.cfs_quota_us'), String(share * PERIOD_US))
    } else writeFileSync(path.join(group, 'cpu.max'), `${share * PERIOD_US} ${PERIOD_US}`)
    writeFileSync(path.join(group, 'cgroup.procs'), String(pid))
    return () => {
      writeFileSync(path.join(isV1 ? V1 : V2, 'cgroup.procs'), String(pid))
      rmdirSync(group)
    }
  } catch {
    return null
  }
}
