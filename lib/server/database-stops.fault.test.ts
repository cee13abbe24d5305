import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readLockFile } from '@/lib/db/engine/server'
import { type RunningCluster, startCluster } from '@/lib/db/engine/supervisor'
import { saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { type JudgedWorld, openJudgedWorld } from '@/lib/testing/judged-world'
import { type Outage, outageBefore } from '@/lib/testing/outage'
import type { OwnProcess } from '@/lib/testing/own-process'
import { freePort } from '@/lib/testing/test-cluster'

/**
 * A worker that sends money and a receiver that takes callbacks in, while their database is stopped, killed and
 * started again, and is out of their reach for a while in between.
 */

let dataDir: string
let cluster: RunningCluster
let outage: Outage
let world: JudgedWorld
let worker: OwnProcess
let receiver: OwnProcess & { origin: string }
let key: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'payfac-desk-stops-'))
  cluster = await startCluster({ dataDir, port: await freePort(), overTcp: true })
  const { user, password, port, database } = cluster.owner
  world = await openJudgedWorld({
    databaseUrl: `postgresql://${user}:${password}@127.0.0.1:${port}/${database}`,
    databaseThrough: async (url) => {
      outage = await outageBefore(url)
      return outage.url
    },
  })
  worker = world.worker()
  receiver = await world.receiver()
  key = (await seedReceiver(world.people.ada)).key
  await Promise.all([worker.start(), receiver.start()])
})
afterAll(async () => {
  await world.close()
  await outage.close()
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const server = () => Number(readLockFile(join(dataDir, 'postgres'))?.pid)
const isBack = () =>
  vi.waitFor(
    async () => {
      expect(await world.read('select 1 as n')).toEqual([{ n: 1 }])
    },
    { timeout: 60_000, interval: 100 },
  )

/** What happens to it, and what brings it back. */
const TROUBLES: [string, () => Promise<void>][] = [
  ['stopped, its sessions ended', async () => void process.kill(server(), 'SIGINT')],
  ['killed', async () => void process.kill(server(), 'SIGKILL')],
  [
    'out of reach for three seconds',
    async () => {
      await outage.begin()
      await sleep(3_000)
      await outage.end()
    },
  ],
]

test.each(TROUBLES)(
  '%s in the middle of requests and callbacks: all of it ends, once, and the judge finds nothing',
  async (_what, trouble) => {
    const name = _what.slice(0, 3)
    // The partner takes its time with each, so that the database goes while one is under way.
    await world.calls.control('PUT', 'faults', { endpoint: 'funding', mode: 'slow', times: 3, delayMs: 10 })
    const batches = [await world.sendNew(20), await world.sendNew(20), await world.sendNew(20)]
    let isOver = false
    const acknowledged: string[] = []
    const posting = Array.from({ length: 4 }, async (_, sender) => {
      for (let n = 0; !isOver; n += 1) {
        const tranId = `${name}-${sender}-${n}`
        const status = await world
          .post(receiver.origin, key, saleFields({ tran_id: tranId }))
          .catch(() => null)
        if (status === 200) acknowledged.push(tranId)
      }
    })
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(20), { timeout: 60_000 })
    await trouble()
    await isBack()
    const before = acknowledged.length
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 20), { timeout: 60_000 })
    isOver = true
    await Promise.all(posting)

    expect(await world.judge()).toEqual([])
    await world.settle()
    for (const batchId of batches) expect(await world.untilBatch(batchId, 'done')).toBe('done')
    await vi.waitFor(
      async () => {
        expect(await world.read('select n from callback_deliveries where kind is null')).toEqual([])
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(await world.judgeHealed()).toEqual([])
  },
)
