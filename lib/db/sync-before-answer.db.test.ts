import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { serverPid } from '@/lib/testing/embedded-writer'
import { makeTable } from '@/lib/testing/make-table'
import { type Database, type Db, openDatabase } from './client'

/**
 * `kill -9` does not test the disk, because the kernel survives it. The order of the server's system calls shows what a
 * power failure would leave: the answer to a commit must follow a sync that began after its statement.
 */

let dataDir: string
let database: Database
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'payfac-desk-sync-'))
  database = await openDatabase({ dataDir })
  await makeTable(database, sql`create table written (n int)`)
  // Keep the WAL writer idle, so that each session has to sync its own commits.
  await database.asOwner(async (db) => {
    await db.execute(sql`alter system set wal_writer_delay = '10s'`)
    await db.execute(sql`select pg_reload_conf()`)
  })
})
afterAll(async () => {
  await database.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const ROWS = 50

/** The system calls of one new session while it works; null if they cannot be traced. */
async function watched(work: (db: Db) => Promise<void>): Promise<string[] | null> {
  if (spawnSync('strace', ['-V']).status !== 0) return null
  const log = join(dataDir, 'trace')
  const calls = 'trace=recvfrom,sendto,fsync,fdatasync'
  const strace = spawn(
    'strace',
    ['-f', '-e', calls, '-s', '200', '-o', log, '-p', String(serverPid(dataDir))],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const ended = once(strace, 'exit')
  const [said] = await Promise.race([once(strace.stderr, 'data'), ended.then(() => [''])])
  if (!/attached/.test(String(said))) return null
  await database.withSession(work)
  strace.kill('SIGINT')
  await ended
  return readFileSync(log, 'utf8').split('\n')
}

/** For each answered insert, whether a sync came between the statement and its answer, in the same process. */
function syncedInserts(calls: string[]): boolean[] {
  const synced = new Map<string, boolean>()
  const found: boolean[] = []
  for (const call of calls) {
    const pid = /^\d+/.exec(call)?.[0] ?? ''
    if (/recvfrom\(.*insert into written/.test(call)) synced.set(pid, false)
    else if (/(fsync|fdatasync)(\(\d+\)| resumed>.*\)) += 0/.test(call) && synced.has(pid))
      synced.set(pid, true)
    else if (/sendto\(.*INSERT 0 1/.test(call)) {
      found.push(synced.get(pid) ?? false)
      synced.delete(pid)
    }
  }
  return found
}

const insertAll = async (db: Db) => {
  for (let n = 0; n < ROWS; n += 1) await db.execute(sql`insert into written values (${n})`)
}

test('each commit is answered after a sync of its own; without waiting for the disk none is', async ({
  skip,
}) => {
  const durable = await watched(insertAll)
  if (durable === null) return skip('strace is not here, or may not look at the server')
  expect(syncedInserts(durable)).toEqual(Array.from({ length: ROWS }, () => true))

  const careless = await watched(async (db) => {
    await db.execute(sql`set synchronous_commit = off`)
    await insertAll(db)
  })
  expect(syncedInserts(careless ?? [])).toEqual(Array.from({ length: ROWS }, () => false))
})

test('a sync that fails acknowledges nothing, and what was acknowledged before is there when the database is back', async ({
  skip,
}) => {
  if (spawnSync('strace', ['-V']).status !== 0) return skip('strace is not here')
  await makeTable(database, sql`create table kept (n int)`)
  await database.db.execute(sql`insert into kept values (1)`)
  const inject = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO']
  const strace = spawn(
    'strace',
    ['-f', ...inject, '-o', join(dataDir, 'failing'), '-p', String(serverPid(dataDir))],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(strace, 'exit')
  const [said] = await Promise.race([once(strace.stderr, 'data'), ended.then(() => [''])])
  if (!/attached/.test(String(said))) return skip('strace may not look at the server')
  const answered = await database
    .withSession((db) => db.execute(sql`insert into kept values (2)`))
    .then(
      () => 'acknowledged',
      () => 'failed',
    )
  strace.kill('SIGINT')
  await ended
  expect(readFileSync(join(dataDir, 'failing'), 'utf8')).toMatch(/EIO.*\(INJECTED\)/)
  expect(answered).toBe('failed')
  await vi.waitFor(
    async () => {
      const { rows } = await database.db.execute(sql`select n from kept where n = 1`)
      expect(rows).toEqual([{ n: 1 }])
    },
    { timeout: 60_000, interval: 200 },
  )
})
