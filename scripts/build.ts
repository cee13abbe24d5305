import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { sourceHash } from './source-hash.ts'

/** Builds for production unless the last build has exactly the same sources. */
export function buildIfNeeded() {
  const mark = '.next/source-hash'
  const hash = sourceHash()
  if (existsSync('.next/BUILD_ID') && existsSync(mark) && readFileSync(mark, 'utf8') === hash) return
  console.log('Building (once, until a source file changes) …')
  const build = spawnSync(process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (build.status !== 0) process.exit(build.status ?? 1)
  writeFileSync(mark, hash)
}

if (import.meta.main) buildIfNeeded()
