import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sealWaiting } from '@/lib/server/audit-log/sealer'
import { verifyChain } from '@/lib/server/audit-log/verify'
import { createOwnDatabase, type OwnDatabase } from '@/lib/testing/test-cluster'
import { openTestDesk } from '@/lib/testing/test-desk'
import type { Database } from './client'
import { grantDesk } from './desk-role'
import { openPostgres } from './postgres'

let own: OwnDatabase
let owner: Database
const role = `desk_${randomBytes(6).toString('hex')}`

beforeAll(async () => {
  own = await createOwnDatabase({ migrated: true })
  owner = openPostgres(own.connection)
  await owner.db.execute(sql.raw(`create role ${role} login password 'of-the-desk'`))
  await grantDesk(owner.db, role)
})
afterAll(async () => {
  await owner.db.execute(sql.raw(`drop owned by ${role}; drop role ${role}`))
  await owner.close()
  await own.drop()
})

test('a desk runs as a role that owns nothing, adds to the audit log, and cannot change it by any statement', async () => {
  const address = new URL(own.url)
  address.username = role
  address.password = 'of-the-desk'
  const desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:9', databaseUrl: address.href })
  const { db } = desk.services
  try {
    await desk.as('Ana')
    await db.execute(sql`insert into audit_log (at, action, subject_type, subject_id, request_id, detail)
      values (now(), 'signed-in', 'user', 'x', 'r', '{}')`)
    await desk.services.jobs.enqueue('check-connections', 'once', {})
    await vi.waitFor(
      async () => {
        await sealWaiting(desk.services)
        expect(await verifyChain(db)).toMatchObject({ seq: 1, unsealed: 0, fault: null })
      },
      { timeout: 30_000, interval: 50 },
    )
    for (const statement of [
      "update audit_log set action = 'signed-out'",
      'delete from audit_log',
      'truncate audit_log',
      "update audit_seals set seal = 'x'",
      'delete from audit_seals',
      'alter table audit_log disable trigger audit_log_only_grows',
      'drop trigger audit_log_only_grows on audit_log',
      'drop table audit_log',
      "set session_replication_role = 'replica'",
      'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return new; end $$',
      "set desk.masks_card_numbers = 'on'; update audit_log set detail = '{}'",
    ])
      await expect(db.execute(sql.raw(statement)), statement).rejects.toMatchObject({
        cause: { code: '42501' },
      })
  } finally {
    await desk.close()
  }
  expect(await verifyChain(owner.db)).toMatchObject({ seq: 1, fault: null })
})
