import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { DbOrTx } from './client'

/**
 * Indexes of large tables: where a migration says CONCURRENTLY, writers go on while it is built, so it cannot be part
 * of the migrations' transaction. It is built once that is committed; the catalog says what is still to be built, so
 * that a start that was interrupted is made up for by the next one.
 */
const CONCURRENT = /^\s*create\s+(unique\s+)?index\s+concurrently\s+(if\s+not\s+exists\s+)?"?(\w+)"?/i

export const isConcurrent = (statement: string): boolean => CONCURRENT.test(statement)

/** The same within a transaction, for a database where nothing is to be waited for: its tables are as new. */
export const withoutConcurrently = (statement: string): string =>
  statement.replace(/\bconcurrently\b/i, '').replace(/\bif\s+not\s+exists\b/i, '')

/** Who builds them takes turns by this lock. */
const BUILDERS = 7_239_401_101
const PAUSE_MS = 500

/** Of these statements, the ones whose index is not there, or was left unfinished: an index that nobody uses. */
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

/** Builds what is missing, one after the other. `db` is one session, in no transaction. Rejects with the index named. */
export async function buildMissingIndexes(db: DbOrTx, statements: readonly string[]): Promise<void> {
  if ((await listMissingIndexes(db, statements)).length === 0) return
  // Asked again and again, and never waited for: a build waits for every statement that is under way, this one too.
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
