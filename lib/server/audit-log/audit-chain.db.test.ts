import { randomBytes } from 'node:crypto'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Database } from '@/lib/db/client'
import { recordAudit } from '@/lib/server/audit'
import { openTestDatabase } from '@/lib/testing/database'
import { emptyAuditLog } from '@/lib/testing/empty-audit-log'
import { parseCheckpoints, publicKey, publicKeyText, signCheckpoint, signingKey } from './checkpoint'
import { createCheckpointWriter } from './checkpoint-writer'
import { readHead, sealWaiting } from './sealer'
import { type ChainFault, readCheckpoints, verifyChain } from './verify'

let database: Database
let directory: string
const now = () => new Date('2026-11-22T21:00:00.123Z')
const key = signingKey(randomBytes(32))
const file = () => path.join(directory, 'checkpoints.jsonl')

beforeAll(async () => {
  database = await openTestDatabase()
  directory = await mkdtemp(path.join(tmpdir(), 'audit-'))
})
afterAll(async () => {
  await database.close()
  await rm(directory, { recursive: true, force: true })
})
beforeEach(async () => {
  await emptyAuditLog(database)
  await rm(file(), { force: true })
})

const write = (count: number, subject = 'one') =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      recordAudit(database.db, {
        at: now(),
        actorId: null,
        action: 'stage-learned',
        subject: ['application', `${subject}-${index}`],
        requestId: 'test',
        detail: { b: index, a: ['€', null, 1.5], before: 'x', after: { y: '😀' } },
      }),
    ),
  )
/** Other tests have transactions in the same cluster, and what they hold back is sealed when they have ended. */
const sealAll = (seq: number) =>
  vi.waitFor(
    async () => {
      await sealWaiting({ db: database.db, now })
      expect((await readHead(database.db)).seq).toBe(seq)
    },
    { timeout: 30_000, interval: 20 },
  )
const idOf = async (seq: number): Promise<string> => {
  const { rows } = await database.db.execute<{ id: string }>(
    sql`select audit_id::text as id from audit_seals where seq = ${seq}`,
  )
  return rows[0]?.id ?? ''
}
/** What the owner of the tables can do, and the desk never does. */
const tamper = (change: string) =>
  database.asOwner((db) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`alter table audit_log disable trigger all`)
      await tx.execute(sql`alter table audit_seals disable trigger all`)
      await tx.execute(sql.raw(change))
      for (const [table, trigger] of [
        ['audit_log', 'audit_log_only_grows'],
        ['audit_log', 'audit_log_never_emptied'],
        ['audit_seals', 'audit_seals_only_grow'],
        ['audit_seals', 'audit_seals_never_emptied'],
      ])
        await tx.execute(sql.raw(`alter table ${table} enable always trigger ${trigger}`))
    }),
  )
const faultOf = async (): Promise<ChainFault | null> => (await verifyChain(database.db)).fault

describe('the database refuses', () => {
  test.each([
    ["update audit_log set action = 'signed-in'"],
    ['delete from audit_log'],
    ['truncate audit_log'],
    ["update audit_seals set seal = 'x'"],
    ['delete from audit_seals'],
    ['truncate audit_seals cascade'],
    ["set session_replication_role = 'replica'; delete from audit_log"],
    ["set desk.masks_card_numbers = 'on'; update audit_log set detail = '{}'"],
  ])('%s', async (statement) => {
    await write(2)
    await sealAll(2)
    // On a session of its own: what it sets must not stay behind. The desk has not the right; the owner meets a trigger.
    await expect(database.withSession((db) => db.execute(sql.raw(statement)))).rejects.toMatchObject({
      cause: { code: '42501', message: expect.stringContaining('permission denied') },
    })
    await expect(database.asOwner((db) => db.execute(sql.raw(statement)))).rejects.toMatchObject({
      cause: { message: expect.stringContaining('is only ever added to') },
    })
    expect(await verifyChain(database.db)).toMatchObject({ seq: 2, unsealed: 0, fault: null })
  })

  test('everything but masking in a row that was never sealed', async () => {
    await write(1)
    const masking = (change: string) =>
      database.asOwner((db) =>
        db.transaction(async (tx) => {
          await tx.execute(sql`set local desk.masks_card_numbers = 'on'`)
          await tx.execute(sql.raw(`update audit_log set ${change}`))
        }),
      )
    await expect(masking(`detail = '{}', actor_id = gen_random_uuid()`)).rejects.toThrow()
    await masking(`detail = '{"masked":true}'`)
    await sealAll(1)
    await expect(masking(`detail = '{}'`)).rejects.toThrow()
  })
})

describe('the chain', () => {
  test('is the same when it is made again from what was read back, whatever a row holds', async () => {
    await write(40)
    await database.db.execute(sql`
      insert into audit_log (at, action, subject_type, subject_id, request_id, address, detail)
      values ('2026-01-01 00:00:00.000001+00', 'signed-in', 'user', 'x', 'r', '2001:db8::1',
        '{"n": 12345678901234567890, "f": 1.0, "e": 1e300, "t": "\\"\\u2028\\u0001", "__proto__": {"x": 1}}')`)
    await sealAll(41)
    expect(await verifyChain(database.db)).toMatchObject({ seq: 41, unsealed: 0, fault: null })
  })

  test('has 10,000 rows in pages, each once', async () => {
    await database.db.execute(sql`
      insert into audit_log (at, action, subject_type, subject_id, request_id, detail)
      select now(), 'section-saved', 'application', n::text, 'r', jsonb_build_object('n', n)
      from generate_series(1, 10000) n`)
    await sealAll(10_000)
    expect(await verifyChain(database.db)).toMatchObject({ seq: 10_000, unsealed: 0, fault: null })
  })

  test('does not fork when many seal at once', async () => {
    await write(50)
    await Promise.all(Array.from({ length: 8 }, () => sealWaiting({ db: database.db, now })))
    await write(50, 'two')
    await Promise.all(Array.from({ length: 8 }, () => sealWaiting({ db: database.db, now })))
    await sealAll(100)
    expect(await faultOf()).toBeNull()
  })

  test('waits for a transaction that began earlier and ends later, and skips none of its rows', async () => {
    await write(1)
    await sealAll(1)
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>()
    const long = database.db.transaction(async (tx) => {
      await recordAudit(tx, {
        at: now(),
        actorId: null,
        action: 'stage-learned',
        subject: ['application', 'late'],
        requestId: 'test',
        detail: {},
      })
      wrote()
      await end
    })
    await written
    await write(3, 'meanwhile')
    await sealWaiting({ db: database.db, now })
    expect(await readHead(database.db)).toMatchObject({ seq: 1, rows: 4 })
    expect(await verifyChain(database.db), 'they are not counted as added').toMatchObject({
      unsealed: 3,
      fault: null,
    })
    resolve()
    await long
    await sealAll(5)
    expect(await verifyChain(database.db)).toMatchObject({ seq: 5, unsealed: 0, fault: null })
  })

  const put = (count: number, xid: string, subject: string) =>
    database.db.execute(sql`
      insert into audit_log (at, action, subject_type, subject_id, request_id, detail, xid)
      select now(), 'section-saved', 'application', ${subject}, 'r', '{}', ((${xid}::numeric + n)::text)::xid8
      from generate_series(1, ${count}) n`)
  const present = async (): Promise<bigint> => {
    const { rows } = await database.db.execute<{ xid: string }>(
      sql`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`,
    )
    return BigInt(rows[0]?.xid ?? 0)
  }
  /** What `pg_restore` does: rows and seals of another cluster come in at once. */
  const restore = () =>
    tamper(`
      create temporary table seals_kept on commit drop as select * from audit_seals;
      delete from audit_seals;
      insert into audit_seals select * from seals_kept`)

  test('goes on after a restore of rows whose transactions lie far ahead of the new cluster', async () => {
    await put(3, '900000000', 'restored')
    await sealAll(3)
    await restore()
    // Three that were waiting for their seal when they were dumped.
    await put(3, '900000010', 'waited')
    for (const [index, seals] of [8, 10].entries()) {
      await write(2, `new-${index}`)
      await sealAll(seals)
    }
    expect(await verifyChain(database.db)).toMatchObject({ seq: 10, unsealed: 0, fault: null })
  })

  test('goes on while the new cluster passes through the transactions of the former one', async () => {
    await put(300, String((await present()) - 100n), 'restored')
    // As they were sealed over there, and not in the order of this cluster.
    await tamper(`
      insert into audit_seals (seq, audit_id, seal, sealed_at)
      select row_number() over (order by xid, id), id, 'x', now() from audit_log`)
    for (let index = 1; index <= 5; index += 1) {
      await write(10, `new-${index}`)
      await sealAll(300 + 10 * index)
    }
    const { rows } = await database.db.execute(sql`
      select count(*)::int as waiting from audit_log a
      where not exists (select from audit_seals s where s.audit_id = a.id)`)
    expect(rows).toEqual([{ waiting: 0 }])
  })

  test.each([['18446744073709551000'], ['9000000000']])(
    'is not held up by a row whose transaction is given as %s',
    async (xid) => {
      await write(2)
      await put(1, xid, 'given')
      await sealAll(3)
      await write(2, 'after')
      await sealAll(5)
      expect(await verifyChain(database.db)).toMatchObject({ seq: 5, unsealed: 0, fault: null })
    },
  )

  test('is not held up by a row whose transaction is only just ahead, while another writes', async () => {
    await write(1)
    await sealAll(1)
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const { promise: written, resolve: wrote } = Promise.withResolvers<void>()
    const long = database.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_current_xact_id()`)
      wrote()
      await end
      await recordAudit(tx, {
        at: now(),
        actorId: null,
        action: 'stage-learned',
        subject: ['application', 'late'],
        requestId: 'test',
        detail: {},
      })
    })
    await written
    const soon = await present()
    await put(40, String(soon), 'soon')
    for (let index = 0; index < 60; index += 1) {
      await write(1, `meanwhile-${index}`)
      await sealWaiting({ db: database.db, now })
    }
    resolve()
    await long
    await sealAll(102)
    expect(await verifyChain(database.db)).toMatchObject({ seq: 102, unsealed: 0, fault: null })
  })

  test('goes on where a sealer broke off before its commit', async () => {
    await write(5)
    await sealAll(5)
    await write(5, 'two')
    const db = new Proxy(database.db, {
      get: (target, name) =>
        name === 'transaction'
          ? (run: Parameters<typeof target.transaction>[0]) =>
              target.transaction(async (tx) => {
                await run(tx)
                throw new Error('killed')
              })
          : Reflect.get(target, name),
    })
    await expect(sealWaiting({ db, now })).rejects.toThrow('killed')
    expect(await readHead(database.db)).toMatchObject({ seq: 5, rows: 10 })
    await sealAll(10)
    expect(await faultOf()).toBeNull()
  })
})

describe('the verifier names', () => {
  beforeEach(async () => {
    await write(6)
    await sealAll(6)
  })

  test.each([
    ['actor_id = gen_random_uuid()'],
    ["at = at + interval '1 microsecond'"],
    ["action = 'signed-in'"],
    ["subject_type = 'user'"],
    ["subject_id = 'other'"],
    ["request_id = 'other'"],
    ["address = '203.0.113.7'"],
    [`detail = detail || '{"b": 99}'`],
    [`detail = detail - 'before'`],
  ])('a row of which this was changed: %s', async (change) => {
    const row = await idOf(3)
    await tamper(`update audit_log set ${change} where id = ${row}`)
    expect(await faultOf()).toEqual({ kind: 'row-changed', seq: 3, row })
  })

  test('a row that was deleted, in the middle and at the end', async () => {
    const [middle, last] = [await idOf(4), await idOf(6)]
    await tamper(`delete from audit_log where id = ${last}`)
    expect(await faultOf()).toEqual({ kind: 'row-missing', seq: 6, row: last })
    await tamper(`delete from audit_log where id = ${middle}`)
    expect(await faultOf()).toEqual({ kind: 'row-missing', seq: 4, row: middle })
    await write(1, 'after')
    await sealAll(7)
    expect(await faultOf()).toEqual({ kind: 'row-missing', seq: 4, row: middle })
  })

  test('a row that was put between others', async () => {
    await write(1, 'after')
    await sealAll(7)
    await tamper(`
      insert into audit_log (id, at, action, subject_type, subject_id, request_id, detail, xid)
      overriding system value
      select 9000000, at, action, subject_type, 'forged', request_id, detail, '3' from audit_log
      where id = ${await idOf(2)}`)
    await write(1, 'last')
    await sealAll(8)
    expect(await faultOf()).toEqual({ kind: 'row-added', row: '9000000' })
  })

  test('two rows that changed places', async () => {
    const [one, other] = [await idOf(2), await idOf(5)]
    await tamper(`
      update audit_log a set (at, action, subject_id, detail) =
        (select at, action, subject_id, detail from audit_log b
         where b.id = case a.id when ${one} then ${other} else ${one} end)
      where id in (${one}, ${other})`)
    expect(await faultOf()).toEqual({ kind: 'row-changed', seq: 2, row: one })
  })

  test('a seal that was changed, and one that is gone', async () => {
    const [row, next] = [await idOf(3), await idOf(4)]
    await tamper(`update audit_seals set seal = repeat('a', 64) where seq = 3`)
    expect(await faultOf()).toEqual({ kind: 'seal-changed', seq: 3, row })
    await tamper(`update audit_seals set audit_id = ${next} + 1000 where seq = 4`)
    await tamper('delete from audit_seals where seq = 2')
    expect(await faultOf()).toEqual({ kind: 'seal-missing', seq: 2 })
  })
})

describe('checkpoints', () => {
  const writer = () => createCheckpointWriter({ db: database.db, now }, key, { file: file(), post: null })
  const read = async () => parseCheckpoints(await readFile(file(), 'utf8')).checkpoints
  const verify = async () => verifyChain(database.db, readCheckpoints(await read(), key.public).good)

  test('are signed, one a line, also after a line that a crash cut, and none for nothing new', async () => {
    const { write: checkpoint, state } = writer()
    await write(3)
    await sealAll(3)
    await checkpoint()
    await checkpoint()
    await appendFile(file(), '{"v":1,"seq":4,"he')
    await write(2, 'two')
    await sealAll(5)
    await checkpoint()
    expect(state()).toMatchObject({ last: { seq: 5, rows: 5 }, problem: null })
    const { checkpoints, unreadable } = parseCheckpoints(await readFile(file(), 'utf8'))
    expect(checkpoints.map(({ seq }) => seq)).toEqual([3, 5])
    expect(unreadable).toEqual([2])
    expect(await verify()).toMatchObject({ seq: 5, checkpoints: 2, fault: null })
  })

  test('that cannot be written are said to be missing', async () => {
    const nowhere = createCheckpointWriter({ db: database.db, now }, key, {
      file: path.join(file(), 'below-a-file'),
      post: null,
    })
    await write(1)
    await sealAll(1)
    await writer().write()
    await nowhere.write()
    expect(nowhere.state()).toMatchObject({ last: null, problem: expect.stringContaining('not be written') })
  })

  test('show rows that were deleted at the end with their seals, and a chain that was sealed anew', async () => {
    await write(6)
    await sealAll(6)
    await writer().write()
    const gone = await idOf(6)
    await tamper(`delete from audit_log where id = ${gone}`)
    await tamper('delete from audit_seals where seq = 6')
    expect(await faultOf(), 'the chain alone cannot know').toBeNull()
    expect((await verify()).fault).toEqual({ kind: 'cut-off', seq: 5, checkpointSeq: 6 })
    await write(1, 'in its place')
    await sealAll(6)
    expect((await verify()).fault).toEqual({ kind: 'resealed', seq: 6 })

    await tamper(`update audit_log set actor_id = gen_random_uuid() where id = ${await idOf(2)}`)
    await tamper('delete from audit_seals')
    await sealAll(6)
    expect(await faultOf()).toBeNull()
    expect((await verify()).fault).toEqual({ kind: 'resealed', seq: 6 })
  })

  test('are not signed for a chain that was sealed anew, also not by a desk that starts after it', async () => {
    await write(6)
    await sealAll(6)
    const running = writer()
    await running.write()
    await tamper(`update audit_log set actor_id = gen_random_uuid() where id = ${await idOf(6)}`)
    await tamper('delete from audit_seals where seq = 6')
    await sealAll(6)
    await write(1, 'later')
    await sealAll(7)
    for (const one of [running, writer()]) {
      await one.write()
      expect(one.state().problem).toContain('Seal 6 is not')
    }
    expect((await read()).map(({ seq }) => seq)).toEqual([6])
    expect((await verify()).fault).toEqual({ kind: 'resealed', seq: 6 })
  })

  test('must all fit where one seal has several, whichever is later', async () => {
    await write(1)
    await sealAll(1)
    const head = { ...(await readHead(database.db)), at: now().toISOString() }
    const right = signCheckpoint(head, key)
    const wrong = signCheckpoint({ ...head, head: 'f'.repeat(64) }, key)
    const resealed = { kind: 'resealed', seq: 1 }
    expect((await verifyChain(database.db, [wrong, right])).fault).toEqual(resealed)
    expect((await verifyChain(database.db, [right, wrong])).fault).toEqual(resealed)
    expect(await verifyChain(database.db, [right, right])).toMatchObject({ checkpoints: 2, fault: null })
  })

  test('show rows that were deleted before they were sealed', async () => {
    await write(2)
    await sealAll(2)
    await write(2, 'unsealed')
    const head = await readHead(database.db)
    await tamper(`delete from audit_log where subject_id like 'unsealed-%'`)
    const checkpoint = signCheckpoint({ ...head, at: now().toISOString() }, key)
    expect((await verifyChain(database.db, [checkpoint])).fault).toMatchObject({
      kind: 'rows-fewer',
      rows: 2,
    })
  })

  test('are told from those of another key, and from forged ones', async () => {
    await write(1)
    await sealAll(1)
    const head = { ...(await readHead(database.db)), at: now().toISOString() }
    const good = signCheckpoint(head, key)
    const forged = { ...good, head: 'f'.repeat(64) }
    const other = signCheckpoint(head, signingKey(randomBytes(32)))
    expect(readCheckpoints([good, forged, other], key.public)).toEqual({
      good: [good],
      bad: [forged],
      others: [other],
    })
    expect(publicKey(publicKeyText(key.public)).id).toBe(key.public.id)
    expect(() => publicKey('short')).toThrow('32 bytes')
  })
})
