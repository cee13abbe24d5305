import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** Podman, which needs no daemon. */

/** Returns podman's output; its error output is shown. */
export const podman = (...args: string[]): string =>
  execFileSync('podman', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1 << 26 })
export const passes = (...args: string[]): boolean =>
  spawnSync('podman', args, { stdio: 'ignore' }).status === 0

export const hasPodman = (): boolean => passes('--version')

/**
 * Null if a container of this image runs, or else why not. If the engine fails as configured, as inside another
 * container or on a small machine, it is retried with limits no higher than this process has, and with runc, which
 * accepts cgroups that crun refuses.
 */
export function whyNothingRuns(image: string): string | null {
  const own = process.platform === 'linux' ? readFileSync('/proc/self/limits', 'utf8') : ''
  const nofile = /^Max open files\s+\d+\s+(\d+)/m.exec(own)?.[1] ?? '1024'
  const limits = `[containers]\ndefault_ulimits = ["nofile=${nofile}:${nofile}", "nproc=4096:4096"]\n`
  const folder = mkdtempSync(path.join(tmpdir(), 'containers-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  let why = ''
  for (const [name, settings] of [
    ['as it is', null],
    ['limits', limits],
    ['limits-and-runc', `${limits}[engine]\nruntime = "runc"\n`],
  ] as const) {
    if (settings !== null) {
      const file = path.join(folder, `${name}.conf`)
      writeFileSync(file, settings)
      process.env.CONTAINERS_CONF = file
    }
    const { status, stderr } = spawnSync('podman', ['run', '--rm', '--entrypoint', 'true', image], {
      encoding: 'utf8',
    })
    if (status === 0) return null
    why += `\n  ${name}: ${stderr.trim().split('\n').at(-1)}`
  }
  delete process.env.CONTAINERS_CONF
  return why
}
