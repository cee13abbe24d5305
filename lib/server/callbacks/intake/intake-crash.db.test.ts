import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, cpSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { classifyAll, listDeliveries, saleFields, seedReceiver } from '@/lib/testing/callbacks'
import type { DoomedIntake } from '@/lib/testing/doomed-callback-intake.child'
import { openTestDesk } from '@/lib/testing/test-desk'

/** The receiver in a separate process, which is killed, or whose disk is full. */

const child = join(import.meta.dirname, '../../../testing/doomed-callback-intake.child.ts')
const keyEncryptionKey = Buffer.alloc(32, 14)
const partnerUrl = 'http://127.0.0.1:9'
const SENDERS = 16
/** `KILLS=100` for many. */
const KILLS = Number(process.env.KILLS || 4)

const bodyOf = (tranId: string) => new URLSearchParams(saleFields({ tran_id: tranId })).toString()

let dataDir: string
let running: ChildProcess | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'payfac-desk-callback-crash-'))
})
afterEach(async () => {
  await kill()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A data directory with a receiver; its key. */
async function prepare(directory = dataDir): Promise<string> {
  const desk = await openTestDesk({ partnerUrl, dataDir: directory, keyEncryptionKey })
  const { key } = await seedReceiver(await desk.as('Ada', ['admin']))
  await desk.close()
  return key
}

async function start(directory = dataDir): Promise<string> {
  const doom: DoomedIntake = { dataDir: directory, keyEncryptionKey: keyEncryptionKey.toString('base64') }
  running = spawn(process.execPath, ['--import', 'tsx', child, JSON.stringify(doom)], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const [url] = await Promise.race([
    once(running, 'message'),
    once(running, 'exit').then(([code]) => Promise.reject(new Error(`It ended with exit code ${code}.`))),
  ])
  return String(url)
}

async function kill(): Promise<void> {
  if (!running || running.exitCode !== null || running.signalCode !== null) return
  const ended = once(running, 'exit')
  running.kill('SIGKILL')
  await ended
}

/** The status, or null if no answer came. */
const send = (url: string, key: string, tranId: string): Promise<number | null> =>
  fetch(`${url}/${key}`, { method: 'POST', body: bodyOf(tranId) }).then(
    ({ status }) => status,
    () => null,
  )

/** What is stored, as the next start finds it. */
async function kept(directory = dataDir): Promise<{ bodies: string[]; sales: string[] }> {
  const desk = await openTestDesk({ partnerUrl, dataDir: directory, keyEncryptionKey })
  const bodies = (await listDeliveries(desk.services)).map(({ body }) => Buffer.from(body).toString())
  await classifyAll(desk.services)
  const events = await desk.services.db.select({ tranId: callbackEvents.tranId }).from(callbackEvents)
  await desk.close()
  return { bodies, sales: events.map(({ tranId }) => tranId ?? '') }
}

test(`killed ${KILLS} times under 16 senders: every acknowledged callback is found again, and none is invented`, {
  timeout: KILLS * 60_000,
}, async () => {
  const key = await prepare()
  const sent: string[] = []
  const acknowledged: string[] = []
  for (let round = 0; round < KILLS; round += 1) {
    const url = await start()
    const before = acknowledged.length
    // At a different point of a burst each time.
    const enough = before + 20 + round * 7
    let isOver = false
    const senders = Array.from({ length: SENDERS }, async (_, sender) => {
      for (let n = 0; !isOver; n += 1) {
        const tranId = `${round}-${sender}-${n}`
        sent.push(tranId)
        const status = await send(url, key, tranId)
        if (status === 200) acknowledged.push(tranId)
        if (status === null || acknowledged.length >= enough) {
          isOver = true
          running?.kill('SIGKILL')
        }
      }
    })
    await Promise.all(senders)
    await kill()
    expect(running?.signalCode).toBe('SIGKILL')
    expect(acknowledged.length, 'it took some in before it was killed').toBeGreaterThanOrEqual(enough)
  }
  const { bodies, sales } = await kept()
  const found = new Set(bodies)
  expect(acknowledged.filter((tranId) => !found.has(bodyOf(tranId)))).toEqual([])
  const known = new Set(sent.map(bodyOf))
  expect(bodies.filter((body) => !known.has(body))).toEqual([])
  expect(found.size, 'each was sent once, and is there once').toBe(bodies.length)
  expect(sales.map(bodyOf).sort(), 'each is one sale, also where the reading was cut off').toEqual(
    bodies.sort(),
  )
})

/** A file system of this size; null if this user cannot mount one. */
function mountSmallDisk(megabytes: number): { directory: string; unmount(): void } | null {
  const directory = mkdtempSync(join(tmpdir(), 'payfac-desk-small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', directory], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(directory, { recursive: true })
    return null
  }
  return {
    directory,
    unmount() {
      execFileSync('umount', ['-l', directory])
      rmSync(directory, { recursive: true })
    },
  }
}

/** Fills the remaining space. */
function fill(directory: string): void {
  const file = openSync(join(directory, BALLAST), 'w')
  try {
    for (const megabyte = Buffer.alloc(2 ** 20); ; ) writeSync(file, megabyte)
  } catch {
    // No space for another WAL file: less is left than the database takes at once.
  } finally {
    closeSync(file)
  }
}
const BALLAST = 'ballast'
/** More than fit into the database's reserved log. */
const MANY = 20_000

test('on a full disk only stored callbacks are acknowledged, and with space again all are accepted', {
  timeout: 180_000,
}, async ({ skip }) => {
  const disk = mountSmallDisk(160)
  if (!disk) {
    console.warn('SKIPPED, no small disk can be mounted here: callbacks on a full disk.')
    return skip()
  }
  try {
    const key = await prepare()
    const directory = join(disk.directory, 'data')
    cpSync(dataDir, directory, { recursive: true })
    const url = await start(directory)
    const acknowledged: string[] = []
    const take = async (tranId: string) => {
      const status = await send(url, key, tranId)
      if (status === 200) acknowledged.push(tranId)
      return status
    }
    expect(await take('before')).toBe(200)
    fill(disk.directory)
    let n = 0
    let status: number | null = 200
    // The reserved log is used up first.
    for (; n < MANY && status === 200; n += 1) status = await take(`filling-${n}`)
    expect(status).toBe(503)
    // The database restarts and may find space for a moment: then it keeps what it acknowledges.
    for (const tranId of ['full-1', 'full-2', 'full-3']) expect([200, 503]).toContain(await take(tranId))
    rmSync(join(disk.directory, BALLAST))
    while ((await take(`after-${n}`)) !== 200) n += 1
    await kill()
    const found = new Set((await kept(directory)).bodies)
    expect(acknowledged.filter((tranId) => !found.has(bodyOf(tranId)))).toEqual([])
    expect(acknowledged).toContain('before')
    expect(acknowledged).toContain(`after-${n}`)
  } finally {
    await kill()
    disk.unmount()
  }
})
