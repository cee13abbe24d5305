import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { routes } from '@/lib/routes'
import { createDocumentStore, type DocumentStore } from './document-store'
import { createUploadServer } from './upload-server'

const origin = 'http://desk.test'
/** Who is asking is decided elsewhere: here people sign their requests with their name, and Nemo brings the database down. */
async function ownerOf(request: Request): Promise<string | null> {
  const name = request.headers.get('x-name')
  if (name === 'nemo') throw new Error('Failed query: select from sessions, params: a-secret')
  return name
}

let directory: string
let store: DocumentStore
let server: ReturnType<typeof createUploadServer>
beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'payfac-desk-uploads-'))
  store = await createDocumentStore(path.join(directory, 'uploads'), path.join(directory, 'documents'))
  server = createUploadServer(store.uploadsDir, ownerOf)
})
afterAll(() => rm(directory, { recursive: true, force: true }))

const ask = (url: string, method: string, name: string, headers: Record<string, string> = {}) =>
  server.handleWeb(
    new Request(url, { method, headers: { 'tus-resumable': '1.0.0', 'x-name': name, ...headers } }),
  )

const begin = (name: string, bytes: number) =>
  ask(origin + routes.api.uploads, 'POST', name, { 'upload-length': String(bytes) })

async function begun(name: string, bytes: number): Promise<string> {
  const answer = await begin(name, bytes)
  expect(answer.status).toBe(201)
  return origin + answer.headers.get('location')
}

function patch(url: string, name: string, offset: number, body: BodyInit): Promise<Response> {
  const headers = {
    'tus-resumable': '1.0.0',
    'x-name': name,
    'upload-offset': String(offset),
    'content-type': 'application/offset+octet-stream',
  }
  const init = { method: 'PATCH', headers, body, duplex: 'half' }
  return server.handleWeb(new Request(url, init))
}

const offsetOf = async (url: string, name: string) =>
  Number((await ask(url, 'HEAD', name)).headers.get('upload-offset'))

const idOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)
const bytesOnDisk = async (url: string) => (await stat(path.join(store.uploadsDir, idOf(url)))).size

describe('an upload', () => {
  test('that was cut off keeps what came, goes on from there, and is the same file', async () => {
    const file = randomBytes(4_000_000)
    const url = await begun('ana', file.length)
    let sent = 0
    const socket = new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent < 2_000_000) {
          controller.enqueue(file.subarray(sent, sent + 50_000))
          sent += 50_000
        } else {
          await expect.poll(() => bytesOnDisk(url)).toBeGreaterThan(1_000_000)
          controller.error(new Error('aborted'))
        }
      },
    })
    expect((await patch(url, 'ana', 0, socket)).status).toBe(400)
    const kept = await offsetOf(url, 'ana')
    expect(kept).toBeGreaterThan(1_000_000)
    expect((await patch(url, 'ana', kept, file.subarray(kept))).status).toBe(204)
    expect(await store.uploadSha256(idOf(url))).toBe(createHash('sha256').update(file).digest('hex'))
  })

  test('is written only from where it stands, and never beyond its length', async () => {
    const url = await begun('ana', 10)
    expect((await patch(url, 'ana', 4, Buffer.alloc(6))).status).toBe(409)
    expect((await patch(url, 'ana', 0, Buffer.alloc(11))).status).toBe(413)
    expect(await bytesOnDisk(url)).toBeLessThanOrEqual(10)
  })

  test('is nobody else’s to write, to ask after, to read or to end', async () => {
    const url = await begun('ana', 3)
    expect((await patch(url, 'bo', 0, Buffer.from('abc'))).status).toBe(404)
    for (const method of ['HEAD', 'GET', 'DELETE'])
      expect((await ask(url, method, 'bo')).status, method).toBe(404)
    expect(await offsetOf(url, 'ana')).toBe(0)
  })
})

test('an error inside the desk is answered without its text', async () => {
  const answer = await begin('nemo', 3)
  expect(answer.status).toBe(500)
  expect(await answer.text()).not.toMatch(/select|secret/)
})
