import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

const compress = promisify(gzip)

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
}

const PREFIX = '/_next/static/'

const PAGES_ONLY = ['permissions-policy', 'cross-origin-opener-policy', 'referrer-policy']

type StaticFile = { type: string; plain: Buffer; packed: Buffer | null }

/**
 * Answers for the scripts, style sheets and fonts of the build, each packed once and kept. Next packs every one of
 * them again for every browser that comes, on the thread and at the moment at which the page itself is wanted.
 * Says false for whatever is not among them: that is Next's.
 */
export function serveStaticFiles(build: string) {
  const folder = path.join(build, 'static')
  const names = new Set(
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
          (name) => path.extname(name) in TYPES,
        )
      : [],
  )
  const kept = new Map<string, Promise<StaticFile>>()

  function fileOf(name: string): Promise<StaticFile> {
    const known = kept.get(name)
    if (known) return known
    const read = readStatic(path.join(folder, name))
    kept.set(name, read)
    // Whoever asks next tries again.
    read.catch(() => kept.delete(name))
    return read
  }

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const url = request.url ?? ''
    if (!url.startsWith(PREFIX) || (request.method !== 'GET' && request.method !== 'HEAD')) return false
    const name = url.slice(PREFIX.length).split('?', 1)[0] ?? ''
    if (!names.has(name)) return false
    fileOf(name).then(
      (file) => answer(request, response, file),
      () => response.writeHead(500).end(),
    )
    return true
  }
}

async function readStatic(file: string): Promise<StaticFile> {
  const plain = await readFile(file)
  const extension = path.extname(file)
  const packed =
    extension === '.woff2' ? null : await compress(plain, { level: constants.Z_BEST_COMPRESSION })
  return { type: TYPES[extension] ?? 'application/octet-stream', plain, packed }
}

function answer(request: IncomingMessage, response: ServerResponse, { type, plain, packed }: StaticFile) {
  const isPacked = packed !== null && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const body = isPacked ? packed : plain
  // They say what a page may do, and would come again with every part of it.
  for (const name of PAGES_ONLY) response.removeHeader(name)
  response.writeHead(200, {
    'content-type': type,
    'content-length': body.length,
    // Its name has a hash of what is in it.
    'cache-control': 'public, max-age=31536000, immutable',
    ...(packed && { vary: 'accept-encoding' }),
    ...(isPacked && { 'content-encoding': 'gzip' }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
