import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import http from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { buildIfNeeded } from '../scripts/build'
import { findBrowser } from '../scripts/find-browser'

/** A server in a process of its own. */
export type RunningServer = {
  origin: string
  pid: number
  /** From the start of its process to the first page that it answered with 200. */
  firstAnswerMs: number
  stop(): Promise<void>
}

/** A script of the bench in a process of its own, which answers each message with one; `told` was its first. */
export type Forked = {
  pid: number
  told: string
  ask(message: string): Promise<string>
}

/** What subjects measure on. Nothing has to be stopped by a subject: what it started ends with it. */
export type Ground = {
  /** A temporary folder, on the disk of the project. */
  directory: string
  /** Where the desk that is started keeps its data. */
  deskData: string
  /** The number of rounds: as many as given, or few for a trial. */
  rounds(full: number): number
  /** How many of what is measured on: as many as given, or a twentieth for a trial. */
  size(full: number): number
  /** The desk, built, as `npm start` starts it; the demonstration data is there when this resolves. */
  startDesk(settings?: Record<string, string>): Promise<RunningServer>
  /** `npm run receiver`, on the database of the desk that runs, or that `settings` say. */
  startCallbackReceiver(settings?: Record<string, string>): Promise<{ origin: string; pid: number }>
  /** `npm run worker`, which needs a DATABASE_URL. */
  startWorker(settings: Record<string, string>): Promise<{ pid: number }>
  /** A page of the same Next version with nothing on it, by `next start`. */
  startBare(): Promise<RunningServer>
  /** An HTTP server that does nothing but pipe bodies into this file, or throw them away (plain-receiver.ts). */
  startReceiver(file: string): Promise<{ origin: string }>
  fork(script: string, args: string[]): Promise<Forked>
  openBrowser(): Promise<Browser>
  /** Ends every server, process and browser of the subject that was measured. */
  clear(): Promise<void>
}

// Longer than a quiet machine takes by far: a busy one seeds the demonstration data for minutes.
const START_MS = 180_000
const STOP_MS = 15_000
const NEXT = path.resolve('node_modules/next/dist/bin/next')

export function openGround({ quick }: { quick: boolean }): Ground {
  mkdirSync('bench/.tmp', { recursive: true })
  const directory = mkdtempSync(path.resolve('bench/.tmp/run-'))
  const children = new Set<ChildProcess>()
  const browsers = new Set<Browser>()
  let bareDirectory: string | undefined
  // However this process ends, short of being killed itself, nothing that it started or wrote stays behind.
  process.once('exit', () => {
    for (const child of children) child.kill('SIGKILL')
    for (const made of [directory, ...(bareDirectory ? [bareDirectory] : [])])
      rmSync(made, { recursive: true, force: true })
  })

  const start = (command: string[], cwd: string, env: Record<string, string>): ChildProcess => {
    const child = spawn(process.execPath, command, {
      cwd,
      env: { ...process.env, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }

  const serve = async (
    command: string[],
    cwd: string,
    env: Record<string, string>,
    page: string,
    readyLine: RegExp,
  ): Promise<RunningServer> => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${port}`
    const startedAt = performance.now()
    const child = start(command, cwd, { ...env, PORT: String(port) })
    const ready = untilPrinted(child, readyLine)
    const [firstAnswerMs] = await Promise.all([
      untilAnswered(child, origin + page).then((at) => at - startedAt),
      ready,
    ])
    return { origin, pid: child.pid ?? 0, firstAnswerMs, stop: () => stop(child) }
  }

  const forkScript = async (script: string, args: string[]): Promise<Forked> => {
    const child = fork(script, args, { execArgv: ['--import', 'tsx'] })
    children.add(child)
    child.once('exit', () => children.delete(child))
    const answer = () =>
      new Promise<string>((resolve, reject) => {
        const ended = (code: number | null) => reject(new Error(`${script} ended with exit code ${code}.`))
        child.once('exit', ended)
        child.once('message', (message) => {
          child.off('exit', ended)
          resolve(String(message))
        })
      })
    const ask = (message: string) => {
      child.send(message)
      return answer()
    }
    return { told: await answer(), pid: child.pid ?? 0, ask }
  }

  let bareBuild: Promise<string> | undefined
  const buildBare = async (): Promise<string> => {
    const bare = mkdtempSync(path.join(tmpdir(), 'bare-next-'))
    bareDirectory = bare
    cpSync('bench/bare-next', bare, { recursive: true })
    symlinkSync(path.resolve('node_modules'), path.join(bare, 'node_modules'))
    const build = start([NEXT, 'build'], bare, {})
    build.stdout?.resume()
    const [code] = await once(build, 'exit')
    if (code !== 0) throw new Error('The bare page could not be built.')
    return bare
  }

  const deskData = path.join(directory, 'desk')
  const settings = {
    HOST: '127.0.0.1',
    APP_URL: '',
    DATA_DIR: deskData,
    DATABASE_URL: '',
    PARTNER: 'sandbox',
    PARTNER_AUTH_URL: '',
    DEMO: '1',
    LOG_LEVEL: 'warn',
  }
  return {
    directory,
    deskData,
    rounds: (full) => (quick ? Math.min(3, full) : full),
    size: (full) => (quick ? Math.ceil(full / 20) : full),
    async startDesk(more = {}) {
      buildIfNeeded()
      return serve(['scripts/start.ts'], process.cwd(), { ...settings, ...more }, '/sign-in', /is ready at/)
    },
    async startCallbackReceiver(more = {}) {
      const port = await freePort()
      const command = ['--import', 'tsx', 'scripts/receiver.ts']
      const child = start(command, process.cwd(), { ...settings, ...more, RECEIVER_PORT: String(port) })
      await untilPrinted(child, /are taken in at/)
      return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0 }
    },
    async startWorker(more) {
      const command = ['--import', 'tsx', '--conditions=react-server', 'scripts/worker.ts']
      const child = start(command, process.cwd(), { ...settings, ...more })
      await untilPrinted(child, /does jobs/)
      return { pid: child.pid ?? 0 }
    },
    async startBare() {
      bareBuild ??= buildBare()
      return serve([NEXT, 'start', '-H', '127.0.0.1'], await bareBuild, {}, '/', /Ready/)
    },
    async startReceiver(file) {
      const receiver = await forkScript('bench/plain-receiver.ts', [file])
      return { origin: receiver.told }
    },
    fork: forkScript,
    async openBrowser() {
      const browser = await chromium.launch({
        executablePath: findBrowser() ?? undefined,
        args: [
          '--no-sandbox',
          '--disable-quic',
          '--disable-background-networking',
          '--disable-component-update',
        ],
      })
      browsers.add(browser)
      return browser
    },
    async clear() {
      for (const browser of browsers) await browser.close()
      browsers.clear()
      await Promise.all([...children].map(stop))
    },
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  // A script of the bench closes what it has open, a database perhaps, and ends.
  if (child.connected) child.disconnect()
  else child.kill('SIGTERM')
  const killer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(killer)
}

function untilPrinted(child: ChildProcess, line: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('A server did not get ready in time.')), START_MS)
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (!line.test(output)) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`A server ended with exit code ${code} before it was ready.\n${output}`))
    })
  })
}

/** The moment (`performance.now()`) at which the address first answered 200. */
async function untilAnswered(child: ChildProcess, url: string): Promise<number> {
  const deadline = performance.now() + START_MS
  while (child.exitCode === null && performance.now() < deadline) {
    if ((await statusOf(url)) === 200) return performance.now()
    await sleep(5)
  }
  throw new Error(`No answer from ${url}.`)
}

function statusOf(url: string): Promise<number | null> {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false, timeout: 10_000 }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? null))
    })
    request.once('timeout', () => request.destroy())
    request.once('error', () => resolve(null))
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
