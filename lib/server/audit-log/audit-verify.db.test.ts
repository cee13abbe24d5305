import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPostgres } from '@/lib/db/postgres'
import { recordAudit } from '@/lib/server/audit'
import { createOwnDatabase } from '@/lib/testing/test-cluster'
import { signingKey } from './checkpoint'
import { createCheckpointWriter } from './checkpoint-writer'
import { openDeskAudit } from './desk-audit'
import { readHead, sealWaiting } from './sealer'

const ROOT = path.resolve(import.meta.dirname, '../../..')

async function openAudit(given: { AUDIT_CHECKPOINT_URL?: string } = {}) {
  const own = await createOwnDatabase({ migrated: true })
  const database = openPostgres(own.owner)
  const directory = await mkdtemp(path.join(tmpdir(), 'audit-verify-'))
  onTestFinished(async () => {
    await database.close()
    await own.drop()
    await rm(directory, { recursive: true, force: true })
  })
  const environment = {
    DATABASE_URL: own.url,
    DATA_DIR: directory,
    AUTH_SECRET: 'x'.repeat(32),
    DATA_KEY: randomBytes(32).toString('base64'),
    AUDIT_SIGNING_KEY: randomBytes(32).toString('base64'),
    AUDIT_SIGNING_KEY_FILE: '',
    AUDIT_CHECKPOINT_FILE: '',
    AUDIT_CHECKPOINT_URL: '',
    AUDIT_CHECKPOINT_INNER: '1' as const,
    ...given,
  }
  const services = { db: database.db, now: () => new Date() }
  const write = (count: number) =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        recordAudit(database.db, {
          at: services.now(),
          actorId: null,
          action: 'stage-learned',
          subject: ['application', String(n)],
          requestId: 'test',
          detail: { n },
        }),
      ),
    )
  return { database, environment, services, write, audit: await openDeskAudit(services, environment) }
}

type Audit = Awaited<ReturnType<typeof openAudit>>

/** The command in a process of its own, as an operator runs it. */
const verify = (environment: Record<string, string>, ...args: string[]) =>
  new Promise<{ status: number; said: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', 'scripts/audit-verify.ts', ...args],
      { cwd: ROOT, env: { ...process.env, ...environment } },
      (_error, stdout, stderr) => resolve({ status: child.exitCode ?? -1, said: stdout + stderr }),
    )
  })

/** Before the desk begins: a first checkpoint of fewer rows, held back by another test's transaction, would be one more. */
const seal = ({ database, services }: Audit, seq: number) =>
  vi.waitFor(
    async () => {
      await sealWaiting(services)
      expect((await readHead(database.db)).seq).toBe(seq)
    },
    { timeout: 30_000, interval: 50 },
  )

test('audit:verify says 0, 1 or 2, and which row it is; the desk finds the same', async () => {
  const desk = await openAudit()
  const { audit, database, environment, write } = desk
  await write(5)
  await seal(desk, 5)
  audit.begin()
  await audit.stop()
  const { AUDIT_CHECKPOINT_INNER: _, ...given } = environment
  const good = await verify(given)
  expect(good.said).toContain('As it was sealed: 5 rows, 1 signed checkpoints.')
  expect(good.status).toBe(0)
  expect(await audit.verify(null)).toMatchObject({ seq: 5, checkpoints: 1, fault: null })

  const { rows } = await database.db.execute<{ id: string }>(
    sql`select audit_id::text as id from audit_seals where seq = 3`,
  )
  const id = rows[0]?.id ?? ''
  await database.db.transaction(async (tx) => {
    await tx.execute(sql`alter table audit_log disable trigger audit_log_only_grows`)
    await tx.execute(sql.raw(`update audit_log set action = 'signed-in' where id = ${id}`))
    await tx.execute(sql`alter table audit_log enable always trigger audit_log_only_grows`)
  })
  const bad = await verify(given)
  expect(bad.said).toContain(`WRONG: Audit row ${id} was changed after it was sealed (seal 3).`)
  expect(bad.status).toBe(1)
  expect((await audit.verify(null)).fault).toContain(`Audit row ${id} was changed`)

  expect((await verify(given, '--key', 'no-key')).status).toBe(2)
  expect(await verify({ ...given, PORT: 'none' })).toMatchObject({
    status: 2,
    said: expect.stringContaining('PORT must be a port number'),
  })
  expect((await verify({ ...given, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).status).toBe(2)
})

test('audit:verify leaves a database of an earlier version as it is, and says so', async () => {
  const { database, environment } = await openAudit()
  const last = sql`(select max(id) from drizzle.__drizzle_migrations)`
  await database.db.execute(sql`delete from drizzle.__drizzle_migrations where id = ${last}`)
  const count = sql<{ n: number }>`select count(*)::int as n from drizzle.__drizzle_migrations`
  const before = await database.db.execute(count)
  const { AUDIT_CHECKPOINT_INNER: _, ...given } = environment
  const found = await verify(given)
  expect(found.said).toContain('This database is of an earlier version, and was not migrated.')
  expect(found.status).toBe(0)
  expect((await database.db.execute(count)).rows).toEqual(before.rows)
})

test('the desk finds that its checkpoint file lost lines, until it has them again or another key', async () => {
  const desk = await openAudit()
  const { audit, environment, services, write } = desk
  const file = path.join(environment.DATA_DIR, 'audit-checkpoints.jsonl')
  await write(2)
  await seal(desk, 2)
  audit.begin()
  await audit.stop()
  expect(await audit.verify(null)).toMatchObject({ checkpoints: 1, fault: null, note: null })
  const again = await openDeskAudit(services, environment)
  await seal(desk, 3)
  again.begin()
  await again.stop()
  expect(await again.verify(null)).toMatchObject({ checkpoints: 2, fault: null })

  const whole = await readFile(file, 'utf8')
  const [first = '', last = ''] = whole.split('\n')
  const afresh = await openDeskAudit(services, environment)
  for (const [text, notInFile] of [
    [null, 'checkpoint of seal 3'],
    [`${first}\n`, 'checkpoint of seal 3'],
    [`${first}\n${first}\n`, 'checkpoint of seal 3'],
    [whole.replace(/"key":"[0-9a-f]+"(?=[^\n]*\n$)/, '"key":"0000000000000000"'), 'checkpoint of seal 3'],
    [`${last}\n`, 'has 1 checkpoints of this key; an earlier verification found 2'],
  ] as const) {
    if (text === null) await rm(file)
    else await writeFile(file, text)
    expect((await again.verify(null)).fault, `${text}`).toContain(notInFile)
    expect((await afresh.verify(null)).fault, `after a start: ${text}`).toMatch(
      /of this key; an earlier verification found \d/,
    )
  }
  await writeFile(file, whole)
  expect(await again.verify(null)).toMatchObject({ fault: null })

  await rm(file)
  const AUDIT_SIGNING_KEY = randomBytes(32).toString('base64')
  const other = await openDeskAudit(services, { ...environment, AUDIT_SIGNING_KEY })
  expect(await other.verify(null)).toMatchObject({
    fault: null,
    note: expect.stringContaining(`with key ${audit.publicKey.id}`),
  })
  expect(await other.verify(null)).toMatchObject({ fault: null, note: null })
})

test('a checkpoint is posted, under the rules of forwarding’s addresses, and what did not take it is said', async () => {
  const posted: unknown[] = []
  let status = 200
  const server = http.createServer(async (request, response) => {
    posted.push(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    response.writeHead(status).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/checkpoints`
  const desk = await openAudit({ AUDIT_CHECKPOINT_URL: url })
  const key = signingKey(randomBytes(32))
  const writerTo = (innerAllowed: boolean) =>
    createCheckpointWriter(desk.services, key, {
      file: path.join(desk.environment.DATA_DIR, 'posted.jsonl'),
      post: { url, innerAllowed },
    })
  await desk.write(1)
  await seal(desk, 1)
  desk.audit.begin()
  await desk.audit.stop()

  posted.length = 0
  const refused = writerTo(false)
  await refused.write()
  expect([posted, refused.state().problem]).toEqual([[], expect.stringContaining('not allowed')])
  const taken = writerTo(true)
  await taken.write()
  expect(posted).toEqual([expect.objectContaining({ seq: 1, key: key.public.id })])
  expect(taken.state().problem).toBeNull()
  status = 500
  const failed = writerTo(true)
  await failed.write()
  expect(failed.state().problem).toContain('HTTP 500')
})
