import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { settings } from '@/lib/db/schema/desk'
import { openTestDatabase } from '@/lib/testing/database'
import { allowSending, holdSending, readSendingHold } from './sending-hold'
import { storeSetting } from './settings'

type TestDatabase = Awaited<ReturnType<typeof openTestDatabase>>
let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.delete(settings)
})

test('a desk that was never restored sends', async () => {
  expect(await readSendingHold(database.db)).toBeNull()
})

test('a restored desk names the backup, and sends once an administrator allows it', async () => {
  const { db } = database
  await holdSending(db, '2026-11-20T08:30:00.000Z')
  expect(await readSendingHold(db)).toContain('restored from the backup of Nov 20, 2026')
  expect(await allowSending(db, new Date())).toBe(true)
  expect(await readSendingHold(db)).toBeNull()
})

test.each([[{}], [true], ['yes'], [[]], [{ takenAt: 'yesterday' }], [{ takenAt: null }]])(
  'a hold that cannot be read (%j) holds sending, says so, and is lifted the same way',
  async (stored) => {
    const { db } = database
    await storeSetting(db, 'sending-hold', stored)
    expect(await readSendingHold(db)).toMatch(/^Sending is on hold\. The desk cannot read why/)
    expect(await allowSending(db, new Date())).toBe(true)
    expect(await readSendingHold(db)).toBeNull()
  },
)
