import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { verifyChain } from '@/lib/server/audit-log/verify'
import {
  listDeliveries,
  listEvents,
  saleFields,
  seedReceiver,
  storeDeliveries,
} from '@/lib/testing/callbacks'
import { createOwnDatabase } from '@/lib/testing/test-cluster'
import { openTestDesk } from '@/lib/testing/test-desk'

const ROOT = path.resolve(import.meta.dirname, '../..')
const SALES = 40

async function startWorker(
  env: Record<string, string>,
): Promise<{ child: ChildProcess; said: () => string }> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--conditions=react-server', 'scripts/worker.ts'],
    {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk))
  return { child, said: () => said }
}

test('two workers beside a desk of pages alone read callbacks once, seal the log, and stop when they are told', async () => {
  const own = await createOwnDatabase({ migrated: true })
  const folder = await mkdtemp(path.join(tmpdir(), 'payfac-desk-worker-'))
  const dataKey = randomBytes(32)
  const desk = await openTestDesk({
    partnerUrl: 'http://127.0.0.1:9',
    databaseUrl: own.url,
    dataDir: folder,
    keyEncryptionKey: dataKey,
  })
  onTestFinished(async () => {
    await desk.close()
    await own.drop()
    await rm(folder, { recursive: true, force: true })
  })
  const ada = await desk.as('Ada', ['admin'])
  const receiver = await seedReceiver(ada)
  await storeDeliveries(
    desk.services,
    receiver,
    Array.from({ length: SALES }, (_, n) => saleFields({ tran_id: `WORKER-${n}` })),
  )
  expect(await listEvents(desk.services)).toEqual([])

  const env = {
    DATABASE_URL: own.url,
    DATA_DIR: folder,
    AUTH_SECRET: 'x'.repeat(32),
    DATA_KEY: dataKey.toString('base64'),
    PARTNER_AUTH_URL: 'http://127.0.0.1:9',
    DEMO: '0',
    LOG_LEVEL: 'warn',
  }
  const workers = await Promise.all([startWorker(env), startWorker(env)])
  await vi.waitFor(
    async () => {
      for (const { said } of workers) expect(said()).toContain('The worker does jobs.')
      expect((await listDeliveries(desk.services)).every(({ kind }) => kind !== null)).toBe(true)
      expect(await verifyChain(desk.services.db)).toMatchObject({ fault: null, unsealed: 0 })
    },
    { timeout: 60_000, interval: 200 },
  )
  expect(await listEvents(desk.services)).toHaveLength(SALES)

  for (const { child } of workers) {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
    expect(child.exitCode).toBe(0)
  }
})
