import { sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'

/** Every row of every table as text, as a thief of a backup would read it; by table, rows sorted. */
export async function dumpDatabase(db: Db): Promise<Record<string, string[]>> {
  const tables = await db.execute<{ name: string }>(sql`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema') order by 1`)
  const dump: Record<string, string[]> = {}
  for (const { name } of tables.rows) {
    const { rows } = await db.execute<{ row: string }>(
      sql`select t::text as row from ${sql.raw(name)} t order by 1`,
    )
    dump[name] = rows.map(({ row }) => row)
  }
  return dump
}
