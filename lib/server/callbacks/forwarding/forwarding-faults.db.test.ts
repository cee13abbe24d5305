import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { count, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { callbackForwardAttempts, callbackForwards } from '@/lib/db/schema/callbacks'
import { type CallbackReceiver, startCallbackReceiver } from '@/lib/testing/callback-receiver'
import { seedReceiver } from '@/lib/testing/callbacks'
import type { DoomedForward } from '@/lib/testing/doomed-forward.child'
import { putUp, requireForward, seedEndpoint, seedEvent, tryOnce } from '@/lib/testing/forwarding'
import { withPostgres } from '@/lib/testing/postgres-cluster'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { isVerified } from '@/lib/testing/verify-message'
import { forwardCallback } from './forward-job'
import { queueForwards, queueWaitingForwards } from './forwards'

const PARTNER = { partnerUrl: 'http://127.0.0.1:1' }
const keyEncryptionKey = Buffer.alloc(32, 21)

let target: CallbackReceiver
const desks: TestDesk[] = []
beforeEach(async () => {
  target = await startCallbackReceiver()
})
afterEach(async () => {
  for (const desk of desks.splice(0)) await desk.close()
  await target.stop()
})

async function open(options: { databaseUrl?: string; dataDir?: string }): Promise<TestDesk> {
  const desk = await openTestDesk({ ...PARTNER, keyEncryptionKey, ...options })
  desks.push(desk)
  return desk
}

const work = ({ services }: TestDesk) =>
  services.jobs.work('forward-callback', (data, last) => forwardCallback(services, data, last))

describe('a process that is killed', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'payfac-desk-forward-crash-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

  it('leaves waiting messages to the next start, including one under way, with its id and text', async () => {
    const before = await openTestDesk({ ...PARTNER, keyEncryptionKey, dataDir })
    const ada = await before.as('Ada', ['admin'])
    const { secret } = await seedEndpoint(ada, { url: target.url })
    const source = await seedReceiver(ada)
    const [sent = ''] = await putUp(before.services, await seedEvent(before.services, source))
    const [unqueued = ''] = await putUp(
      before.services,
      await seedEvent(before.services, source, { tran_id: 'X-2' }),
    )
    await before.close()

    target.script.answer = () => () => {}
    const doom: DoomedForward = {
      dataDir,
      keyEncryptionKey: keyEncryptionKey.toString('base64'),
      forwardId: sent,
    }
    const child = spawn(
      process.execPath,
      [
        '--import',
        'tsx',
        join(import.meta.dirname, '../../../testing/doomed-forward.child.ts'),
        JSON.stringify(doom),
      ],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    )
    await target.until(1)
    child.kill('SIGKILL')
    await once(child, 'exit')

    target.script.answer = () => 200
    const after = await open({ dataDir })
    expect(await requireForward(after.services, sent)).toMatchObject({ state: 'waiting' })
    await work(after)
    await queueWaitingForwards(after.services)
    await target.until(2)
    expect(target.received[1]?.headers['webhook-id']).toBe(unqueued)
    // The queue runs its job again once it notices that its worker is gone.
    expect(await tryOnce(after.services, sent)).toBeNull()
    const [first, , again] = target.received
    expect(again?.headers['webhook-id']).toBe(sent)
    expect(again?.body).toBe(first?.body)
    expect(again && isVerified(again, secret, new Date())).toBe(true)
    expect(await requireForward(after.services, sent)).toMatchObject({ state: 'delivered' })
  })
})

withPostgres('two instances on one database', (createDatabase) => {
  it('two instances send each message once, however often they look for waiting ones', async () => {
    const databaseUrl = await createDatabase()
    const one = await open({ databaseUrl })
    const two = await open({ databaseUrl })
    const ada = await one.as('Ada', ['admin'])
    await seedEndpoint(ada, { url: target.url, label: 'A' })
    await seedEndpoint(ada, { url: target.url, label: 'B' })
    const source = await seedReceiver(ada)
    const ids: string[] = []
    for (let i = 0; i < 60; i += 1) {
      ids.push(...(await putUp(one.services, await seedEvent(one.services, source, { tran_id: `X-${i}` }))))
    }
    await Promise.all([work(one), work(two)])
    await Promise.all([
      queueForwards(one.services, ids),
      queueForwards(two.services, ids),
      queueWaitingForwards(one.services),
      queueWaitingForwards(two.services),
    ])
    await target.until(ids.length)
    // Both finish what they have started.
    await Promise.all([one.services.jobs.stop(), two.services.jobs.stop()])
    expect(target.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual([...ids].sort())
    const [tries] = await one.services.db.select({ tries: count() }).from(callbackForwardAttempts)
    expect(tries).toEqual({ tries: ids.length })
    const delivered = await one.services.db
      .select()
      .from(callbackForwards)
      .where(eq(callbackForwards.state, 'delivered'))
    expect(delivered).toHaveLength(ids.length)
  })
})
