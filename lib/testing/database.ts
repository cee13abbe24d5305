import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { type Database, migrateDatabase } from '@/lib/db/client'
import { databaseOf, openInMemory } from '@/lib/db/embedded'

/**
 * A database of its own for one test: in memory, with every migration applied and nothing else in it. Takes about
 * a third of a second, since only the first one after a change to the migrations is made from nothing.
 */
export async function openTestDatabase(): Promise<Database> {
  template ??= loadTemplate()
  return openInMemory(await template)
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
  const pglite = await PGlite.create()
  await migrateDatabase(databaseOf(pglite), migrationsDir)
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  return new Uint8Array(await dump.arrayBuffer())
}

/** Changes with anything that the template is made from. */
function templateKey(): string {
  const hash = createHash('sha256')
  hash.update(readFileSync(join(process.cwd(), 'node_modules/@electric-sql/pglite/package.json')))
  for (const name of readdirSync(migrationsDir).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(migrationsDir, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
