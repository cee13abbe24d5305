import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { makeTable } from '@/lib/testing/make-table'
import { openDatabase } from './client'

/**
 * Started and killed by the durability tests: opens the given data directory, inserts rows one commit at a time, and
 * prints each id to standard output after its commit returns. While the database is down, it retries the same row.
 */
const dataDir = process.argv[2]
if (!dataDir) throw new Error('Usage: embedded-writer.child.ts <data directory>')

/** Waits until the line is written, in case the reader is busy. */
const tell = (line: string) =>
  new Promise<void>((resolve) => process.stdout.write(`${line}\n`, () => resolve()))

const database = await openDatabase({ dataDir })
const { db } = database
await makeTable(
  database,
  sql`create table if not exists written (id integer primary key, proof text not null)`,
)
const last = await db.execute<{ id: number }>(sql`select coalesce(max(id), 0) as id from written`)
await tell('open')

for (let id = (last.rows[0]?.id ?? 0) + 1; ; ) {
  const proof = createHash('sha256').update(String(id)).digest('hex')
  try {
    await db.execute(sql`insert into written values (${id}, ${proof}) on conflict do nothing`)
  } catch {
    await sleep(20)
    continue
  }
  await tell(String(id))
  id += 1
}
