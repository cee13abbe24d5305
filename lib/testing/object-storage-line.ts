import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startFauxqs } from 'fauxqs'
import { type ObjectStorage, openObjectStorage } from '@/lib/server/documents/object-storage'

/** The fault of one request; null for none. */
export type LineFault =
  | { status: number }
  | { cutAfterBytes: number }
  | { flipAtByte: number }
  | { silent: true }
export type LineRequest = { method: string; path: string }

/**
 * An object store in this process, and a line to it that can fail. The line also adds what the store lacks: it refuses
 * a conditional write with 412 if the key is taken, for parts and whole objects alike.
 */
export async function startObjectStorage() {
  const store = await startFauxqs({ port: 0, host: '127.0.0.1', logger: false })
  store.createBucket('documents')
  let faultOf: (asked: LineRequest) => LineFault | null = () => null
  const seen: LineRequest[] = []
  const ask = (path: string, options: { method: string; headers?: IncomingMessage['headers'] }) =>
    request({ host: '127.0.0.1', port: store.port, path, ...options })

  async function answer(req: IncomingMessage, res: ServerResponse) {
    const asked = { method: req.method ?? '', path: req.url ?? '' }
    seen.push(asked)
    const fault = faultOf(asked)
    if (fault && 'silent' in fault) return
    if (fault && 'status' in fault) {
      req.resume()
      res.writeHead(fault.status, { 'content-type': 'application/xml' })
      const code = { 503: 'SlowDown', 403: 'AccessDenied', 400: 'BadDigest' }[fault.status] ?? 'InternalError'
      res.end(`<Error><Code>${code}</Code><Message>planted</Message></Error>`)
      return
    }
    if (req.headers['if-none-match'] === '*') {
      const head = ask(asked.path.split('?')[0] ?? '', { method: 'HEAD' })
      head.end()
      const [found] = (await once(head, 'response')) as [IncomingMessage]
      found.resume()
      if (found.statusCode === 200) {
        req.resume()
        res.writeHead(412, { 'content-type': 'application/xml' })
        res.end('<Error><Code>PreconditionFailed</Code><Message>taken</Message></Error>')
        return
      }
    }
    const { 'if-none-match': _, ...headers } = req.headers
    const onward = ask(asked.path, { method: asked.method, headers })
    req.pipe(onward)
    const [came] = (await once(onward, 'response')) as [IncomingMessage]
    res.writeHead(came.statusCode ?? 500, came.headers)
    let at = 0
    for await (const chunk of came as AsyncIterable<Buffer>) {
      const here = fault && 'flipAtByte' in fault ? fault.flipAtByte - at : -1
      if (here >= 0 && here < chunk.length) chunk[here] = (chunk[here] ?? 0) ^ 1
      if (fault && 'cutAfterBytes' in fault && at + chunk.length > fault.cutAfterBytes) {
        res.write(chunk.subarray(0, fault.cutAfterBytes - at), () => res.destroy())
        came.destroy()
        return
      }
      at += chunk.length
      if (!res.write(chunk)) await once(res, 'drain')
    }
    res.end()
  }

  const line = createServer((req, res) => answer(req, res).catch(() => res.destroy()))
  line.listen(0, '127.0.0.1')
  await once(line, 'listening')
  const settings = {
    S3_ENDPOINT: `http://127.0.0.1:${(line.address() as AddressInfo).port}`,
    S3_REGION: 'us-east-1',
    S3_BUCKET: 'documents',
    S3_ACCESS_KEY_ID: 'desk',
    S3_SECRET_ACCESS_KEY: 'not-a-secret',
    S3_FORCE_PATH_STYLE: '1' as const,
    S3_CHECKSUMS: 'WHEN_REQUIRED' as const,
  }
  return {
    settings,
    seen,
    open: (silenceMs = 2_000): ObjectStorage => openObjectStorage(settings, silenceMs),
    /** What the next requests meet, until it is called again. */
    plant(fault: (asked: LineRequest) => LineFault | null) {
      faultOf = fault
    },
    empty: () => store.emptyBucket('documents'),
    async stop() {
      line.closeAllConnections()
      line.close()
      await store.stop()
    },
  }
}
