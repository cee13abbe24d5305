import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createOwnDatabase } from '@/lib/testing/test-cluster'
import { emptierOf } from './emptier'
import { Reader } from './reader'

test('a history’s rows and pages are gone, sequences start again, and the audit log is protected again', async () => {
  const control = await openControl()
  const empty = await emptierOf(control)
  const write = () =>
    control.query(`
      insert into users (id, email, name, password_hash, roles)
        select gen_random_uuid(), 'person-' || n || '@desk.test', 'Ana', 'none', '{finance}' from generate_series(1, 300) n;
      insert into audit_log (at, action, subject_type, subject_id, detail, request_id)
        values (now(), 'person-added', 'person', '1', '{}', 'r')`)
  await write()
  await empty()
  expect(await numbersOf(control)).toEqual({ pages: 0, drawn: 0 })
  await write()
  const { rows } = await control.query('select id::int as id from audit_log')
  expect(rows).toEqual([{ id: 1 }])
  await expect(control.query('truncate audit_log, audit_seals')).rejects.toThrow(/only ever added to/)
})

test('concurrent reads each get their own rows, even beside one that fails', async () => {
  const reader = await openReader()
  const told = await Promise.allSettled([
    reader.read('select 1 as n'),
    reader.read('select n from unnest($1::int[]) n', [[2, 3]]),
    reader.read('select no_column from users'),
    reader.read('select 4 as n'),
  ])
  expect(told.map((one) => (one.status === 'fulfilled' ? one.value : 'failed'))).toEqual([
    [{ n: 1 }],
    [{ n: 2 }, { n: 3 }],
    'failed',
    [{ n: 4 }],
  ])
})

async function openControl(): Promise<Pool> {
  const own = await createOwnDatabase({ migrated: true })
  const control = new Pool({ ...own.owner, max: 1 })
  // `end` does not wait for the connection to close, and dropping the database closes it from the other side.
  control.on('error', () => {})
  onTestFinished(async () => {
    await control.end()
    await own.drop()
  })
  return control
}

async function openReader(): Promise<Reader> {
  const own = await createOwnDatabase({ migrated: true })
  const reader = await Reader.open(own.owner)
  onTestFinished(async () => {
    await reader.end()
    await own.drop()
  })
  return reader
}

async function numbersOf(control: Pool): Promise<{ pages: number; drawn: number }> {
  const { rows } = await control.query(`
    select (select sum(pg_relation_size(c.oid)) / 8192 from pg_class c
        where relkind = 'r' and relnamespace in ('public'::regnamespace, 'sandbox'::regnamespace))::int as pages,
      (select count(*) from pg_sequences where last_value is not null and schemaname in ('public', 'sandbox'))::int as drawn`)
  return rows[0]
}
