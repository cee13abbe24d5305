import { existsSync, globSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A clock that a process is started with, and that is moved while it runs. */
export type WrongClock = {
  /** For the process. */
  env: Record<string, string>
  /** So many hours ahead, or behind. */
  set(hours: number): void
}

export const NO_WRONG_CLOCK = 'libfaketime is not installed, so that no process can be given a wrong clock'

/** Only the time of day is off, as where somebody set it: what counts milliseconds goes on evenly. Null without libfaketime. */
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
      // The second is what older versions call it.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    },
  }
}
