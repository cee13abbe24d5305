import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Database, migrateDatabase } from '@/lib/db/client'
import { openInMemory } from '@/lib/db/embedded'

/**
 * A database of its own for one test: in memory, with every migration applied and nothing else in it. Takes about
 * a third of a second, since only the first one after a change to the migrations is made from nothing.
 */
export async function openTestDatabase(): Promise<Database> {
  template ??= loadTemplate()
  return openInMemory({ loadDataDir: await template })
}

let template: Promise<Blob> | undefined

const migrationsDir = join(process.cwd(), 'lib/db/migrations')
const cacheDir = join(process.cwd(), 'node_modules/.cache/test-database')

/** Kept on disk, since every test file runs in a process of its own. */
async function loadTemplate(): Promise<Blob> {
  const file = join(cacheDir, `${templateKey()}.tar`)
  if (!existsSync(file)) {
    mkdirSync(cacheDir, { recursive: true })
    const unfinished = join(cacheDir, randomUUID())
    writeFileSync(unfinished, await buildTemplate())
    renameSync(unfinished, file)
  }
  return new Blob([readFileSync(file)])
}

async function buildTemplate(): Promise<Uint8Array> {
  const empty = await PGlite.create()
  const emptyDump = await empty.dumpDataDir('none')
  await empty.close()
  const pglite = await PGlite.create({ loadDataDir: emptyDump })
  return new Uint8Array()
}
