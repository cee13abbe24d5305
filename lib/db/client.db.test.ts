import { once } from 'node:events'
import fs from 'node:fs'
import { createServer, type Socket, connect as tcpConnect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { bigint, customType, jsonb, numeric, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestDatabase } from '@/lib/testing/database'
import { makeTable } from '@/lib/testing/make-table'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { createOwnDatabase } from '@/lib/testing/test-cluster'
import { type Database, isMigrated, migrateDatabase, openDatabase, uniqueViolation } from './client'
import { openPostgres } from './postgres'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

const samples = pgTable('samples', {
  id: uuid().primaryKey().defaultRandom(),
  name: text().notNull().unique(),
  small: bigint({ mode: 'number' }).notNull(),
  large: bigint({ mode: 'bigint' }).notNull(),
  share: numeric({ precision: 9, scale: 4 }).notNull(),
  draft: jsonb().$type<Record<string, unknown>>().notNull(),
  roles: text().array().notNull(),
  sealed: bytes().notNull(),
  at: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
})

const sample = {
  name: 'Harbor Lane Coffee',
  small: Number.MAX_SAFE_INTEGER,
  large: 9_223_372_036_854_775_807n,
  share: '33.3300',
  draft: { merchant: { name: 'Ünïcode "quoted"', list: [1, null, true], deep: { empty: {} } } },
  roles: ['onboarding', 'has,comma', 'has "quote"'],
  sealed: Buffer.from([0, 255, 92, 39]),
  at: new Date('2026-03-29T01:30:00.123Z'),
}

const createSamples = sql`create table samples (
  id uuid primary key default gen_random_uuid(), name text not null unique, small bigint not null,
  large bigint not null, share numeric(9,4) not null, draft jsonb not null, roles text[] not null,
  sealed bytea not null, at timestamptz not null)`

const temporary: string[] = []
afterAll(() => {
  for (const directory of temporary) fs.rmSync(directory, { recursive: true })
})

/** A migrations directory as drizzle-kit writes it, one step each. */
function migrations(statements: string[]): string {
  const directory = fs.mkdtempSync(join(tmpdir(), 'payfac-desk-migrations-'))
  temporary.push(directory)
  fs.mkdirSync(join(directory, 'meta'))
  const entries = statements.map((statement, idx) => {
    fs.writeFileSync(join(directory, `000${idx}_step.sql`), statement)
    return { idx, version: '7', when: 1_700_000_000_000 + idx, tag: `000${idx}_step`, breakpoints: true }
  })
  const journal = { version: '7', dialect: 'postgresql', entries }
  fs.writeFileSync(join(directory, 'meta/_journal.json'), JSON.stringify(journal))
  return directory
}

/** What use cases may rely on with either driver. */
function sameOnBoth(open: () => Promise<Database>): void {
  let database: Database

  beforeEach(async () => {
    database = await open()
    await makeTable(database, createSamples)
  })
  afterEach(() => database.close())

  test('every column type comes back as it went in', async () => {
    const { db } = database
    const [inserted] = await db.insert(samples).values(sample).returning()
    expect(inserted).toEqual({ id: expect.any(String), ...sample })
    expect(await db.select().from(samples)).toEqual([inserted])
  })

  test('raw statements give the same values', async () => {
    const { db } = database
    await db.insert(samples).values(sample)
    const { rows } = await db.execute(
      sql`select count(*) as n, max(small) as small, sum(share) as share, 1::int as whole, 1.5::float8 as real, true as yes,
        max(draft::text)::jsonb as draft, min(sealed::text)::bytea as sealed, current_setting('TimeZone') as zone from samples`,
    )
    expect(rows).toEqual([
      {
        n: '1',
        small: String(Number.MAX_SAFE_INTEGER),
        share: '33.3300',
        whole: 1,
        real: 1.5,
        yes: true,
        draft: sample.draft,
        sealed: sample.sealed,
        zone: 'UTC',
      },
    ])
  })

  test('a transaction that throws leaves nothing, and one that returns leaves all', async () => {
    const { db } = database
    const attempt = db.transaction(async (tx) => {
      await tx.insert(samples).values(sample)
      throw new Error('on second thoughts')
    })
    await expect(attempt).rejects.toThrow('on second thoughts')
    expect(await db.$count(samples)).toBe(0)

    const name = await db.transaction(async (tx) => {
      const [row] = await tx.insert(samples).values(sample).returning()
      await tx
        .transaction(async (inner) => {
          await inner.update(samples).set({ name: 'renamed' })
          inner.rollback()
        })
        .catch(() => {})
      return row?.name
    })
    expect(name).toBe(sample.name)
    expect(await db.select({ name: samples.name }).from(samples)).toEqual([{ name: sample.name }])
  })

  test('a unique violation is known as such, with its constraint; another error is not', async () => {
    const { db } = database
    await db.insert(samples).values(sample)
    const twice = await db
      .insert(samples)
      .values(sample)
      .catch((error) => error)
    expect(uniqueViolation(twice)).toBe('samples_name_key')

    const inTransaction = await db
      .transaction((tx) => tx.insert(samples).values(sample))
      .catch((error) => error)
    expect(uniqueViolation(inTransaction)).toBe('samples_name_key')

    const other = await db.execute(sql`insert into samples (name) values (null)`).catch((error) => error)
    expect(uniqueViolation(other)).toBeNull()
    expect(uniqueViolation('23505')).toBeNull()
  })

  test('migrations are applied once, in order, and what was applied is known', async () => {
    const { db } = database
    const steps = [
      'create table a (n int);--> statement-breakpoint\ninsert into a values (1)',
      'update a set n = n + 1',
    ]
    const first = migrations(steps.slice(0, 1))
    const both = migrations(steps)
    expect(await isMigrated(db, both)).toBe(false)
    expect(await migrateDatabase(database, first)).toBe(1)
    expect(await isMigrated(db, first)).toBe(true)
    expect(await isMigrated(db, both)).toBe(false)
    expect(await migrateDatabase(database, both)).toBe(1)
    expect(await migrateDatabase(database, both)).toBe(0)
    expect((await db.execute(sql`select n from a`)).rows).toEqual([{ n: 2 }])
  })

  test('a migration that fails leaves nothing of its run behind', async () => {
    const broken = migrations(['create table a (n int)', 'create table b (n int); select 1/0'])
    await expect(migrateDatabase(database, broken)).rejects.toThrow()
    expect(await isMigrated(database.db, broken)).toBe(false)
    const { rows } = await database.db.execute(
      sql`select to_regclass('a')::text as a, to_regclass('b')::text as b`,
    )
    expect(rows).toEqual([{ a: null, b: null }])
  })

  test('jobs run, beside the work of the desk', { timeout: 60_000 }, async () => {
    const boss = new PgBoss({ db: database.jobsDatabase, createSchema: false })
    boss.on('error', () => {})
    await boss.start()
    try {
      await boss.createQueue('greet')
      const done = new Promise((resolve) => {
        boss.work('greet', { pollingIntervalSeconds: 0.5 }, async ([job]) => resolve(job?.data))
      })
      await boss.send('greet', { merchant: 'Harbor Lane Coffee' })
      await database.db.insert(samples).values(sample)
      expect(await done).toEqual({ merchant: 'Harbor Lane Coffee' })
    } finally {
      await boss.stop({ graceful: false })
    }
  })
}

describe('embedded', () => {
  sameOnBoth(openTestDatabase)

  test('a test database is migrated and empty, and two of them are apart', async () => {
    const [one, other] = await Promise.all([openTestDatabase(), openTestDatabase()])
    expect(await isMigrated(one.db)).toBe(true)
    await makeTable(one, sql`create table only_here (n int)`)
    expect((await other.db.execute(sql`select to_regclass('only_here') as t`)).rows).toEqual([{ t: null }])
    await Promise.all([one.close(), other.close()])
  })
})

withPostgres('a database named by DATABASE_URL', (createDatabase) => {
  sameOnBoth(async () => openDatabase({ databaseUrl: await createDatabase(), dataDir: '' }))

  test("the desk's own migrations apply here too", async () => {
    const own = await createOwnDatabase({ migrated: false })
    const database = openPostgres(own.url)
    expect(await isMigrated(database.db)).toBe(false)
    expect(await migrateDatabase(database)).toBeGreaterThan(0)
    expect(await isMigrated(database.db)).toBe(true)
    await database.close()
    await own.drop()
  })

  test('starters that migrate together take turns', async () => {
    const url = await createDatabase()
    const slow = migrations(['select pg_sleep(0.3)', 'create table once (n int)'])
    const starters = Array.from({ length: 4 }, () => openPostgres(url))
    const applied = await Promise.all(starters.map((database) => migrateDatabase(database, slow)))
    expect(applied.sort()).toEqual([0, 0, 0, 2])
    await Promise.all(starters.map((database) => database.close()))
  })

  test('a migration that waits for a table lets those pass who read it, and comes again', async () => {
    const url = await createDatabase()
    const [desk, report] = [openPostgres(url), openPostgres(url)]
    await desk.db.execute(sql`create table busy (n int)`)
    const held = Promise.withResolvers<void>()
    const { promise: isHeld, resolve } = Promise.withResolvers<void>()
    const reading = report.db.transaction(async (tx) => {
      await tx.execute(sql`select * from busy`)
      resolve()
      await held.promise
    })
    await isHeld
    const migrated = migrateDatabase(desk, migrations(['alter table busy add column m int']))
    // The migration waits for the lock, and readers queue behind it.
    await expect
      .poll(async () => {
        const { rows } = await report.db.execute(
          sql`select 1 from pg_locks where not granted and relation = 'busy'::regclass`,
        )
        return rows.length
      })
      .toBe(1)
    await report.db.execute(sql`select * from busy`)
    held.resolve()
    await reading
    expect(await migrated).toBe(1)
    await Promise.all([desk.close(), report.close()])
  })

  describe('an index that is built while others write', () => {
    const table = 'create table busy (n int)'
    const index = 'create unique index concurrently "busy_n" on busy (n)'
    const stateOf = async ({ db }: Database) =>
      (
        await db.execute(
          sql`select indisvalid as valid from pg_index where indexrelid = to_regclass('busy_n')`,
        )
      ).rows

    test('it comes after the others, and whoever writes goes on meanwhile', async () => {
      const url = await createDatabase()
      const [desk, other] = [openPostgres(url), openPostgres(url)]
      await migrateDatabase(desk, migrations([table]))
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
      const writing = other.db.transaction(async (tx) => {
        await tx.execute(sql`insert into busy values (1)`)
        holds()
        await held
      })
      await isHeld
      const withIndex = migrations([table, index])
      const migrated = migrateDatabase(desk, withIndex)
      // The index exists and waits for the writer, and no other statement waits for the index.
      await expect.poll(() => stateOf(other)).toEqual([{ valid: false }])
      await other.db.execute(sql`insert into busy values (2)`)
      expect(await isMigrated(other.db, withIndex)).toBe(false)
      letGo()
      await writing
      expect(await migrated).toBe(1)
      expect(await stateOf(other)).toEqual([{ valid: true }])
      expect(await isMigrated(other.db, withIndex)).toBe(true)
      await Promise.all([desk.close(), other.close()])
    })

    test('what was left unfinished is said, and made up for by the next start; several starters take turns', async () => {
      const url = await createDatabase()
      const desk = openPostgres(url)
      await migrateDatabase(desk, migrations([table]))
      await desk.db.execute(sql`insert into busy values (1), (1)`)
      const withIndex = migrations([table, index])
      await expect(migrateDatabase(desk, withIndex)).rejects.toThrow('The index busy_n could not be built.')
      expect(await stateOf(desk)).toEqual([{ valid: false }])
      await desk.db.execute(sql`delete from busy where ctid = (select min(ctid) from busy)`)
      const starters = [desk, openPostgres(url), openPostgres(url)]
      expect(await Promise.all(starters.map((one) => migrateDatabase(one, withIndex)))).toEqual([0, 0, 0])
      expect(await stateOf(desk)).toEqual([{ valid: true }])
      await Promise.all(starters.map((one) => one.close()))
    })

    test('a new database has it with its tables', async () => {
      const desk = openPostgres(await createDatabase())
      expect(await migrateDatabase(desk, migrations([table, index]))).toBe(2)
      expect(await stateOf(desk)).toEqual([{ valid: true }])
      await desk.close()
    })
  })

  test('a lost connection rejects, in and out of a transaction, and the next statement has a new one', async () => {
    const url = await createDatabase()
    const database = openPostgres(url)
    const other = openPostgres(url)
    const endConnections = () =>
      other.db.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
    const waiting = expect(database.db.execute(sql`select pg_sleep(20)`)).rejects.toThrow()
    await expect
      .poll(
        async () =>
          (await other.db.execute(sql`select 1 from pg_stat_activity where query like 'select pg_sleep%'`))
            .rows.length,
      )
      .toBe(1)
    await endConnections()
    await waiting

    const betweenStatements = database.db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      await endConnections()
      // The error arrives while no statement is running.
      await sleep(100)
      await tx.execute(sql`select 2`)
    })
    await expect(betweenStatements).rejects.toThrow()

    expect((await database.db.execute(sql`select 3 as three`)).rows).toEqual([{ three: 3 }])
    await Promise.all([database.close(), other.close()])
  })

  test('a server that falls silent rejects in the end, and recovers', async () => {
    const url = new URL(await createDatabase())
    const route = await startRoute(Number(url.port || 5432), url.hostname)
    url.hostname = '127.0.0.1'
    url.port = String(route.port)
    const database = openPostgres(url.href, { silenceTimeoutMs: 500 })
    await database.db.execute(sql`select 1`)

    route.cut(true)
    await expect(database.db.execute(sql`select 2`)).rejects.toThrow()
    await expect(database.db.transaction((tx) => tx.execute(sql`select 3`))).rejects.toThrow()
    route.cut(false)
    expect((await database.db.execute(sql`select 4 as four`)).rows).toEqual([{ four: 4 }])

    await database.close()
    route.close()
  })

  test('a server that is not there rejects', async () => {
    const url = new URL(await createDatabase())
    url.hostname = '127.0.0.1'
    url.port = '1'
    const database = openPostgres(url.href)
    await expect(database.db.execute(sql`select 1`)).rejects.toThrow()
    await expect(migrateDatabase(database)).rejects.toThrow()
    await database.close()
  })
})

/** A route to the server that can drop every packet without closing a connection. */
async function startRoute(port: number, host: string) {
  let isCut = false
  const sockets = new Set<Socket>()
  const server = createServer((near) => {
    const far = tcpConnect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (data) => {
        if (!isCut) to.write(data)
      })
      from.on('close', () => to.destroy())
      from.on('error', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  return {
    port: address.port,
    cut: (lost: boolean) => {
      isCut = lost
    },
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
