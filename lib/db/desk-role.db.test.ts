import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { auditLog } from '@/lib/db/schema/desk'
import { RESET_CONTROLS } from '@/lib/sandbox/control/reset'
import { recordAudit } from '@/lib/server/audit'
import { sealWaiting } from '@/lib/server/audit-log/sealer'
import { verifyChain } from '@/lib/server/audit-log/verify'
import { sweepAuditLog, sweepCardNumbers } from '@/lib/server/card-numbers/card-number-sweep'
import { createOwnDatabase } from '@/lib/testing/test-cluster'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { type Database, type Db, joinDatabase, migrateDatabase, openDatabase } from './client'
import { grantDesk } from './desk-role'
import { DESK_ROLE } from './engine/roles'
import { openPostgres } from './postgres'

const NOBODY = 'http://127.0.0.1:9'
const keyEncryptionKey = randomBytes(32)

const CHANGES = [
  "update audit_log set action = 'signed-out'",
  'delete from audit_log',
  'truncate audit_log',
  "update audit_seals set seal = 'x'",
  'delete from audit_seals',
  'truncate audit_seals cascade',
  'alter table audit_log disable trigger audit_log_only_grows',
  'alter table audit_log rename to away',
  'drop trigger audit_log_only_grows on audit_log',
  'drop table audit_log',
  "set session_replication_role = 'replica'",
  'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return new; end $$',
  "set desk.masks_card_numbers = 'on'; update audit_log set detail = '{}'",
]

/** Refused for lack of privileges, not by the triggers, which use the same code but other words. */
async function expectRefused(db: Db, statements: readonly string[]): Promise<void> {
  for (const statement of statements) {
    const refusal = expect.objectContaining({
      code: '42501',
      message: expect.stringMatching(/^(permission denied|must be owner|no privileges|only roles)/i),
    })
    await expect(db.execute(sql.raw(statement)), statement).rejects.toMatchObject({ cause: refusal })
  }
}

/** What every desk does: rows, jobs, seals, the card number sweep, and a sandbox reset. */
async function expectToWork(desk: TestDesk): Promise<void> {
  const { services, database } = desk
  const ana = await desk.as(`Ana ${randomBytes(4).toString('hex')}`)
  await recordAudit(services.db, {
    at: new Date(),
    actorId: ana.actor.id,
    action: 'signed-in',
    subject: ['user', ana.actor.id],
    requestId: 'r',
    detail: {},
  })
  await services.jobs.enqueue('check-connections', 'once', {})
  await sweepCardNumbers(services, database)
  const [reset] = RESET_CONTROLS
  await services.db.transaction((tx) => reset?.methods.POST?.run({ tx } as never) as Promise<unknown>)
  const { rows } = await services.db.execute<{ n: number }>(sql`select count(*)::int as n from audit_log`)
  await vi.waitFor(
    async () => {
      await sealWaiting(services)
      expect(await verifyChain(services.db)).toMatchObject({ seq: rows[0]?.n, unsealed: 0, fault: null })
    },
    { timeout: 30_000, interval: 50 },
  )
}

describe('a role of a PostgreSQL elsewhere', () => {
  async function openGranted({ migrated }: { migrated: boolean }) {
    const own = await createOwnDatabase({ migrated })
    const superuser = openPostgres(own.owner)
    const name = randomBytes(6).toString('hex')
    const [role, ownerRole] = [`desk_${name}`, `owner_${name}`]
    await superuser.db.execute(
      sql.raw(`create role ${role} login password 'secret'; create role ${ownerRole} login password 'secret';
        alter database ${own.owner.database} owner to ${ownerRole}`),
    )
    const as = (user: string) => Object.assign(new URL(own.url), { username: user, password: 'secret' }).href
    // As in real installations: the owner of an empty database is neither a superuser nor a member of the role.
    const owner = migrated ? superuser : openPostgres(as(ownerRole))
    onTestFinished(async () => {
      if (owner !== superuser) await owner.close()
      await superuser.close()
      await own.drop()
    })
    const grant = async () => {
      await migrateDatabase(owner)
      await grantDesk(owner.db, role)
    }
    const open = async () => {
      const desk = await openTestDesk({ partnerUrl: NOBODY, databaseUrl: as(role), keyEncryptionKey })
      // Close the desk before the database is dropped.
      onTestFinished(() => desk.close())
      return desk
    }
    return { owner, grant, open }
  }

  test.each([
    { migrated: false, which: 'that no desk has been started on' },
    { migrated: true, which: 'that was a desk of its owner before' },
  ])('runs a desk in a database $which, and cannot change its audit log', async ({ migrated }) => {
    const { owner, grant, open } = await openGranted({ migrated })
    if (!migrated) await expect(open()).rejects.toThrow(/run npm run db:grant -- ROLE/)
    await grant()
    const desk = await open()
    await expectToWork(desk)
    await expectRefused(desk.services.db, CHANGES)
    expect((await verifyChain(owner.db)).fault).toBeNull()
    // As after each upgrade.
    await grant()
    await expectToWork(desk)
  })

  test('has old rows of the audit log masked by its owner, and says so where that was not done', async () => {
    const { owner, grant, open } = await openGranted({ migrated: true })
    await grant()
    const desk = await open()
    const kept = {
      at: new Date(),
      action: 'signed-in',
      subjectType: 'user',
      subjectId: 'x',
      requestId: 'r',
    } as const
    await desk.services.db
      .insert(auditLog)
      .values({ ...kept, detail: { note: 'paid by 4111 1111 1111 1111' } })
    await expect(sweepCardNumbers(desk.services, desk.database)).rejects.toThrow(/run npm run db:grant/)
    expect(await sweepAuditLog(owner.db)).toBe(1)
    await sweepCardNumbers(desk.services, desk.database)
    const rows = await desk.services.db.select({ detail: auditLog.detail }).from(auditLog)
    expect(JSON.stringify(rows)).not.toMatch(/4111 1111 1111 1111/)
  })
})

describe('in the embedded database', () => {
  const newFolder = () => {
    const folder = fs.mkdtempSync(join(tmpdir(), 'payfac-desk-role-'))
    onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
    return folder
  }
  const openIn = (dataDir: string) => openTestDesk({ partnerUrl: NOBODY, dataDir, keyEncryptionKey })

  test('the desk has a role that cannot change the audit log, nor reach its files, programs and roles', async () => {
    const desk = await openIn(newFolder())
    try {
      await expectToWork(desk)
      await expectRefused(desk.services.db, [
        ...CHANGES,
        "select pg_read_file('desk-password')",
        "copy (select 1) to program 'true'",
        "copy (select 1) to '/tmp/out'",
        'create role another superuser',
        "alter role desk password 'known'",
        `alter role ${DESK_ROLE} superuser`,
        'set role desk',
        'alter system set fsync = off',
        'create table public.own (n int)',
        'delete from drizzle.__drizzle_migrations',
      ])
      expect(await verifyChain(desk.services.db)).toMatchObject({ fault: null })
    } finally {
      await desk.close()
    }
  })

  test('a folder of a version that had one role is brought along when it is opened, also without a migration', async () => {
    const dataDir = newFolder()
    const first = await openIn(dataDir)
    await expectToWork(first)
    const before = await verifyChain(first.services.db)
    // As that version left it: the owner owns everything, even the jobs, and there is no other role.
    await first.database.asOwner((db) =>
      db.execute(sql.raw(`reassign owned by ${DESK_ROLE} to desk; drop owned by ${DESK_ROLE}`)),
    )
    await first.close()
    const undone: Database = await openDatabase({ dataDir })
    expect((await undone.db.execute(sql`select current_user as me`)).rows).toEqual([{ me: DESK_ROLE }])
    expect((await undone.db.execute(sql`select count(*)::int as n from audit_log`)).rows).toEqual([
      { n: before.seq },
    ])
    await undone.close()
    // The same from a command beside it, while that version runs.
    const running = await openDatabase({ dataDir })
    await running.asOwner((db) =>
      db.execute(
        sql.raw(`reassign owned by ${DESK_ROLE} to desk; drop owned by ${DESK_ROLE}; drop role ${DESK_ROLE}`),
      ),
    )
    const beside = await joinDatabase({ dataDir })
    expect((await beside.db.execute(sql`select current_user as me from audit_log limit 1`)).rows).toEqual([
      { me: DESK_ROLE },
    ])
    await beside.close()
    await running.close()
    const second = await openIn(dataDir)
    try {
      await expectToWork(second)
      await expectRefused(second.services.db, CHANGES)
    } finally {
      await second.close()
    }
  })
})
