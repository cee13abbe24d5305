import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const START_MS = 120_000

export type OwnDesk = {
  origin: string
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Ends it as a deployment would, and gives its exit code. */
  stop(): Promise<number | null>
  /** Starts it on the same address and the same data, with these variables besides. */
  start(env?: Record<string, string>): Promise<void>
}

/** A desk of a journey's own, in its own process and folder, that may be killed. Not started yet. */
export async function createOwnDesk(dataDir: string): Promise<OwnDesk> {
  const port = await freePort()
  let child: ChildProcess | undefined
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    async start(env = {}) {
      child = spawn(process.execPath, ['scripts/start.ts'], {
        cwd: ROOT,
        env: {
          ...process.env,
          NODE_ENV: 'production',
          PORT: String(port),
          DATA_DIR: dataDir,
          LOG_LEVEL: 'warn',
          ...env,
        },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await untilReady(child)
    },
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL')
    },
  }
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The desk did not get ready in time.')), START_MS)
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (!output.includes('is ready at')) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', (code) => reject(new Error(`The desk ended with exit code ${code}.\n${output}`)))
  })
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port.')
  return address.port
}
