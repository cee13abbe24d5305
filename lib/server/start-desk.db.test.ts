import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { applications } from '@/lib/db/schema/applications'
import { parseEnv } from '@/lib/env'
import { countToIndex } from '@/lib/server/applications/search-index'
import { viewConnections } from '@/lib/server/connections/loaders'
import { startDesk } from '@/lib/server/start-desk'
import { submittableDraft } from '@/lib/testing/applications-at-partner'
import { createOwnDatabase } from '@/lib/testing/test-cluster'
import { openTestDesk, seedApplicationDraft } from '@/lib/testing/test-desk'

test('what an upgrade has to derive again holds nothing back, and Connections shows what is left', async () => {
  const own = await createOwnDatabase({ migrated: true })
  const folder = await mkdtemp(path.join(tmpdir(), 'payfac-desk-start-'))
  const keyEncryptionKey = randomBytes(32)
  const desk = await openTestDesk({
    partnerUrl: 'http://127.0.0.1:9',
    databaseUrl: own.url,
    dataDir: folder,
    keyEncryptionKey,
  })
  const [ana, ada] = [await desk.as('Ana'), await desk.as('Ada', ['admin'])]
  const id = await seedApplicationDraft(ana, submittableDraft())
  await ana.db.update(applications).set({ derived: 0 })
  const running = await startDesk(
    parseEnv({
      DATABASE_URL: own.url,
      DATA_DIR: folder,
      AUTH_SECRET: randomBytes(32).toString('base64'),
      DATA_KEY: keyEncryptionKey.toString('base64'),
      DEMO: '0',
    }),
  )
  onTestFinished(async () => {
    await running.stopWork()
    await running.close()
    await desk.close()
    await own.drop()
    await rm(folder, { recursive: true, force: true })
  })
  await ana.db.transaction(async (tx) => {
    await tx.select().from(applications).where(eq(applications.id, id)).for('update')
    await running.listening()
    expect(await viewConnections(ada)).toMatchObject({ toIndex: 1 })
  })
  await vi.waitFor(async () => expect(await countToIndex(ana.db)).toBe(0), { timeout: 30_000 })
})
