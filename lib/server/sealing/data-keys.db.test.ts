import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/client'
import { migrateDatabase, openDatabase } from '@/lib/db/client'
import { dataKeys } from '@/lib/db/schema/desk'
import { loadSecrets } from '@/lib/server/secrets'
import { openTestDatabase } from '@/lib/testing/database'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { loadSealer } from './data-keys'

const place = { table: 'application_sections', row: 'a', field: 'merchant.taxId' }

describe('data keys', () => {
  let database: Database
  beforeEach(async () => {
    database = await openTestDatabase()
  })
  afterEach(() => database.close())

  test('survive a second start: what the first sealed, the second opens', async () => {
    const key = randomBytes(32)
    const first = await loadSealer(database.db, key)
    const sealed = first.seal(place, '123456789')
    const second = await loadSealer(database.db, key)
    expect(second.open(place, sealed)).toBe('123456789')
    expect(second.fingerprint('ssn', '123456789')).toBe(first.fingerprint('ssn', '123456789'))
    expect(await database.db.select().from(dataKeys)).toHaveLength(1)
  })

  test('are kept wrapped: the database alone opens nothing', async () => {
    const key = randomBytes(32)
    await loadSealer(database.db, key)
    const [row] = await database.db.select().from(dataKeys)
    expect(row?.wrapped).toMatch(/^v1\./)
    expect(row?.wrapped).not.toContain(key.toString('base64'))
    expect(row?.wrapped).not.toContain(key.toString('base64url'))
  })

  test('stay shut with another DATA_KEY, which is said in words that help, and nothing is changed', async () => {
    const key = randomBytes(32)
    const sealed = (await loadSealer(database.db, key)).seal(place, '123456789')
    const wrong = randomBytes(32)
    await expect(loadSealer(database.db, wrong)).rejects.toThrow(
      /^DATA_KEY is not the key that this database was made with/,
    )
    const error: unknown = await loadSealer(database.db, wrong).catch((thrown: unknown) => thrown)
    expect(String(error)).not.toContain(wrong.toString('base64'))
    expect((await loadSealer(database.db, key)).open(place, sealed)).toBe('123456789')
  })
})

withPostgres('two first starts on one database', (createDatabase) => {
  test('agree on one data key', async () => {
    const key = randomBytes(32)
    const database = await openDatabase({ databaseUrl: await createDatabase(), dataDir: '' })
    try {
      await migrateDatabase(database)
      const sealers = await Promise.all([1, 2, 3, 4].map(() => loadSealer(database.db, key)))
      for (const sealer of sealers) {
        const sealed = sealer.seal(place, 'x')
        for (const other of sealers) expect(other.open(place, sealed)).toBe('x')
      }
    } finally {
      await database.close()
    }
  })
})

describe('keys that nobody gave', () => {
  let dataDir: string
  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'payfac-desk-keys-'))
  })
  afterEach(() => rm(dataDir, { recursive: true }))
  const given = () => ({ AUTH_SECRET: '', DATA_KEY: '', DATA_DIR: dataDir })

  test('are made once, for nobody else to read, and are the same at the next start', async () => {
    const first = await loadSecrets(given())
    expect(first.keyEncryptionKey).toHaveLength(32)
    expect(await loadSecrets(given())).toEqual(first)
    for (const name of ['auth-secret', 'data-key']) {
      expect((await stat(path.join(dataDir, 'keys', name))).mode & 0o777).toBe(0o600)
    }
    expect(first.authSecret).not.toBe(first.keyEncryptionKey.toString('base64'))
  })

  test('are the same for all that start at the same moment', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => loadSecrets(given())))
    expect(new Set(all.map(({ keyEncryptionKey }) => keyEncryptionKey.toString('base64'))).size).toBe(1)
    expect(all[0]?.keyEncryptionKey).toHaveLength(32)
  })

  test('yield to those that the environment gives, and leave no file', async () => {
    const key = randomBytes(32)
    const secrets = await loadSecrets({
      ...given(),
      AUTH_SECRET: 'a'.repeat(32),
      DATA_KEY: key.toString('base64'),
    })
    expect(secrets).toEqual({ authSecret: 'a'.repeat(32), keyEncryptionKey: key })
    await expect(readFile(path.join(dataDir, 'keys', 'data-key'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('yield to those in files that the environment names', async () => {
    const file = path.join(dataDir, 'elsewhere')
    const key = randomBytes(32)
    await writeFile(file, `${key.toString('base64')}\n`)
    const secrets = await loadSecrets({ ...given(), AUTH_SECRET_FILE: file, DATA_KEY_FILE: file })
    expect(secrets).toEqual({ authSecret: key.toString('base64'), keyEncryptionKey: key })
    await expect(loadSecrets({ ...given(), DATA_KEY_FILE: path.join(dataDir, 'none') })).rejects.toThrow(
      /DATA_KEY_FILE names .*none, which cannot be read/,
    )
    await writeFile(file, 'short')
    await expect(loadSecrets({ ...given(), DATA_KEY_FILE: file })).rejects.toThrow('damaged')
  })

  test('that a crash left half written are named, and nothing is sealed with them', async () => {
    await loadSecrets(given())
    const file = path.join(dataDir, 'keys', 'data-key')
    await writeFile(file, (await readFile(file, 'utf8')).slice(0, 20))
    await expect(loadSecrets(given())).rejects.toThrow(file)
  })
})
