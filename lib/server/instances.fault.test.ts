import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendBatch } from '@/lib/server/funding/send'
import { saleFields, seedReceiver } from '@/lib/testing/callbacks'
import { type JudgedWorld, openJudgedWorld } from '@/lib/testing/judged-world'
import type { OwnProcess } from '@/lib/testing/own-process'

/** Two workers and two receivers on one database, while they are killed, told to end and started again. */

let world: JudgedWorld
let workers: [OwnProcess, OwnProcess]
let receivers: (OwnProcess & { origin: string })[]
let key: string
beforeAll(async () => {
  world = await openJudgedWorld()
  workers = [world.worker(), world.worker()]
  receivers = [await world.receiver(), await world.receiver()]
  key = (await seedReceiver(world.people.ada)).key
  await Promise.all([...workers, ...receivers].map((process) => process.start()))
})
afterAll(() => world.close())

test.each<['killed' | 'told to end']>([['killed'], ['told to end']])(
  'each of them %s in turn, under load: each request goes once, each callback is one sale',
  async (how) => {
    // Some are answered slowly, some never, some after they were applied.
    for (const mode of ['slow', 'cut-after'])
      await world.calls.control('PUT', 'faults', { endpoint: 'funding', mode, times: 2, delayMs: 10 })
    let isOver = false
    const batches: string[] = []
    let posted = 0
    const work = [
      (async () => {
        while (!isOver) {
          const batchId = await world.sendNew(10)
          batches.push(batchId)
          // Pressed by a second person in the same moment.
          await sendBatch(world.people.finn, { batchId })
          await sleep(300)
        }
      })(),
      ...[0, 1, 2, 3].map(async (sender) => {
        for (let n = 0; !isOver; n += 1) {
          const fields = saleFields({ tran_id: `${how.slice(0, 4)}-${sender}-${n}` })
          // Told twice, to either.
          const told = await Promise.all(receivers.map(({ origin }) => world.post(origin, key, fields)))
          posted += told.filter((status) => status === 200).length
          await sleep(50)
        }
      }),
    ]
    // Where it fails no one works on beside the next test, which would be found to have what no one told of.
    const over = Promise.all(work)
    over.catch(() => {})
    try {
      for (const process of [workers[0], receivers[0], workers[1], receivers[1]]) {
        const [before, sent] = [posted, batches.length]
        await Promise.race([
          over,
          vi.waitFor(() => expect(posted > before + 10 && batches.length > sent).toBe(true), {
            timeout: 60_000,
          }),
        ])
        if (how === 'killed') await process?.kill()
        else expect(await process?.stop()).toBe(0)
        await sleep(500)
        await process?.start()
      }
    } finally {
      isOver = true
      await over
    }

    expect(await world.judge()).toEqual([])
    await past()
    await world.settle()
    await vi.waitFor(
      async () => {
        expect(await world.read('select n from callback_deliveries where kind is null')).toEqual([])
      },
      { timeout: 60_000, interval: 200 },
    )
    expect(await world.judgeHealed()).toEqual([])
  },
)

/** Time passes: whoever sent what is still open cannot be waiting for an answer any more. */
async function past(): Promise<void> {
  await vi.waitFor(
    async () => {
      const alive = await world.read(
        `select id from funding_attempts where state = 'sending' and prepared_at > now() - interval '5 minutes'`,
      )
      if (alive.length > 0)
        await world.read(
          `update funding_attempts set prepared_at = prepared_at - interval '10 minutes' where state = 'sending'`,
        )
      const batches = await world.read(`select id from funding_batches where status = 'sending'`)
      expect(batches).toEqual([])
    },
    { timeout: 150_000, interval: 2_000 },
  )
}
