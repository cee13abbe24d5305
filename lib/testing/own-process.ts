import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '../..')
const START_MS = 120_000

/** A process of the desk's that belongs to one test, and may be killed. */
export type OwnProcess = {
  /** Resolves when it has said that it is there. */
  start(env?: Record<string, string>): Promise<void>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
  /** Ends it as a deployment would, and gives its exit code. */
  stop(): Promise<number | null>
}

/** `args`: as Node gets them. `ready`: what it prints when it is there. Not started yet. */
export function ownProcess(
  args: readonly string[],
  ready: string,
  always: Record<string, string>,
): OwnProcess {
  let child: ChildProcess | undefined
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
    return child.exitCode
  }
  return {
    async start(env = {}) {
      child = spawn(process.execPath, args, {
        cwd: ROOT,
        env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...always, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      await untilSaid(child, ready)
    },
    stop: () => end('SIGTERM'),
    async kill() {
      await end('SIGKILL')
    },
  }
}

function untilSaid(child: ChildProcess, ready: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Nobody said “${ready}” in time.`)), START_MS)
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (!output.includes(ready)) return
      clearTimeout(timer)
      resolve()
    })
    child.once('exit', (code) => reject(new Error(`It ended with exit code ${code}.\n${output}`)))
  })
}
