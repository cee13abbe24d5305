import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { guardResponse } from './response-headers'
import { serveStaticFiles } from './static-files'

const SCRIPT = 'console.log("a script that is long enough to be packed");'.repeat(50)
let build: string
let server: Server
let origin: string
beforeAll(async () => {
  build = mkdtempSync(path.join(tmpdir(), 'static-'))
  mkdirSync(path.join(build, 'static/chunks'), { recursive: true })
  writeFileSync(path.join(build, 'static/chunks/a~1.js'), SCRIPT)
  writeFileSync(path.join(build, 'static/chunks/react.js'), SCRIPT)
  writeFileSync(
    path.join(build, 'build-manifest.json'),
    JSON.stringify({ rootMainFiles: ['static/chunks/react.js'] }),
  )
  writeFileSync(path.join(build, 'static/notes.txt'), 'not served')
  writeFileSync(path.join(build, 'secret.js'), 'not of the folder')
  const isStatic = serveStaticFiles(build)
  server = createServer((request, response) => {
    guardResponse(response, { isHttps: false })
    if (!isStatic(request, response)) response.writeHead(418).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(build, { recursive: true, force: true })
})

const get = (file: string, init: RequestInit = {}) => fetch(`${origin}/_next/static/${file}`, init)

it('a script is answered packed, for good, and as what it is', async () => {
  const answer = await get('chunks/a~1.js', { headers: { 'accept-encoding': 'gzip' } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('content-type')).toContain('text/javascript')
  expect(answer.headers.get('cache-control')).toContain('immutable')
  expect(Number(answer.headers.get('content-length'))).toBeLessThan(SCRIPT.length / 2)
  expect(await answer.text()).toBe(SCRIPT)
})

it('and as it is to whoever cannot unpack it', async () => {
  const answer = await get('chunks/a~1.js', { headers: { 'accept-encoding': 'identity' } })
  expect(answer.headers.get('content-encoding')).toBeNull()
  expect(await answer.text()).toBe(SCRIPT)
})

it('one that every page runs is to be compiled as it arrives', async () => {
  for (const encoding of ['gzip', 'identity']) {
    const answer = await get('chunks/react.js', { headers: { 'accept-encoding': encoding } })
    expect(await answer.text()).toBe(`//# allFunctionsCalledOnLoad\n${SCRIPT}`)
  }
})

it('says of itself what it is, and not with every part of a page what the page may do', async () => {
  const { headers } = await get('chunks/a~1.js')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  for (const name of ['permissions-policy', 'cross-origin-opener-policy', 'referrer-policy'])
    expect(headers.get(name)).toBeNull()
})

it('of a HEAD there is no body', async () => {
  const answer = await get('chunks/a~1.js', { method: 'HEAD' })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe('')
})

it.each(['chunks/gone.js', 'notes.txt', '..%2Fsecret.js', 'chunks', ''])(
  '“%s” is left to Next',
  async (file) => {
    expect((await get(file)).status).toBe(418)
  },
)

it('nothing is written there', async () => {
  expect((await get('chunks/a~1.js', { method: 'POST' })).status).toBe(418)
})
