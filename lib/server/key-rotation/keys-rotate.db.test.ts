import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinDatabase } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { partnerAttempts } from '@/lib/db/schema/attempts'
import { auditLog, dataKeys } from '@/lib/db/schema/desk'
import { requestPlace } from '@/lib/server/applications/attempt'
import { answerContent } from '@/lib/server/documents/content'
import { registerDocument } from '@/lib/server/documents/mutations'
import { getOpenDraft } from '@/lib/server/drafts/data'
import { loadKeyEncryptionKey } from '@/lib/server/secrets'
import { dumpDatabase } from '@/lib/testing/dump-database'
import { exampleDraft } from '@/lib/testing/example-draft'
import { putUpload } from '@/lib/testing/put-upload'
import { openTestDesk, seedApplicationDraft } from '@/lib/testing/test-desk'

const root = path.resolve(import.meta.dirname, '../../..')
const ATTEMPTS = 3_000

let dataDir: string
const running: ChildProcess[] = []
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'payfac-desk-rotate-'))
})
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** The data folder as a desk of this test, which is closed again. */
async function withDesk<T>(run: (desk: Awaited<ReturnType<typeof openTestDesk>>) => Promise<T>): Promise<T> {
  const keyEncryptionKey = await loadKeyEncryptionKey({ DATA_DIR: dataDir, DATA_KEY: '' })
  const desk = await openTestDesk({ partnerUrl: 'http://127.0.0.1:1/sandbox', dataDir, keyEncryptionKey })
  try {
    return await run(desk)
  } finally {
    await desk.close()
  }
}

/** `npm run keys:rotate` on that folder, up to the line that is waited for, or to its end. */
async function rotate(until?: string): Promise<{ output: string; code: number | null }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/keys-rotate.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: 'production', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  running.push(child)
  const ended = once(child, 'exit')
  let output = ''
  let isAged = false
  for await (const text of child.stdout.setEncoding('utf8')) {
    output += text
    // A minute goes by: every desk that runs has read the new key.
    if (!isAged && output.includes('Data key 2')) {
      isAged = true
      const beside = await joinDatabase({ databaseUrl: '', dataDir })
      await beside.db.update(dataKeys).set({ createdAt: sql`now() - interval '2 minutes'` })
      await beside.close()
    }
    if (until && output.includes(until)) child.kill('SIGKILL')
  }
  const [code] = await ended
  return { output, code }
}

test('keys:rotate on a data folder, killed halfway, is brought to its end by the next one', async () => {
  const { applicationId, documentId } = await withDesk(async ({ services, as }) => {
    const ana = await as('Ana')
    const applicationId = await seedApplicationDraft(ana, exampleDraft())
    const documentId = await putUpload(ana, '%PDF-1.4\n/Page\npassport\n')
    await registerDocument(ana, { applicationId, uploadId: documentId, name: 'a.pdf', category: 'identity' })
    const ids = Array.from({ length: ATTEMPTS }, () => crypto.randomUUID())
    await services.db.insert(partnerAttempts).values(
      ids.map((id) => ({
        id,
        applicationId,
        endpoint: 'application' as const,
        state: 'accepted' as const,
        request: services.sealer.seal(requestPlace(id), `{"SSN__c":"${id}"}`),
        requestSha256: '',
        preparedAt: services.now(),
      })),
    )
    return { applicationId, documentId }
  })

  const killed = await rotate('  1,')
  expect(killed).toMatchObject({ code: null, output: expect.stringMatching(/Data key 2 is made/) })
  const underEach = (services: { db: Parameters<typeof dumpDatabase>[0] }) =>
    dumpDatabase(services.db).then((dump) =>
      [1, 2].map((version) => JSON.stringify(dump).split(`v1.${version}.`).length - 1),
    )
  const readAll = () =>
    withDesk(async (desk) => {
      const { services } = desk
      const ana = { ...(await desk.as(`Reader ${crypto.randomUUID()}`)), requestId: 'test' }
      await services.db.update(applications).set({ assigneeId: ana.actor.id })
      const attempts = await services.db.select().from(partnerAttempts)
      return {
        underEach: await underEach(services),
        taxId: (await getOpenDraft(services.db, services.sealer, { id: applicationId, kind: 'payfac' })).draft
          .merchant.taxId,
        document: await (await answerContent(ana, documentId, { withBody: true })).text(),
        requests: attempts.filter(
          ({ id, request }) => services.sealer.open(requestPlace(id), request ?? '') === `{"SSN__c":"${id}"}`,
        ).length,
      }
    })
  const whole = {
    taxId: exampleDraft().merchant.taxId,
    document: '%PDF-1.4\n/Page\npassport\n',
    requests: ATTEMPTS,
  }
  const halfway = await readAll()
  expect(halfway).toMatchObject(whole)
  expect(Math.min(...halfway.underEach), 'it was cut off in the middle').toBeGreaterThan(500)

  const resumed = await rotate()
  expect(resumed).toMatchObject({
    code: 0,
    output: expect.stringMatching(/was made before.*goes on with it/s),
  })
  expect(resumed.output).toContain('Everything is sealed with data key 2')
  const after = await readAll()
  expect(after).toMatchObject(whole)
  expect(after.underEach[0], 'nothing is left under the old key').toBe(0)
  const told = await withDesk(({ services }) =>
    services.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(sql`${auditLog.subjectType} = 'setting'`),
  )
  expect(told.map(({ action }) => action)).toEqual(['data-key-added', 'data-key-in-use'])
})
