import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '@/lib/db/client'
import { documents } from '@/lib/db/schema/documents'
import { type Env, parseEnv } from '@/lib/env'
import { createApplication } from '@/lib/server/applications/mutations'
import { registerDocument } from '@/lib/server/documents/mutations'
import { createObjectDocumentStore } from '@/lib/server/documents/object-documents'
import { openDocumentStore } from '@/lib/server/documents/open-store'
import { loadSealer } from '@/lib/server/sealing/data-keys'
import { findDataKey, loadBackupKey } from '@/lib/server/secrets'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { startObjectStorage } from '@/lib/testing/object-storage-line'
import { putUpload } from '@/lib/testing/put-upload'
import { createOwnDatabase } from '@/lib/testing/test-cluster'
import { openTestDesk } from '@/lib/testing/test-desk'
import { BackupError } from './archive'
import { restoreBackup } from './restore'
import { backUp } from './schedule'

const key = () => randomBytes(32).toString('base64')
const KEYS = { AUTH_SECRET: key(), DATA_KEY: key(), AUDIT_SIGNING_KEY: key(), BACKUP_KEY: key() }
const NOW = new Date('2026-06-03T09:30:00.000Z')
/** One is longer than a part of an upload to the bucket. */
const SIZES = [100, 200_000, 9_500_000]

type Line = Awaited<ReturnType<typeof startObjectStorage>>
let from: Line
let to: Line
/** A backup of a desk with its documents in the bucket `from`; one of them has lost its content. */
let source: {
  file: string
  rows: (typeof documents.$inferSelect)[]
  tables: Record<string, string[]>
  lost: string
}
let folders: string[] = []

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'payfac-desk-bucket-'))
  folders.push(folder)
  return folder
}
const settingsOf = async (more: Record<string, string> = {}): Promise<Env> =>
  parseEnv({ ...KEYS, DATA_DIR: await newFolder(), ...more })
const open = ({ DATABASE_URL, DATA_DIR }: Env) =>
  openDatabase({ databaseUrl: DATABASE_URL, dataDir: DATA_DIR })
const restore = async (env: Env, file = source.file) =>
  restoreBackup(
    () => open(env),
    env,
    { backupKey: await loadBackupKey(env, { make: false }), dataKey: await findDataKey(env) },
    { file, now: NOW, holdsSending: false },
  )
async function emptyDatabase(): Promise<string> {
  const own = await createOwnDatabase({ migrated: false })
  onTestFinished(own.drop)
  return own.url
}
const keysIn = async (line: Line): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of line.open().list('')) keys.push(key)
  return keys.sort()
}
const tablesIn = async (env: Env): Promise<Record<string, string[]>> => {
  const database = await open(env)
  try {
    const tables = Object.entries(await dumpDatabase(database.db))
    return Object.fromEntries(tables.filter(([name]) => !name.startsWith('pgboss.')))
  } finally {
    await database.close()
  }
}
/** What the desk makes of each document there. */
async function conditionsIn(env: Env): Promise<Record<string, string>> {
  const database = await open(env)
  try {
    const sealer = await loadSealer(database.db, await findDataKey(env))
    const store = await openDocumentStore(env, sealer)
    const rows = await database.db.select().from(documents)
    return Object.fromEntries(
      await Promise.all(rows.map(async (row) => [row.id, await store.check(row)] as const)),
    )
  } finally {
    await database.close()
  }
}
const asBefore = () =>
  Object.fromEntries(source.rows.map(({ id }) => [id, id === source.lost ? 'missing' : 'whole']))

beforeAll(async () => {
  from = await startObjectStorage()
  to = await startObjectStorage()
  const own = await createOwnDatabase({ migrated: true })
  const env = await settingsOf({ ...from.settings, DATABASE_URL: own.url })
  const desk = await openTestDesk({
    partnerUrl: 'http://127.0.0.1:1/sandbox',
    databaseUrl: own.url,
    dataDir: env.DATA_DIR,
    keyEncryptionKey: Buffer.from(KEYS.DATA_KEY, 'base64'),
  })
  const { sealer } = desk.services
  const ana = {
    ...(await desk.as('Ana')),
    documentStore: createObjectDocumentStore(from.open(), '/nowhere', sealer),
  }
  const { id: applicationId } = await createApplication(ana)
  for (const [n, bytes] of [...SIZES, 300].entries()) {
    const content = Buffer.concat([Buffer.from('%PDF-1.4\n/Page\n'), randomBytes(bytes)])
    const uploadId = await putUpload(ana, content)
    const added = await registerDocument(ana, {
      applicationId,
      uploadId,
      name: `${n}.pdf`,
      category: 'voided-check',
    })
    expect(added.ok).toBe(true)
  }
  const rows = await desk.services.db.select().from(documents)
  const lost = rows.find(({ name }) => name === '3.pdf')?.id ?? ''
  await from.open().remove(`documents/${lost}.sealed`)
  const made = await backUp(desk.database, env, { requestId: 'command', now: NOW })
  expect(made).toMatchObject({ documents: 3, missing: { count: 1, first: [lost] } })
  await desk.close()
  source = { file: made.file, rows, lost, tables: await tablesIn(env) }
  return async () => {
    await own.drop()
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
    folders = []
  }
})
beforeEach(async () => {
  to.plant(() => null)
  to.empty()
})
afterAll(async () => {
  await from.stop()
  await to.stop()
})

/** The store refuses what belongs to the n-th document, and what `more` says. */
function failAtDocument(nth: number, more: Parameters<Line['plant']>[0]): void {
  const seen = new Set<string>()
  to.plant((asked) => {
    const key = /documents\/[0-9a-f-]{36}\.sealed/.exec(asked.path)?.[0]
    if (asked.method !== 'GET' && asked.method !== 'HEAD' && key) seen.add(key)
    if (key && seen.size >= nth && asked.method !== 'DELETE') return { status: 403 }
    return key ? more(asked) : null
  })
}

/** What is in the one and not in the other, by tables. */
function difference(one: Record<string, string[]>, other: Record<string, string[]>) {
  return Object.keys(one).filter((name) => {
    const there = new Set(other[name])
    return (one[name] ?? []).some((row) => !there.has(row))
  })
}

test('a bucket comes back in another bucket, and from there on a disk: the difference is zero', async () => {
  const env = await settingsOf({ ...to.settings, DATABASE_URL: await emptyDatabase() })
  await restore(env)
  expect(await keysIn(to)).toEqual(await keysIn(from))
  expect(await conditionsIn(env)).toEqual(asBefore())
  // The rows that tell of the backup itself were written after its snapshot.
  expect(difference(source.tables, await tablesIn(env))).toEqual(['public.audit_log', 'public.settings'])
  expect(await readdir(env.DATA_DIR)).not.toContain('documents')

  const database = await open(env)
  const second = await backUp(database, env, { requestId: 'command', now: NOW }).finally(database.close)
  const onDisk = await settingsOf({ DATABASE_URL: await emptyDatabase() })
  await restore(onDisk, second.file)
  expect(await conditionsIn(onDisk)).toEqual(asBefore())

  const third = await open(onDisk)
  const { file } = await backUp(third, onDisk, { requestId: 'command', now: NOW }).finally(third.close)
  to.empty()
  const again = await settingsOf({ ...to.settings, DATABASE_URL: await emptyDatabase() })
  await restore(again, file)
  expect(await keysIn(to)).toEqual(await keysIn(from))
  expect(await conditionsIn(again)).toEqual(asBefore())
})

test('a bucket that has documents, and one that refuses, are left as they are, and so is the database', async () => {
  const env = await settingsOf({ ...to.settings, DATABASE_URL: await emptyDatabase() })
  const theirs = `documents/${crypto.randomUUID()}.sealed`
  await to.open().putOnce(theirs, Buffer.from('theirs'))
  await expect(restore(env)).rejects.toThrow(/documents is not empty: it has .*Restore into an empty one/)
  expect(await keysIn(to)).toEqual([theirs])
  await to.open().remove(theirs)
  to.plant(({ method }) => (method === 'PUT' ? { status: 403 } : null))
  const refused = await restore(env).catch((error) => error)
  expect(refused).toBeInstanceOf(BackupError)
  expect(refused.message).toMatch(/cannot be used.*Check S3_ENDPOINT/)
  expect(await tablesIn(env)).toEqual({})
})

test('a restore that breaks off takes away what it has put, and the next one succeeds', async () => {
  const env = await settingsOf({ ...to.settings, DATABASE_URL: await emptyDatabase() })
  failAtDocument(2, () => null)
  await expect(restore(env)).rejects.toThrow()
  expect(await keysIn(to)).toEqual([])
  expect(await tablesIn(env)).toEqual({})
  to.plant(() => null)
  await restore(env)
  expect(await conditionsIn(env)).toEqual(asBefore())
})

test('what a restore had to leave is gone on with by the same backup, and refused to another', async () => {
  const onDisk = await settingsOf({ DATABASE_URL: await emptyDatabase() })
  await restore(onDisk)
  const database = await open(onDisk)
  await database.db.delete(documents).where(eq(documents.name, '0.pdf'))
  const other = await backUp(database, onDisk, { requestId: 'command', now: NOW }).finally(database.close)

  const env = await settingsOf({ ...to.settings, DATABASE_URL: await emptyDatabase() })
  failAtDocument(3, ({ method }) => (method === 'DELETE' ? { status: 403 } : null))
  await expect(restore(env)).rejects.toThrow()
  to.plant(() => null)
  const left = await keysIn(to)
  expect(left).toHaveLength(3)
  await expect(restore(env, other.file)).rejects.toThrow(/may come from a restore of another backup/)
  expect(await keysIn(to)).toEqual(left)

  await restore(env)
  expect(await keysIn(to)).toEqual(await keysIn(from))
  expect(await conditionsIn(env)).toEqual(asBefore())
})
