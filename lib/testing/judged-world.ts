import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { migrateDatabase, openDatabase } from '@/lib/db/client'
import { routes } from '@/lib/routes'
import { resolveRequest } from '@/lib/server/funding/resolution'
import { sendBatch } from '@/lib/server/funding/send'
import type { Ctx } from '@/lib/server/services'
import { type Finding, Oracle } from '@/lib/simulation/oracle'
import { approve, batchStatus, linesOf, seedApproved } from './funding-batches'
import { transactionId } from './funding-calls'
import { type OwnProcess, ownProcess } from './own-process'
import { type SandboxCalls, sandboxCalls } from './sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process'
import { createOwnDatabase, freePort } from './test-cluster'
import { openTestDesk, type TestDesk } from './test-desk'

/**
 * A desk in several processes and its partner in another, on one database, checked by the simulation's judge: it finds
 * where the partner's journal and the desk's tables disagree. It reads the partner's requests as text, and the journal
 * keeps only their first 16 KB, so use batches of some hundred transactions at most.
 */
export type JudgedWorld = {
  /** The people's desk: their use cases, on the right clock. */
  desk: TestDesk
  /** One person makes batches, two approve, one handles applications, and one is an admin. */
  people: { fay: Ctx; flo: Ctx; finn: Ctx; ana: Ctx; ada: Ctx }
  partner: SandboxProcess
  calls: SandboxCalls
  keyEncryptionKey: Buffer
  databaseUrl: string
  /** Runs jobs. Not started yet; killed with the world. */
  worker(env?: Record<string, string>): OwnProcess
  /** Receives callbacks. Not started yet. */
  receiver(env?: Record<string, string>): Promise<OwnProcess & { origin: string }>
  /** Posts a callback as the partner would, and records acknowledged ones; returns the status, or null without an answer. */
  post(origin: string, key: string, fields: Readonly<Record<string, string>>): Promise<number | null>
  /** A person presses “Send” for a batch of this many transactions that no other batch has; returns its id. */
  sendNew(count: number): Promise<string>
  /** Waits until the batch has one of these statuses. */
  untilBatch(batchId: string, ...statuses: string[]): Promise<string>
  /** People resolve unknown outcomes truthfully and send what waits for them, until nothing is left. */
  settle(): Promise<void>
  /** Checks what must always be true. */
  judge(): Promise<Finding[]>
  /** Checks that nothing hangs once faults have stopped and unknown outcomes are resolved. */
  judgeHealed(): Promise<Finding[]>
  read<Row extends object>(statement: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** The time limit for work that continues on its own; every minute the desk retries what it could not finish. */
const HEAL_MS = 150_000
const POLL_MS = 200

export async function openJudgedWorld(
  options: {
    /** The proxy through which the desk reaches the partner or the database. */
    partnerThrough?: (url: string) => string | Promise<string>
    databaseThrough?: (url: string) => string | Promise<string>
    /** By default one that is created for this world and dropped with it. */
    databaseUrl?: string
  } = {},
): Promise<JudgedWorld> {
  const own = options.databaseUrl ? null : await createOwnDatabase({ migrated: true })
  const direct = options.databaseUrl ?? own?.url ?? ''
  const databaseUrl = (await options.databaseThrough?.(direct)) ?? direct
  if (!own) {
    const database = await openDatabase({ databaseUrl: direct, dataDir: '' })
    await migrateDatabase(database)
    await database.close()
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'payfac-desk-judged-'))
  const keyEncryptionKey = randomBytes(32)
  // The partner keeps its own connection to the database, whatever else is cut off.
  const partner = await startSandboxProcess({ databaseUrl: direct })
  const partnerUrl = (await options.partnerThrough?.(partner.url)) ?? partner.url
  const desk = await openTestDesk({ partnerUrl, databaseUrl, dataDir: folder, keyEncryptionKey })
  const pool = new Pool({ connectionString: direct, max: 2, options: '-c timezone=UTC' })
  pool.on('error', () => {})
  await pool.query(`create schema simulation;
    create table simulation.posts (n bigserial primary key, body text not null, acknowledged boolean not null)`)
  const people = {
    fay: await desk.as('Fay', ['finance']),
    flo: await desk.as('Flo', ['finance']),
    finn: await desk.as('Finn', ['finance']),
    ana: await desk.as('Ana', ['onboarding']),
    ada: await desk.as('Ada', ['admin']),
  }
  const shared = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    AUTH_SECRET: 'x'.repeat(32),
    DATA_KEY: keyEncryptionKey.toString('base64'),
    PARTNER_AUTH_URL: partnerUrl,
    DEMO: '0',
  }
  let transactions = 0
  const read = async <Row extends object>(statement: string, values: unknown[] = []) =>
    (await pool.query(statement, values)).rows as Row[]
  const untilBatch = async (batchId: string, ...statuses: string[]) => {
    let status = ''
    for (const from = Date.now(); Date.now() - from < HEAL_MS; await sleep(POLL_MS)) {
      status = await batchStatus(desk.services, batchId)
      if (statuses.includes(status)) return status
    }
    throw new Error(`The batch is ${status}.`)
  }
  const started: OwnProcess[] = []
  const keep = <Process extends OwnProcess>(one: Process): Process => {
    started.push(one)
    return one
  }
  let client: PoolClient | null = null
  const oracle = new Oracle(async <Row extends object>(statement: string, values: unknown[] = []) => {
    if (!client) throw new Error('Nothing is read outside a judgement.')
    return (await client.query(statement, values)).rows as Row[]
  })
  /** The judge compares the desk's times with the partner's, so a clock that was off by whole hours is corrected in the data it reads. */
  const judging = async (judge: () => Promise<Finding[]>): Promise<Finding[]> => {
    client = await pool.connect()
    try {
      await client.query('begin')
      for (const table of ['funding_attempts', 'partner_attempts'])
        await client.query(`
          update ${table} set prepared_at = prepared_at
            - round(extract(epoch from prepared_at - now()) / 3600) * interval '1 hour'`)
      return await judge()
    } finally {
      await client.query('rollback')
      client.release()
      client = null
    }
  }
  return {
    desk,
    people,
    partner,
    calls: sandboxCalls(partner.url),
    keyEncryptionKey,
    databaseUrl,
    worker: (env = {}) =>
      keep(
        ownProcess(
          ['--conditions=react-server', '--import', 'tsx', 'scripts/worker.ts'],
          'The worker does jobs.',
          { ...shared, ...env },
        ),
      ),
    async receiver(env = {}) {
      const port = String(await freePort())
      const receiver = ownProcess(['--import', 'tsx', 'scripts/receiver.ts'], 'Callbacks are taken in at', {
        ...shared,
        RECEIVER_PORT: port,
        ...env,
      })
      return { ...keep(receiver), origin: `http://127.0.0.1:${port}` }
    },
    async sendNew(count) {
      const ids = Array.from({ length: count }, (_, index) => transactionId('C', transactions + index + 1))
      transactions += count
      const batchId = await seedApproved(people.fay, [], linesOf(ids))
      // Another batch reached the partner meanwhile, so this one is no longer the merchant's first: she looks again.
      await approve(people.flo, batchId).catch(() => approve(people.flo, batchId))
      const sent = await sendBatch(people.fay, { batchId })
      if (!sent.ok) throw new Error(sent.message)
      return batchId
    },
    untilBatch,
    async settle() {
      for (const started = Date.now(); Date.now() - started < HEAL_MS; await sleep(POLL_MS)) {
        const open = await read<{ id: string; status: string }>(
          `select id, status from funding_batches where status not in ('done', 'discarded') order by number`,
        )
        if (open.length === 0) return
        const unknown = await read<{ batch: string; id: string; there: boolean }>(`
          select a.batch_id as batch, a.id, exists (select from sandbox.journal j
            where j.endpoint = 'funding' and j.applied and j.sha256 = r.request_sha256) as there
          from funding_attempts a join funding_requests r on r.batch_id = a.batch_id and r.n = a.request
          where a.state = 'unknown' and a.resolution is null`)
        for (const { batch, id, there } of unknown) {
          const outcome = there ? 'found' : 'absent'
          await resolveRequest(people.finn, { batchId: batch, attemptId: id, outcome, note: 'Looked there.' })
        }
        for (const { id, status } of open)
          if (status === 'approved' || status === 'stopped') await sendBatch(people.finn, { batchId: id })
      }
      throw new Error('Something is left to be settled.')
    },
    async post(origin, key, fields) {
      const body = new URLSearchParams(fields).toString()
      const status = await fetch(`${origin}${routes.receiver}/${key}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', connection: 'close' },
        body,
      }).then(
        (response) => response.status,
        () => null,
      )
      await pool.query('insert into simulation.posts (body, acknowledged) values ($1, $2)', [
        body,
        status === 200,
      ])
      return status
    },
    judge: () => judging(() => oracle.judge()),
    judgeHealed: () => judging(() => oracle.judgeHealed()),
    read,
    async close() {
      await Promise.all(started.map((process) => process.kill()))
      await desk.close()
      await partner.kill()
      await pool.end()
      await own?.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
