import { once } from 'node:events'
import fs from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { joinDatabase } from '@/lib/db/client'
import { parseEnv } from '@/lib/env'
import { routes } from '@/lib/routes'
import { listDeliveries, type SeededReceiver, seedReceiver } from '@/lib/testing/callbacks'
import { openTestDesk, type TestDesk } from '@/lib/testing/test-desk'
import { openReceiver, type ReceiverProcess } from './receiver-process'

const KEY = Buffer.alloc(32, 7)
const deskOptions = () => ({ partnerUrl: 'http://127.0.0.1:9', dataDir, keyEncryptionKey: KEY })

let dataDir: string
let desk: TestDesk
let receiver: SeededReceiver
let beside: ReceiverProcess
let origin: string
beforeAll(async () => {
  dataDir = fs.mkdtempSync(join(tmpdir(), 'payfac-desk-receiver-'))
  desk = await openTestDesk(deskOptions())
  receiver = await seedReceiver(await desk.as('Ada', ['admin']))
  beside = await openReceiver(parseEnv({ DATA_DIR: dataDir, DATA_KEY: KEY.toString('base64') }))
  beside.server.listen(0, '127.0.0.1')
  await once(beside.server, 'listening')
  origin = `http://127.0.0.1:${(beside.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await beside.stop()
  await desk.close()
  fs.rmSync(dataDir, { recursive: true, force: true })
})

const post = async (tranId: string) =>
  (
    await fetch(`${origin}${routes.receiver}/${receiver.key}`, {
      method: 'POST',
      body: new URLSearchParams({ tran_id: tranId }),
    })
  ).status
const status = async (path: string) => (await fetch(origin + path)).status

test('a receiver beside the desk stores into its database, and serves nothing else', async () => {
  expect(await post('T-1')).toBe(200)
  expect((await listDeliveries(desk.services)).map(({ body }) => Buffer.from(body).toString())).toEqual([
    'tran_id=T-1',
  ])
  expect(await status(routes.home)).toBe(404)
  expect([await status(routes.api.live), await status(routes.api.ready)]).toEqual([200, 200])
})

test('while the desk and its database are down nothing is acknowledged, and the next start continues', async () => {
  await desk.close()
  expect(await post('T-2')).toBe(503)
  desk = await openTestDesk(deskOptions())
  await expect.poll(() => post('T-3'), { timeout: 60_000 }).toBe(200)
  const kept = (await listDeliveries(desk.services)).map(({ body }) => Buffer.from(body).toString())
  expect(kept).toContain('tran_id=T-3')
  expect(kept).not.toContain('tran_id=T-2')
})

test('without a desk there is no database to join, and the error says so', async () => {
  const empty = join(dataDir, 'nowhere')
  await expect(joinDatabase({ dataDir: empty })).rejects.toThrow(
    /No desk keeps a database in .* Start the desk first/,
  )
})
