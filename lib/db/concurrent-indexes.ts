import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { DbOrTx } from './client'

/**
 * Indexes of large tables. CREATE INDEX CONCURRENTLY does not block writers, but cannot run in the migrations'
 * transaction, so these indexes are built after it commits. The catalog shows which are still missing, so that the next
 * start completes an interrupted one.
 */
const CONCURRENT = /^\s*create\s+(unique\s+)?index\s+concurrently\s+(if\s+not\s+exists\s+)?"?(\w+)"?/i

export const isConcurrent = (statement: string): boolean => CONCURRENT.test(statement)

/** The statement for use in a transaction, for a new database whose tables no one writes to yet. */
export const withoutConcurrently = (statement: string): string =>
  statement.replace(/\bconcurrently\b/i, '').replace(/\bif\s+not\s+exists\b/i, '')

/** Processes that build indexes take turns with this lock. */
const BUILDERS = 7_239_401_101
const PAUSE_MS = 500

/** The statements whose index is missing or was left invalid by an interrupted build. */
export async function listMissingIndexes(db: DbOrTx, statements: readonly string[]): Promise<string[]> {
  const missing = new Map(
    statements.flatMap((text) => {
      const name = CONCURRENT.exec(text)?.[3]
      return name ? [[name, text] as const] : []
    }),
  )
  if (missing.size === 0) return []
  const { rows } = await db.execute<{ name: string }>(sql`
    select relname as name from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and indisvalid and relname in ${[...missing.keys()]}`)
  for (const { name } of rows) missing.delete(name)
  return [...missing.values()]
}

/** Builds missing indexes one by one. `db` must be one session outside a transaction. Rejects with the index's name. */
export async function buildMissingIndexes(db: DbOrTx, statements: readonly string[]): Promise<void> {
  if ((await listMissingIndexes(db, statements)).length === 0) return
  // Poll instead of waiting for the lock: a concurrent build waits for all running statements, including a waiting one.
  while (!(await hasTurn(db))) await setTimeout(PAUSE_MS)
  try {
    for (const statement of await listMissingIndexes(db, statements)) {
      const name = CONCURRENT.exec(statement)?.[3] ?? ''
      await db.execute(sql`drop index concurrently if exists ${sql.identifier(name)}`)
      await db.execute(sql.raw(statement)).catch((cause) => {
        throw new Error(
          `The index ${name} could not be built. The tables of the desk are changed already; start again once its cause is gone.`,
          { cause },
        )
      })
    }
  } finally {
    await db.execute(sql`select pg_advisory_unlock(${BUILDERS})`)
  }
}

async function hasTurn(db: DbOrTx): Promise<boolean> {
  const { rows } = await db.execute<{ has: boolean }>(sql`select pg_try_advisory_lock(${BUILDERS}) as has`)
  return rows[0]?.has === true
}
