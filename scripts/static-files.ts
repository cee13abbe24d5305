import { existsSync, readdirSync, readFileSync } from 'node:fs'
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

/**
 * Makes V8 compile the whole script off the main thread while it downloads ("explicit compile hints"; for other engines
 * it is just a comment). Otherwise each function is compiled on the main thread at its first call, which takes half of
 * the time in which a loaded page does not respond yet.
 */
const COMPILED_ON_ARRIVAL = Buffer.from('//# allFunctionsCalledOnLoad\n')

type StaticFile = { type: string; plain: Buffer; packed: Buffer | null }

/**
 * Serves the build's scripts, style sheets and fonts, each compressed once and cached. Next would compress every file
 * again for each browser, on the main thread, just when the page itself is needed. Returns false for all other paths,
 * which Next handles.
 */
export function serveStaticFiles(build: string) {
  const folder = path.join(build, 'static')
  const ofEveryPage = listScriptsOfEveryPage(build)
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
    const read = readStatic(path.join(folder, name), ofEveryPage.has(name))
    kept.set(name, read)
    // The next request tries again.
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

/** Scripts that run almost entirely on every page: React and the router. Others have much code that runs only on clicks. */
function listScriptsOfEveryPage(build: string): Set<string> {
  const manifest = path.join(build, 'build-manifest.json')
  if (!existsSync(manifest)) return new Set()
  const { rootMainFiles = [] }: { rootMainFiles?: string[] } = JSON.parse(readFileSync(manifest, 'utf8'))
  return new Set(rootMainFiles.map((file) => path.posix.relative('static', file)))
}

async function readStatic(file: string, isOfEveryPage: boolean): Promise<StaticFile> {
  const read = await readFile(file)
  const plain = isOfEveryPage ? Buffer.concat([COMPILED_ON_ARRIVAL, read]) : read
  const extension = path.extname(file)
  const packed =
    extension === '.woff2' ? null : await compress(plain, { level: constants.Z_BEST_COMPRESSION })
  return { type: TYPES[extension] ?? 'application/octet-stream', plain, packed }
}

function answer(request: IncomingMessage, response: ServerResponse, { type, plain, packed }: StaticFile) {
  const isPacked = packed !== null && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const body = isPacked ? packed : plain
  // These headers matter only for pages, and would be repeated with every file.
  for (const name of PAGES_ONLY) response.removeHeader(name)
  response.writeHead(200, {
    'content-type': type,
    'content-length': body.length,
    // File names contain a hash of the content.
    'cache-control': 'public, max-age=31536000, immutable',
    ...(packed && { vary: 'accept-encoding' }),
    ...(isPacked && { 'content-encoding': 'gzip' }),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
