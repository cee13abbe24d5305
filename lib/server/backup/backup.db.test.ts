import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '@/lib/db/client'
import { documents } from '@/lib/db/schema/documents'
import { type Env, parseEnv } from '@/lib/env'
import { submitApplication } from '@/lib/server/applications/submission'
import { openDeskAudit, verifyWithFile } from '@/lib/server/audit-log/desk-audit'
import { sealWaiting } from '@/lib/server/audit-log/sealer'
import { createCallbackIntake } from '@/lib/server/callbacks/intake/intake'
import { watchKeys } from '@/lib/server/callbacks/intake/known-keys'
import { registerDocument } from '@/lib/server/documents/mutations'
import { sendBatch, sendFundingBatch } from '@/lib/server/funding/send'
import { findDataKey, loadBackupKey } from '@/lib/server/secrets'
import { allowSending } from '@/lib/server/sending-hold'
import { submittableDraft } from '@/lib/testing/applications-at-partner'
import { classifyAll, saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { batchStatus, linesOf, seedApproved, sendToEnd } from '@/lib/testing/funding-batches'
import { putUpload } from '@/lib/testing/put-upload'
import { sandboxCalls } from '@/lib/testing/sandbox-calls'
import { type SandboxProcess, startSandboxProcess } from '@/lib/testing/sandbox-process'
import { createOwnDatabase } from '@/lib/testing/test-cluster'
import { openTestDesk, seedApplicationDraft } from '@/lib/testing/test-desk'
import { BackupError } from './archive'
import { backupName, removeOldBackups } from './make'
import { restoreBackup, verifyBackup } from './restore'
import { backUp, lastBackup } from './schedule'

const key = () => randomBytes(32).toString('base64')
const KEYS = { AUTH_SECRET: key(), DATA_KEY: key(), AUDIT_SIGNING_KEY: key(), BACKUP_KEY: key() }
const NOW = new Date('2026-06-03T09:30:00.000Z')
const LARGE = 3_000_000

let sandbox: SandboxProcess
/** What was filled, backed up and closed: its tables, as they were then. */
let source: { env: Env; file: string; tables: Record<string, string[]>; waitingBatch: string; folder: string }

const newFolder = () => mkdtemp(path.join(tmpdir(), 'payfac-desk-backup-'))
const settingsOf = (DATA_DIR: string, more: Record<string, string> = {}) =>
  parseEnv({ ...KEYS, DATA_DIR, PARTNER_AUTH_URL: sandbox.url, ...more })
const open = ({ DATABASE_URL, DATA_DIR }: Env) =>
  openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
const keysOf = async (env: Env) => ({
  backupKey: await loadBackupKey(env, { make: false }),
  dataKey: await findDataKey(env),
})
const restore = async (env: Env, file = source.file, holdsSending = true) =>
  restoreBackup(() => open(env), env, await keysOf(env), { file, now: NOW, holdsSending })

/** The desk's own tables and the simulated partner's; jobs are queued anew from them. */
const tablesOf = async ({ db }: Pick<Database, 'db'>) =>
  Object.fromEntries(Object.entries(await dumpDatabase(db)).filter(([name]) => !name.startsWith('pgboss.')))

async function emptyDatabase(): Promise<string> {
  const own = await createOwnDatabase({ migrated: false })
  onTestFinished(own.drop)
  return own.url
}

beforeAll(async () => {
  sandbox = await startSandboxProcess()
  const own = await createOwnDatabase({ migrated: true })
  const folder = await newFolder()
  const env = settingsOf(folder, { DATABASE_URL: own.url })
  const desk = await openTestDesk({
    partnerUrl: sandbox.url,
    databaseUrl: own.url,
    dataDir: folder,
    keyEncryptionKey: Buffer.from(KEYS.DATA_KEY, 'base64'),
  })
  const ana = await desk.as('Ana')
  const fay = await desk.as('Fay', ['finance'])
  const flo = await desk.as('Flo', ['finance'])
  const ada = await desk.as('Ada', ['admin'])

  const applicationId = await seedApplicationDraft(ana, submittableDraft())
  await submitApplication(ana, {
    applicationId,
    versions: { merchant: 1, contacts: 1, accounts: 1, options: 1 },
  })
  for (const [name, bytes] of [
    ['small.pdf', 100],
    ['large.pdf', LARGE],
  ] as const) {
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n/Page\n'), randomBytes(bytes)])
    const uploadId = await putUpload(ana, content)
    const added = await registerDocument(ana, { applicationId, uploadId, name, category: 'voided-check' })
    expect(added.ok).toBe(true)
  }
  const receiver = await seedReceiver(ada)
  const keys = await watchKeys(desk.services)
  const intake = createCallbackIntake(desk.services, keys, { onStored: () => {} })
  const taken = await Promise.all(
    Array.from({ length: 300 }, (_, n) =>
      intake.receive({
        key: receiver.key,
        address: '127.0.0.1',
        // Every sign that a row of text has a meaning for.
        body: new TextEncoder().encode(
          new URLSearchParams(
            saleFields({ tran_id: `BACKUP-${n}`, invoice_number: `a\tb\\c\n${n}🧁` }),
          ).toString(),
        ),
      }),
    ),
  )
  expect(new Set(taken)).toEqual(new Set(['stored']))
  await intake.stop()
  keys.stop()
  await classifyAll(desk.services)
  expect(await sendToEnd(fay, await seedApproved(fay, [flo], linesOf(['SBX-C-000001'])))).toBe('done')
  // Approved and put on its way, and nothing of it sent yet: whoever goes on with it must not send it twice.
  const waitingBatch = await seedApproved(fay, [flo], linesOf(['SBX-C-000002']))
  await sendBatch(fay, { batchId: waitingBatch })

  await sealWaiting(desk.services)
  const audit = await openDeskAudit(desk.services, env)
  await audit.verify(null)
  audit.begin()
  await audit.stop()
  const tables = await tablesOf(desk.database)
  const { file, rows, documents, missing } = await backUp(desk.database, env, {
    requestId: 'command',
    now: NOW,
  })
  expect({ documents, missing }).toEqual({ documents: 2, missing: { count: 0, first: [] } })
  expect(rows).toBe(
    Object.entries(tables).reduce(
      (sum, [name, of]) => sum + (name.startsWith('drizzle.') ? 0 : of.length),
      0,
    ),
  )
  expect(await lastBackup(desk.services.db)).toMatchObject({ at: NOW.toISOString(), problem: null })
  await desk.close()
  source = { env, file, tables, waitingBatch, folder }
  return async () => {
    await own.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
afterAll(() => sandbox.stop())

/** What is in the second and not in the first. */
const added = (before: Record<string, string[]>, after: Record<string, string[]>) =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, rows]) => {
        const known = new Set(before[name])
        return [name, rows.filter((row) => !known.has(row))] as const
      })
      .filter(([, rows]) => rows.length > 0),
  )

describe('a backup', () => {
  test('brings everything back: into the embedded database, and from there into a server', async () => {
    const folder = await newFolder()
    const env = settingsOf(folder)
    const restored = await restore(env)
    expect(restored.auditFault).toBe(null)

    const database = await open(env)
    const tables = await tablesOf(database)
    expect(added(tables, source.tables)).toEqual({})
    const more = added(source.tables, tables)
    expect(Object.keys(more).sort()).toEqual(['public.audit_log', 'public.settings'])
    expect(more['public.audit_log']).toEqual([expect.stringContaining('backup-restored')])
    expect(more['public.settings']).toEqual([expect.stringContaining('sending-hold')])

    // The chain goes on where it was, and fits the checkpoints that came along.
    await sealWaiting({ db: database.db, now: () => NOW })
    const audit = await openDeskAudit({ db: database.db, now: () => NOW }, env)
    const file = path.join(folder, 'audit-checkpoints.jsonl')
    const found = await verifyWithFile(database, file, audit.publicKey, { last: null })
    expect(found).toMatchObject({ problem: null, unsealed: 0 })
    expect(found.checkpoints).toBeGreaterThan(0)

    const second = await backUp(database, env, { requestId: 'command', now: NOW })
    const before = await tablesOf(database)
    await database.close()
    const server = settingsOf(await newFolder(), { DATABASE_URL: await emptyDatabase() })
    await restore(server, second.file)
    const there = await open(server)
    onTestFinished(there.close)
    const other = added(before, await tablesOf(there))
    expect(Object.keys(other)).toEqual(['public.audit_log'])
    // Numbers go on behind the last one that was given out.
    await there.db.execute(sql`insert into audit_log (at, action, subject_type, subject_id, request_id, detail)
      values (now(), 'signed-in', 'user', 'x', 'r', '{}')`)
    await rm(folder, { recursive: true })
  })

  test('that is restored opens with the same keys, holds back what waits, and sends it when a person allows it', async () => {
    const env = settingsOf(await newFolder(), { DATABASE_URL: await emptyDatabase() })
    await restore(env)
    const openDesk = () =>
      openTestDesk({
        partnerUrl: sandbox.url,
        databaseUrl: env.DATABASE_URL,
        dataDir: env.DATA_DIR,
        keyEncryptionKey: Buffer.from(KEYS.DATA_KEY, 'base64'),
      })
    const partner = sandboxCalls(sandbox.url)
    const before = (await partner.journal('?endpoint=funding')).length
    const held = await openDesk()
    const stored = await held.services.db.select().from(documents)
    for (const document of stored) expect(await held.services.documentStore.check(document)).toBe('whole')
    await sendFundingBatch(held.services, { batchId: source.waitingBatch })
    expect(await batchStatus(held.services, source.waitingBatch)).toBe('stopped')
    expect((await partner.journal('?endpoint=funding')).length).toBe(before)
    expect(await allowSending(held.services.db, NOW)).toBe(true)
    await held.close()

    const desk = await openDesk()
    onTestFinished(desk.close)
    const fay = await desk.as('Fia', ['finance'])
    expect(await sendToEnd(fay, source.waitingBatch)).toBe('done')
    expect((await partner.journal('?endpoint=funding')).length).toBe(before + 1)
  })

  test('is sealed: nothing that people typed can be read in it', async () => {
    const text = (await readFile(source.file)).toString('latin1')
    for (const word of ['public.users', 'ana@desk.test', 'BACKUP-7', 'small.pdf', '%PDF'])
      expect(text).not.toContain(word)
  })

  test('is of one moment while callbacks are stored and documents come and go', async () => {
    const env = settingsOf(await newFolder(), { DATABASE_URL: await emptyDatabase() })
    await restore(env)
    const database = await open(env)
    onTestFinished(database.close)
    let isDone = false
    const write = async () => {
      // Both or neither: a snapshot has as many of the one as of the other.
      for (let n = 0; !isDone; n += 1)
        await database.db.transaction(async (tx) => {
          await tx.execute(sql`insert into settings values (${`first-${n}`}, '1')`)
          await tx.execute(sql`insert into settings values (${`second-${n}`}, '1')`)
        })
    }
    const writing = write()
    const { file } = await backUp(database, env, { requestId: 'command', now: new Date() })
    isDone = true
    await writing
    const copy = settingsOf(await newFolder(), { DATABASE_URL: await emptyDatabase() })
    await restore(copy, file)
    const there = await open(copy)
    onTestFinished(there.close)
    const { rows } = await there.db.execute<{ first: number; second: number }>(sql`
      select count(*) filter (where key like 'first-%')::int as first,
        count(*) filter (where key like 'second-%')::int as second from settings`)
    expect(rows[0]?.first).toBe(rows[0]?.second)
  })
})

describe('refused before anything is changed, in words:', () => {
  let env: Env
  beforeEach(async () => {
    env = settingsOf(await newFolder(), { DATABASE_URL: await emptyDatabase() })
  })
  async function refused(words: RegExp, file = source.file, given = env): Promise<void> {
    const error = await restore(given, file).catch((cause) => cause)
    expect(error.message).toMatch(words)
    expect(error).toBeInstanceOf(BackupError)
    const database = await open(env)
    const tables = await tablesOf(database)
    await database.close()
    expect(Object.keys(tables)).toEqual([])
    expect(await readdir(env.DATA_DIR)).toEqual([])
  }
  test('a file that is cut off or altered', async () => {
    const whole = await readFile(source.file)
    const middle = Math.floor(whole.length / 2)
    const cut = path.join(await newFolder(), 'cut.backup')
    await writeFile(cut, whole.subarray(0, middle))
    await refused(/is cut off: its end is missing.*another backup/, cut)
    whole.writeUInt8(whole.readUInt8(middle) ^ 1, middle)
    const altered = path.join(await newFolder(), 'altered.backup')
    await writeFile(altered, whole)
    await refused(/altered or damaged/, altered)
  })

  test('another BACKUP_KEY, another DATA_KEY, and none', async () => {
    await refused(/another BACKUP_KEY. Give the one/, source.file, { ...env, BACKUP_KEY: key() })
    await refused(/DATA_KEY is not that of the desk/, source.file, { ...env, DATA_KEY: key() })
    await expect(restore({ ...env, BACKUP_KEY: '' })).rejects.toThrow(/set BACKUP_KEY or BACKUP_KEY_FILE/)
    await expect(restore({ ...env, DATA_KEY: '' })).rejects.toThrow(/Set DATA_KEY or DATA_KEY_FILE/)
    expect(await readdir(env.DATA_DIR)).toEqual([])
  })

  test('a backup of another version of the tables', async () => {
    const newer = settingsOf(await newFolder(), { DATABASE_URL: await emptyDatabase() })
    await restore(newer)
    const database = await open(newer)
    await database.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', 9999999999999)`,
    )
    const { file } = await backUp(database, newer, { requestId: 'command', now: NOW })
    await database.close()
    await refused(
      /with \d+ migrations, and this is version .* Restore it with the version that made it/,
      file,
    )
  })

  test('a database that is not empty, a folder with documents, checkpoints of another log', async () => {
    const full = settingsOf(await newFolder(), { DATABASE_URL: source.env.DATABASE_URL })
    await expect(restore(full)).rejects.toThrow(/not empty: it has \d+ tables.*db:reset/)
    expect(await readdir(full.DATA_DIR)).toEqual([])

    const withDocuments = settingsOf(await newFolder(), { DATABASE_URL: env.DATABASE_URL })
    await mkdir(path.join(withDocuments.DATA_DIR, 'documents'))
    await writeFile(path.join(withDocuments.DATA_DIR, 'documents', 'theirs.sealed'), '')
    await expect(restore(withDocuments)).rejects.toThrow(/documents is not empty: it has 1 files/)

    const withLog = settingsOf(await newFolder(), { DATABASE_URL: env.DATABASE_URL })
    await writeFile(path.join(withLog.DATA_DIR, 'audit-checkpoints.jsonl'), '')
    await expect(restore(withLog)).rejects.toThrow(/evidence of what another log held/)
  })

  test('a second backup under a name that is taken', async () => {
    const database = await open(source.env)
    onTestFinished(database.close)
    await expect(
      backUp(database, source.env, { requestId: 'command', file: source.file, now: new Date() }),
    ).rejects.toThrow(/is there already/)
    expect(await lastBackup(database.db)).toMatchObject({
      at: NOW.toISOString(),
      problem: expect.stringContaining('already'),
    })
    await verifyBackup(source.file, (await keysOf(source.env)).backupKey)
  })
})

test('of the backups the newest stay, and what else is in the folder', async () => {
  const folder = await newFolder()
  const day = (n: number) => new Date(Date.UTC(2026, 5, n))
  const names = [1, 2, 3, 4].map((n) => backupName(day(n)))
  for (const name of [...names, 'notes.txt', `${names[0]}.unfinished`])
    await writeFile(path.join(folder, name), '')
  await removeOldBackups(folder, 2, new Date(Date.now() + 48 * 3_600_000))
  expect((await readdir(folder)).sort()).toEqual([...names.slice(2), 'notes.txt'])
})
