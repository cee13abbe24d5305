import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
/** What a run keeps at its worst, documents of 100 MB and the logs of the database among it. */
const NEEDED_BYTES = 4 * 1024 ** 3

/**
 * Has this process and those that it starts keep their temporary files in memory, where there is room; the folder is
 * gone when it ends. A database is copied for nearly every test: some 700 small files, of which a disk makes a third
 * of a second. The folder, or null.
 */
export function keepTemporaryFilesInMemory(): string | null {
  if (process.env.TMPDIR?.startsWith(IN_MEMORY)) return process.env.TMPDIR
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (bavail * bsize < NEEDED_BYTES) return null
    const folder = mkdtempSync(path.join(IN_MEMORY, 'payfac-desk-'))
    // As any folder of temporary files: a database that root starts runs as somebody else.
    chmodSync(folder, 0o1777)
    process.env.TMPDIR = folder
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
    return folder
  } catch {
    // No such memory here: the disk is slower, and as good.
    return null
  }
}
