import { existsSync, globSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A clock for a process, which can be changed while the process runs. */
export type WrongClock = {
  /** The environment of the process. */
  env: Record<string, string>
  /** Sets the clock this many hours ahead, or behind if negative. */
  set(hours: number): void
}

export const NO_WRONG_CLOCK = 'libfaketime is not installed, so that no process can be given a wrong clock'

/** Changes only the time of day, as a person setting the clock would: millisecond counters keep running. Null without libfaketime. */
export function wrongClock(): WrongClock | null {
  const [library] = [
    ...globSync('/usr/lib/*/faketime/libfaketimeMT.so.1'),
    ...globSync('/usr/{lib64,lib,local/lib}/faketime/libfaketimeMT.so.1'),
  ].filter((file) => existsSync(file))
  if (library === undefined) return null
  const file = join(mkdtempSync(join(tmpdir(), 'payfac-desk-clock-')), 'offset')
  const set = (hours: number) => writeFileSync(file, `${hours < 0 ? '' : '+'}${hours}h\n`)
  set(0)
  return {
    set,
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      // The second is the name in older versions.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
  }
}
