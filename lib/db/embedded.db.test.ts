import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Database, openDatabase } from './client'
import { maintainEmbedded } from './embedded'
import { DatabaseLockedError } from './embedded-lock'

const writer = join(import.meta.dirname, 'embedded-writer.child.ts')

let emptyDataDir: string
let dataDir: string
const opened: Database[] = []
const children: ChildProcess[] = []

const newDataDir = () => fs.mkdtempSync(join(tmpdir(), 'payfac-desk-embedded-'))

async function open(): Promise<Database> {
  const database = await openDatabase({ dataDir })
  opened.push(database)
  return database
}

/** Making a cluster takes seconds: it is made once, and copied. */
beforeAll(async () => {
  emptyDataDir = newDataDir()
  await (await openDatabase({ dataDir: emptyDataDir })).close()
  return () => fs.rmSync(emptyDataDir, { recursive: true })
})

beforeEach(() => {
  dataDir = newDataDir()
  fs.cpSync(emptyDataDir, dataDir, { recursive: true })
})

afterEach(async () => {
  vi.restoreAllMocks()
  for (const child of children.splice(0)) await kill(child)
  for (const database of opened.splice(0)) await database.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

/** Starts a writer; the lines of its output are gathered until it ends. */
function startWriter() {
  const child = spawn(process.execPath, ['--import', 'tsx', writer, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const lines: string[] = []
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(line))
  const closed = once(output, 'close')
  return {
    child,
    lines,
    hasWritten: async (count: number) => {
      while (lines.length < count && child.exitCode === null) await once(output, 'line')
    },
    kill: async () => {
      await kill(child)
      await closed
    },
  }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

describe('durability', () => {
  test('every acknowledged row survives kill -9, and none is invented', { timeout: 180_000 }, async () => {
    let acknowledged = 0
    for (let round = 1; round <= 12; round++) {
      const process = startWriter()
      await process.hasWritten(2)
      await sleep(Math.random() * 150)
      await process.kill()

      const ids = process.lines.slice(1).map(Number)
      expect(ids.length, `round ${round}: the writer wrote`).toBeGreaterThan(0)
      acknowledged = Math.max(acknowledged, ...ids)

      // Three times in four it is the next writer that recovers from the kill; its rows are looked at later.
      if (round % 4 !== 0) continue
      const database = await open()
      const { rows } = await database.db.execute<{ id: number; proof: string }>(
        sql`select id, proof from written order by id`,
      )
      await opened.pop()?.close()
      // One more may be there: committed, and killed before its acknowledgement was written.
      expect(rows.length - acknowledged, `round ${round}: rows beyond the acknowledged`).toBeOneOf([0, 1])
      expect(rows).toEqual(
        rows.map((_, index) => ({
          id: index + 1,
          proof: createHash('sha256')
            .update(String(index + 1))
            .digest('hex'),
        })),
      )
      acknowledged = rows.length
    }
  })

  test('one commit is one fsync, and reading is none', async () => {
    const { db } = await open()
    await db.execute(sql`create table counted (id integer primary key)`)
    const fsync = vi.spyOn(fs, 'fsyncSync')

    for (let id = 1; id <= 100; id++) await db.execute(sql`insert into counted values (${id})`)
    expect(fsync).toHaveBeenCalledTimes(100)

    await db.transaction(async (tx) => {
      for (let id = 101; id <= 200; id++) await tx.execute(sql`insert into counted values (${id})`)
    })
    expect(fsync).toHaveBeenCalledTimes(101)

    await db.execute(sql`select * from counted`)
    expect(fsync).toHaveBeenCalledTimes(101)
  })

  test.each([
    ['whose fsync fails', 'fsyncSync', 'EIO'],
    ['for which the disk has no room', 'writeSync', 'ENOSPC'],
  ] as const)('a commit %s is refused, and the database restarts by itself', async (_, call, code) => {
    const { db } = await open()
    await db.execute(sql`create table kept (id integer primary key)`)
    await db.execute(sql`insert into kept values (1)`)
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    const fault = vi.spyOn(fs, call).mockImplementation(() => {
      throw Object.assign(new Error(code), { code })
    })
    const insert = (id: number) => db.execute(sql`insert into kept values (${id})`)
    const failed = insert(2)
    const waiting = insert(3)
    await expect(failed).rejects.toThrow()
    await expect(waiting).rejects.toThrow()
    await expect(insert(4)).rejects.toThrow()
    expect(log).toHaveBeenCalledWith(expect.stringContaining('has crashed'))

    fault.mockRestore()
    await expect
      .poll(
        () =>
          insert(5).then(
            () => true,
            () => false,
          ),
        { timeout: 20_000 },
      )
      .toBe(true)
    const { rows } = await db.execute<{ id: number }>(sql`select id from kept order by id`)
    expect(rows.map((row) => row.id)).toEqual(expect.arrayContaining([1, 5]))
  })

  test('a first start that is cut off is begun again by the next one', { timeout: 120_000 }, async () => {
    fs.rmSync(join(dataDir, 'database'), { recursive: true })
    const process = startWriter()
    const unfinished = join(dataDir, 'database.unfinished')
    while (!fs.existsSync(join(unfinished, 'PG_VERSION'))) await sleep(5)
    await process.kill()
    expect(fs.existsSync(join(dataDir, 'database'))).toBe(false)

    const { db } = await open()
    expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }])
    expect(fs.existsSync(unfinished)).toBe(false)
  })
})

describe('the lock', () => {
  test('a second process is refused with the process id of the first', async () => {
    const holder = startWriter()
    await holder.hasWritten(1)

    const refused = await openDatabase({ dataDir }).catch((error) => error)
    expect(refused).toBeInstanceOf(DatabaseLockedError)
    expect(refused.holderPid).toBe(holder.child.pid)
    expect(refused.message).toContain(`process ${holder.child.pid}`)
    expect(refused.message).toContain(dataDir)

    const before = holder.lines.length
    await holder.hasWritten(before + 1)
    expect(holder.lines.length, 'the holder goes on').toBeGreaterThan(before)
  })

  test('after kill -9 of the holder the next start succeeds at once', async () => {
    const holder = startWriter()
    await holder.hasWritten(2)
    await holder.kill()
    const { db } = await open()
    expect((await db.execute(sql`select count(*)::int as n from written`)).rows[0]?.n).toBeGreaterThan(0)
  })

  test('a second opening in the same process is refused too', async () => {
    await open()
    await expect(openDatabase({ dataDir })).rejects.toThrow(`this process (process id ${process.pid})`)
  })

  test('a database that crashed can be closed, and opened again', async () => {
    const { db } = await open()
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const fault = vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
      throw new Error('EIO')
    })
    await expect(db.execute(sql`create table never_there (id integer)`)).rejects.toThrow()
    fault.mockRestore()
    await opened.pop()?.close()

    const touched = vi.spyOn(fs, 'openSync')
    await sleep(1_500)
    expect(touched, 'what was closed is not restarted').not.toHaveBeenCalled()
    await expect(open()).resolves.toBeDefined()
  })

  test('a database that was closed can be opened again', async () => {
    await open()
    await opened.pop()?.close()
    await expect(open()).resolves.toBeDefined()
  })

  test('a failed opening leaves the lock free', async () => {
    fs.writeFileSync(join(dataDir, 'database/PG_VERSION'), '9\n')
    await expect(openDatabase({ dataDir })).rejects.not.toBeInstanceOf(DatabaseLockedError)
    fs.writeFileSync(join(dataDir, 'database/PG_VERSION'), '18\n')
    await expect(open()).resolves.toBeDefined()
  })
})

describe('maintenance', () => {
  const noise = (rows: number) =>
    sql`insert into busy (v) select md5(random()::text || g) from generate_series(1, ${rows}::int) g`

  test('a long write-ahead log is cut by a checkpoint', async () => {
    const { db } = await open()
    const redo = async () =>
      (await db.execute<{ lsn: string }>(sql`select redo_lsn::text as lsn from pg_control_checkpoint()`))
        .rows[0]?.lsn
    await db.execute(sql`create table busy (v text)`)
    const before = await redo()

    await maintainEmbedded(db)
    expect(await redo(), 'little was written').toBe(before)

    await db.execute(noise(500_000))
    await maintainEmbedded(db)
    expect(await redo()).not.toBe(before)
  })

  test('a table that changed much is vacuumed and its statistics renewed', async () => {
    const { db } = await open()
    await db.execute(sql`create table busy (v text)`)
    await db.execute(noise(5_000))
    await db.execute(sql`delete from busy where ctid < '(20,1)'`)
    const wear = async () =>
      (
        await db.execute(
          sql`select n_dead_tup::int as dead, n_mod_since_analyze::int as changed from pg_stat_user_tables where relname = 'busy'`,
        )
      ).rows[0]
    expect(await wear()).toMatchObject({ dead: expect.any(Number) })
    await maintainEmbedded(db)
    expect(await wear()).toEqual({ dead: 0, changed: 0 })
  })
})

test('a job block that fails takes no bystander into its failed transaction', async () => {
  const { db, jobsDatabase } = await open()
  const block = expect(jobsDatabase.executeSql('BEGIN; SELECT 1/0; COMMIT;')).rejects.toThrow(
    'division by zero',
  )
  const bystanders = Array.from({ length: 10 }, async (_, n) => {
    for (let turn = 0; turn < n; turn++) await null
    return (await db.execute(sql`select 1 as one`)).rows
  })
  await block
  for (const rows of await Promise.all(bystanders)) expect(rows).toEqual([{ one: 1 }])
})
