import { PGlite } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import type { Db } from '@/lib/db/client'

/**
 * The same embedded database, telling each statement in short, begin and commit too: on a database elsewhere each
 * is a round trip. For as long as the client lives.
 */
export function withStatementLog(db: Db, note: (statement: string) => void): Db {
  const pglite: unknown = Reflect.get(db, '$client')
  if (!(pglite instanceof PGlite)) throw new Error('The embedded database has another driver now.')
  const transaction = pglite.transaction.bind(pglite)
  pglite.transaction = async (work) => {
    note('begin')
    const result = await transaction(work)
    note('commit')
    return result
  }
  return drizzle(pglite, { logger: { logQuery: (statement) => note(shortened(statement)) } })
}

/** `insert into "audit_log" (…) values (…)` as `insert audit_log`; one statement that writes several as their sum. */
function shortened(statement: string): string {
  const writes = [...statement.matchAll(/\b(insert into|delete from|update) "(\w+)"/g)]
  if (writes.length > 0)
    return writes.map(([, verb = '', table]) => `${verb.replace(/ into| from/, '')} ${table}`).join(' + ')
  // Without what stands in brackets, which may select from elsewhere.
  const table = /^select .*? from "(\w+)"/.exec(statement.replace(/\([^()]*\)/g, ''))?.[1]
  const lock = / for update$/.test(statement) ? ' for update' : ''
  return table ? `select ${table}${lock}` : statement
}
