import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import type { Db } from '@/lib/db/client'

/**
 * The same database, reporting each statement in short form, begin and commit included: each is a round trip.
 */
export function withStatementLog(db: Db, note: (statement: string) => void): Db {
  const pool: unknown = Reflect.get(db, '$client')
  if (!(pool instanceof Pool)) throw new Error('The database has another driver now.')
  return drizzle(pool, { logger: { logQuery: (statement) => note(shortened(statement)) } })
}

/** `insert into "audit_log" (…) values (…)` as `insert audit_log`; one statement that writes several as their sum. */
function shortened(statement: string): string {
  const writes = [...statement.matchAll(/\b(insert into|delete from|update) "(\w+)"/g)]
  if (writes.length > 0)
    return writes.map(([, verb = '', table]) => `${verb.replace(/ into| from/, '')} ${table}`).join(' + ')
  const table = tableOf(withoutBrackets(statement)) ?? tableOf(withoutInnermost(statement))
  const lock = / for (?:no key )?update$/.exec(statement)?.[0] ?? ''
  return table ? `select ${table}${lock}` : statement
}

const tableOf = (statement: string) => /^select .*? from "(\w+)"/s.exec(statement)?.[1]

/** What stands in brackets may select from elsewhere; the whole statement may select from brackets. */
function withoutBrackets(statement: string): string {
  const shorter = withoutInnermost(statement)
  return shorter === statement ? statement : withoutBrackets(shorter)
}

const withoutInnermost = (statement: string) => statement.replace(/\([^()]*\)/g, '')
