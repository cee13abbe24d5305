import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

const SOURCES = ['{app,components,lib,public}/**/*.*', '*.{ts,js,json}']

/** Excluded because the build writes it: otherwise a start would rebuild while a desk runs on the same build. */
const WRITTEN_BY_BUILD = 'next-env.d.ts'

/** A hash of everything that a build depends on. If it is unchanged, no new build is needed. */
export function sourceHash(): string {
  const hash = createHash('sha256')
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
  for (const file of [...new Set(files)].filter((file) => file !== WRITTEN_BY_BUILD).sort())
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}
