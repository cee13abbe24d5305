import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export type SandboxProcess = {
  /** The sandbox's address, with `/sandbox`. */
  url: string
  pid: number
  /** Ends it as a deployment would, and gives its exit code. */
  stop(): Promise<number | null>
  /** Ends it as a power cut would. */
  kill(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const START_MS = 60_000
/** A request that hangs may still hold it. */
const RESET_MS = 5_000

/** Sandboxes that no test file is using; they end with this process. */
const idle: SandboxProcess[] = []

/**
 * The simulated partner in another process, on a free port, in its initial state. It reuses one that an earlier file
 * stopped, after a reset. `own` starts one that is never shared, `dataDir` starts such a one on a database that is kept,
 * and `databaseUrl` one on a desk's database.
 */
export async function startSandboxProcess(
  options: { dataDir?: string; databaseUrl?: string; own?: boolean } = {},
): Promise<SandboxProcess> {
  if (options.own || options.dataDir !== undefined || options.databaseUrl !== undefined)
    return spawnSandbox(options)
  for (let shared = idle.pop(); shared; shared = idle.pop()) {
    if (await isReset(shared)) return lend(shared)
    await shared.kill()
  }
  return lend(await spawnSandbox(options))
}

/** `stop` returns it for reuse. */
function lend(shared: SandboxProcess): SandboxProcess {
  let isLent = true
  return {
    ...shared,
    async stop() {
      if (isLent) idle.push(shared)
      isLent = false
      return 0
    },
    async kill() {
      isLent = false
      await shared.kill()
    },
  }
}

async function isReset({ url }: SandboxProcess): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(RESET_MS)
    return (await fetch(`${url}/control/reset`, { method: 'POST', signal })).ok
  } catch {
    return false
  }
}

async function spawnSandbox({
  dataDir,
  databaseUrl,
}: {
  dataDir?: string
  databaseUrl?: string
}): Promise<SandboxProcess> {
  // One process, where the tsx command would be two: a signal, SIGKILL too, reaches the one that listens.
  const script = dataDir === undefined ? 'lib/testing/sandbox.child.ts' : 'scripts/sandbox.ts'
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    cwd: root,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      ...(dataDir !== undefined && { DATA_DIR: dataDir }),
      ...(databaseUrl !== undefined && { SANDBOX_DATABASE_URL: databaseUrl }),
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
    return child.exitCode
  }
  try {
    return {
      url: await announcedAddress(child),
      pid: child.pid ?? 0,
      stop: () => end('SIGTERM'),
      kill: async () => {
        await end('SIGKILL')
      },
    }
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
}

function announcedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The sandbox did not start in time.')), START_MS)
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const address = /^sandbox listening on (\S+)$/m.exec(output)?.[1]
      if (address === undefined) return
      clearTimeout(timer)
      resolve(address)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The sandbox ended with exit code ${code} before it listened.`))
    })
  })
}
