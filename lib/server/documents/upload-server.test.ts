import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MAX_DOCUMENT_BYTES } from '@/lib/domain/documents/document-kinds'
import { routes } from '@/lib/routes'
import { createSealer } from '@/lib/server/sealing/sealer'
import { APPLICATION_ID, uploadCalls, uploadIdOf, uploadMetadata } from '@/lib/testing/upload-calls'
import {
  deleteExpiredUploads,
  findUpload,
  hashUpload,
  KEEP_UNFINISHED_MS,
  listUploads,
  readUpload,
  type UploadPlace,
} from './upload-files'
import { createUploadServer, type UploadServer } from './upload-server'

const origin = 'http://desk.test'
/** Who is asking is decided elsewhere: here people sign their requests with their name, and Nemo brings the database down. */
async function ownerOf(request: Request): Promise<string | null> {
  const name = request.headers.get('x-name')
  if (name === 'nemo') throw new Error('Failed query: select from sessions, params: a-secret')
  return name || null
}

const key = randomBytes(32)
let uploads: UploadPlace
let server: UploadServer
beforeAll(async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'payfac-desk-uploads-'))
  uploads = { directory, sealer: createSealer([{ version: 1, key }]) }
  server = createUploadServer(uploads, ownerOf)
})
afterAll(() => rm(uploads.directory, { recursive: true, force: true }))

const as = (name: string) => uploadCalls((request) => server(request), origin, name)
const ana = as('ana')
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bytesOnDisk = async (url: string) => (await findUpload(uploads, uploadIdOf(url)))?.receivedBytes
async function textOf(url: string): Promise<string> {
  let text = ''
  for await (const part of readUpload(uploads, uploadIdOf(url))) text += part.toString()
  return text
}

describe('an upload', () => {
  test('that was cut off keeps what came, goes on from there, and is the same file', async () => {
    const file = randomBytes(4_000_000)
    const url = await ana.started(file.length)
    let sent = 0
    const socket = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent < 2_000_000) {
          controller.enqueue(file.subarray(sent, sent + 50_000))
          sent += 50_000
        } else {
          await expect.poll(() => bytesOnDisk(url)).toBeGreaterThan(900_000)
          controller.error(new Error('aborted'))
        }
      },
    })
    expect((await ana.patch(url, 0, socket)).status).toBe(500)
    const kept = await ana.offsetOf(url)
    expect(kept, 'also what had not been written when it broke off').toBe(2_000_000)
    expect((await ana.patch(url, kept, file.subarray(kept))).status).toBe(204)
    expect(await hashUpload(uploads, uploadIdOf(url))).toBe(sha256(file))
  })

  test('is the same file however it was cut on its way', async () => {
    const file = randomBytes(3_000_000)
    const url = await ana.started(file.length)
    for (let at = 0; at < file.length; ) {
      const end = Math.min(file.length, at + 1 + (file[at] ?? 0) * 4_111)
      const answer = await ana.patch(url, at, file.subarray(at, end))
      expect(answer.headers.get('upload-offset')).toBe(String(end))
      at = end
    }
    expect(await hashUpload(uploads, uploadIdOf(url))).toBe(sha256(file))
  })

  test('is the same file when it comes byte by byte', async () => {
    const file = randomBytes(5_000)
    const url = await ana.started(file.length)
    const bytes = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of file) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect((await ana.patch(url, 0, bytes)).status).toBe(204)
    expect(await hashUpload(uploads, uploadIdOf(url))).toBe(sha256(file))
  })

  test('is written only from where it stands, and never beyond its length', async () => {
    const url = await ana.started(10)
    expect((await ana.patch(url, 4, Buffer.alloc(6))).status).toBe(409)
    expect((await ana.patch(url, 0, Buffer.alloc(11))).status).toBe(413)
    expect(await bytesOnDisk(url)).toBeLessThanOrEqual(10)
  })

  test('goes on with the latest request: one whose line has gone dead is ended by it', async () => {
    const file = Buffer.from('twenty bytes of text')
    const url = await ana.started(file.length)
    const { promise: never } = Promise.withResolvers<void>()
    let asked = 0
    const dead = new ReadableStream<Uint8Array>({
      pull(controller) {
        asked += 1
        if (asked > 1) return never
        controller.enqueue(file.subarray(0, 7))
      },
    })
    const first = ana.patch(url, 0, dead)
    await expect.poll(() => asked).toBe(2)
    expect(await ana.offsetOf(url)).toBe(7)
    expect((await first).status).toBe(409)
    expect((await ana.patch(url, 7, file.subarray(7))).status).toBe(204)
    expect(await textOf(url)).toBe(String(file))
  })

  test('is nobody else’s to write, to ask after, or to end', async () => {
    const url = await ana.started(3)
    const bo = as('bo')
    expect((await bo.patch(url, 0, Buffer.from('abc'))).status).toBe(404)
    for (const method of ['HEAD', 'DELETE']) expect((await bo.call(url, method)).status, method).toBe(404)
    expect(await ana.offsetOf(url)).toBe(0)
  })

  test('is read back by nobody, also when it is whole', async () => {
    const url = await ana.started(3)
    await ana.patch(url, 0, Buffer.from('abc'))
    for (const method of ['GET', 'OPTIONS', 'PUT', 'constructor'])
      expect((await ana.call(url, method)).status, method).toBe(405)
  })

  test('that is canceled leaves nothing on the disk', async () => {
    const url = await ana.started(3)
    await ana.patch(url, 0, Buffer.from('ab'))
    expect((await ana.call(url, 'DELETE')).status).toBe(204)
    expect((await readdir(uploads.directory)).filter((name) => name.startsWith(uploadIdOf(url)))).toEqual([])
    expect((await ana.call(url, 'HEAD')).status).toBe(404)
    expect((await ana.patch(url, 2, Buffer.from('c'))).status).toBe(404)
  })

  test('keeps what was said of it, whatever the name holds', async () => {
    const name = "../../O'Brien \u202e\u0000 İ 🧁.pdf"
    const url = await ana.started(3, { name, category: 'identity', modified: 12 })
    expect(await findUpload(uploads, uploadIdOf(url))).toMatchObject({
      receivedBytes: 0,
      record: {
        name,
        category: 'identity',
        modifiedMs: 12,
        sizeBytes: 3,
        ownerId: 'ana',
        applicationId: APPLICATION_ID,
      },
    })
    expect((await listUploads(uploads)).map(({ id }) => id)).toContain(uploadIdOf(url))
  })
})

describe('an upload is not begun', () => {
  test.each([
    ['by no one', '', 3, {}, 401],
    ['without a length', 'ana', 'x', {}, 411],
    ['of nothing', 'ana', 0, {}, 400],
    ['of one byte over 100 MB (interface, "Limits")', 'ana', MAX_DOCUMENT_BYTES + 1, {}, 413],
    ['with a length beyond all numbers', 'ana', '9'.repeat(40), {}, 411],
    ['for what is no application', 'ana', 3, { application: '../../etc' }, 400],
    ['without a name', 'ana', 3, { name: '' }, 400],
    ['with an endless name', 'ana', 3, { name: 'x'.repeat(1_001) }, 400],
    ['in a category that there is not', 'ana', 3, { category: 'selfie' }, 400],
  ])('%s', async (_, name, bytes, about, status) => {
    const before = await readdir(uploads.directory)
    const answer = await as(name).begin(bytes, about)
    expect(answer.status).toBe(status)
    expect(await readdir(uploads.directory)).toEqual(before)
  })

  test('with members that are not asked for: who owns it is said by the session', async () => {
    const url = await ana.started(3, { owner: 'bo', ownerId: 'bo', sizeBytes: 1, __proto__x: 'y' })
    const upload = await findUpload(uploads, uploadIdOf(url))
    expect(upload?.record).toMatchObject({ ownerId: 'ana', sizeBytes: 3 })
    expect(Object.keys(upload?.record ?? {}).sort()).toEqual(
      ['applicationId', 'category', 'modifiedMs', 'name', 'ownerId', 'sizeBytes'].sort(),
    )
  })

  test('by another protocol, and no address leads outside the folder', async () => {
    expect((await ana.call(routes.api.uploads, 'POST', { 'tus-resumable': '0.2.2' })).status).toBe(412)
    for (const id of ['..%2f..%2fetc%2fpasswd', '../x', `${'0'.repeat(36)}%00`, 'a/b', '']) {
      const answer = await ana.call(`${routes.api.uploads}/${id}`, 'HEAD')
      expect(answer.status, id).toBe(404)
    }
  })
})

describe('an unfinished upload', () => {
  const daysLater = (days: number) => new Date(Date.now() + days * 24 * 3_600_000)

  test('is kept for a week after its last byte, and then thrown away', async () => {
    const url = await ana.started(3)
    await ana.patch(url, 0, Buffer.from('ab'))
    await deleteExpiredUploads(uploads, daysLater(6.9))
    expect(await ana.offsetOf(url)).toBe(2)
    const soon = new Date(Date.now() + KEEP_UNFINISHED_MS)
    await utimes(path.join(uploads.directory, `${uploadIdOf(url)}.sealed`), soon, soon)
    await deleteExpiredUploads(uploads, daysLater(13.9))
    expect(await ana.offsetOf(url), 'someone went on with it').toBe(2)
    await deleteExpiredUploads(uploads, daysLater(14.1))
    expect((await readdir(uploads.directory)).filter((name) => name.startsWith(uploadIdOf(url)))).toEqual([])
  })

  test('whose record cannot be read is nobody’s', async () => {
    const url = await ana.started(3)
    await writeFile(path.join(uploads.directory, `${uploadIdOf(url)}.json`), '{"ownerId":"ana"')
    expect(await findUpload(uploads, uploadIdOf(url))).toBeNull()
    expect((await ana.call(url, 'HEAD')).status).toBe(404)
    expect(await listUploads(uploads)).not.toContainEqual(expect.objectContaining({ id: uploadIdOf(url) }))
  })
})

test('an error inside the desk is answered without its text', async () => {
  const answer = await as('nemo').begin(3)
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toMatch(/select|secret/)
})

describe('in a process of its own', () => {
  const child = path.join(import.meta.dirname, '../../testing/upload-server.child.ts')
  let running: ChildProcess | undefined
  let port = 0
  afterEach(() => kill())

  async function start(): Promise<void> {
    running = spawn(process.execPath, ['--import', 'tsx', child, uploads.directory, key.toString('base64')], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    let output = ''
    for await (const text of running.stdout ?? []) {
      output += text
      const found = /listening on (\d+)/.exec(output)?.[1]
      if (found === undefined) continue
      port = Number(found)
      return
    }
    throw new Error('The server did not start.')
  }

  async function kill(): Promise<void> {
    if (!running || running.exitCode !== null || running.signalCode !== null) return
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }

  const over = () => uploadCalls((request) => fetch(request), `http://127.0.0.1:${port}`, 'ana')

  /** A request by hand, whose head may say what it likes. */
  async function raw(
    url: string,
    headers: Record<string, string | number>,
    body: Uint8Array,
  ): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const head = {
      host: '127.0.0.1',
      'x-name': 'ana',
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': 0,
      ...headers,
    }
    socket.write(
      `PATCH ${url} HTTP/1.1\r\n${Object.entries(head)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}\r\n`,
    )
    socket.write(body)
    return socket
  }

  async function answerOf(socket: Socket): Promise<string> {
    let text = ''
    socket.setEncoding('latin1')
    for await (const chunk of socket) {
      text += chunk
      if (text.includes('\r\n\r\n')) break
    }
    socket.destroy()
    return text.split('\r\n')[0] ?? ''
  }

  test('that is killed in the middle of a file, the next one goes on with what came: the whole is the same file', async () => {
    await start()
    const file = randomBytes(6_000_000)
    const url = await over().started(file.length)
    const socket = await raw(url, { 'content-length': file.length }, file.subarray(0, 3_500_000))
    socket.on('error', () => undefined)
    await expect.poll(() => bytesOnDisk(url)).toBeGreaterThan(2_900_000)
    await kill()
    await start()
    const kept = await over().offsetOf(url)
    expect(kept).toBeGreaterThan(2_900_000)
    expect(kept).toBeLessThanOrEqual(3_500_000)
    expect((await over().patch(url, kept, file.subarray(kept))).status).toBe(204)
    expect(await hashUpload(uploads, uploadIdOf(url))).toBe(sha256(file))
  })

  test('a connection that is cut keeps what came', async () => {
    await start()
    const url = await over().started(2_000_000)
    const socket = await raw(url, { 'content-length': 2_000_000 }, randomBytes(1_200_000))
    await expect.poll(() => bytesOnDisk(url)).toBeGreaterThan(900_000)
    socket.destroy()
    await expect.poll(() => bytesOnDisk(url)).toBe(1_200_000)
    expect(await over().offsetOf(url)).toBe(1_200_000)
  })

  test('a Content-Length that says less than comes, or more than there is room for, makes no other file', async () => {
    await start()
    const url = await over().started(10)
    // What comes beyond it is no request that anyone could read, and ends the connection.
    await answerOf(await raw(url, { 'content-length': 4 }, Buffer.from('0123456789')))
    const kept = await over().offsetOf(url)
    expect(kept).toBeLessThanOrEqual(4)
    const more = { 'content-length': 11 - kept, 'upload-offset': kept }
    expect(await answerOf(await raw(url, more, Buffer.from('0123456789a')))).toContain('413')
    for (const length of ['-1', '1e9', '0x10', '4, 5']) {
      const answer = await answerOf(await raw(url, { ...more, 'content-length': length }, Buffer.from('4')))
      expect(answer, length).toContain('400')
    }
    expect(await over().offsetOf(url)).toBe(kept)
  })

  test('a body of no announced length ends where the file ends', async () => {
    await start()
    const url = await over().started(10)
    const chunked = (text: string) => Buffer.from(`${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`)
    const head = { 'transfer-encoding': 'chunked' }
    expect(await answerOf(await raw(url, head, chunked('0123456789ab')))).toContain('413')
    expect(await bytesOnDisk(url)).toBe(0)
    expect(await answerOf(await raw(url, head, chunked('0123456789')))).toContain('204')
    expect(await textOf(url)).toBe('0123456789')
  })
})

test('the metadata of the header is read pair by pair', async () => {
  const headers = { 'upload-length': '3', 'upload-metadata': `${uploadMetadata({ name: 'x' })},,= =` }
  expect((await ana.call(routes.api.uploads, 'POST', headers)).status).toBe(400)
})
