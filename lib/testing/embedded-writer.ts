import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'drizzle-orm'
import { type Db, openDatabase } from '@/lib/db/client'

const script = join(import.meta.dirname, '../db/embedded-writer.child.ts')

export type Writer = {
  pid: number
  /** The lines it has printed: `open`, then each row that was acknowledged to it. */
  lines: string[]
  /** Resolves when it has printed this many lines; throws if it ends earlier. */
  hasTold(count: number): Promise<void>
  kill(): Promise<void>
}

/** A minimal desk in its own process that writes until it is killed (embedded-writer.child.ts). */
export function startWriter(dataDir: string, identity: { uid?: number; gid?: number } = {}): Writer {
  const child = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...identity,
  })
  const lines: string[] = []
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const output = createInterface({ input: child.stdout })
  output.on('line', (line) => lines.push(line))
  const closed = once(output, 'close')
  return {
    pid: child.pid ?? 0,
    lines,
    async hasTold(count) {
      while (lines.length < count) {
        const isOver = await Promise.race([once(output, 'line').then(() => false), closed.then(() => true)])
        if (isOver && lines.length < count) throw new Error(`The writer ended.\n${errors}`)
      }
    },
    async kill() {
      if (!hasEnded(child)) {
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      }
      await closed
    },
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

/** The process id that the server in this folder wrote. Throws while it is missing: 0 would mean the calling process. */
export function serverPid(dataDir: string): number {
  const pid = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  if (!(pid > 0)) throw new Error('The server has not written its process id yet.')
  return pid
}

/** The processes of the shell that started a server, and ends it when its desk ends. */
export function watchdogPids(server: number): number[] {
  const processes = execFileSync('ps', ['-eo', 'pid=,pgid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
  const group = processes.find(([pid]) => pid === server)?.[1]
  return processes.flatMap(([pid, pgid]) =>
    pgid === group && pid !== undefined && pid !== server ? [pid] : [],
  )
}

export function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** A zombie process, which ended but was not reaped, is not running. */
export function isRunning(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' })
  return stdout.trim() !== '' && !stdout.startsWith('Z')
}

/** The number of rows; throws unless they are the first ones written, without gaps and unchanged. */
export async function countWritten(dataDir: string): Promise<number> {
  const database = await openDatabase({ dataDir })
  try {
    return await countWrittenIn(database.db)
  } finally {
    await database.close()
  }
}

async function countWrittenIn(db: Db): Promise<number> {
  const { rows } = await db.execute<{ id: number; proof: string }>(
    sql`select id, proof from written order by id`,
  )
  rows.forEach(({ id, proof }, index) => {
    const expected = createHash('sha256')
      .update(String(index + 1))
      .digest('hex')
    if (id !== index + 1 || proof !== expected) throw new Error(`Row ${id} stands where ${index + 1} should.`)
  })
  return rows.length
}
