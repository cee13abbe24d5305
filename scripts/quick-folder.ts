import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

const IN_MEMORY = '/dev/shm'
/** The most that a run needs, including 100 MB documents and database logs. */
const NEEDED_BYTES = 4 * 1024 ** 3

/**
 * Makes this process and its children keep temporary files in memory, if there is room; the folder is removed at the
 * end. Nearly every test copies a database of some 700 small files, which takes a third of a second on disk. Returns the
 * folder, or null.
 */
export function keepTemporaryFilesInMemory(): string | null {
  if (process.env.TMPDIR?.startsWith(IN_MEMORY)) return process.env.TMPDIR
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    if (bavail * bsize < NEEDED_BYTES) return null
    const folder = mkdtempSync(path.join(IN_MEMORY, 'payfac-desk-'))
    // The mode of any temporary folder: if root starts a database, it runs as another user.
    chmodSync(folder, 0o1777)
    process.env.TMPDIR = folder
    process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
    return folder
  } catch {
    // No in-memory file system here: the disk is slower but works.
    return null
  }
}
