import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import path from 'node:path'

/** The value from the environment; else the one kept in the data directory, made at the first start (mode 600). */
async function keptSecret(given: string, dataDir: string, name: string): Promise<string> {
  if (given !== '') return given
  const directory = path.join(dataDir, 'keys')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const file = path.join(directory, name)
  try {
    // `wx`: whoever comes second reads what the first one made. Synced, or a power cut could take the
    // key and with it everything that it sealed.
    const handle = await open(file, 'wx', 0o600)
    await handle.writeFile(randomBytes(32).toString('base64'))
    await handle.sync()
    await handle.close()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return (await readFile(file, 'utf8')).trim()
}

export type Secrets = { authSecret: string; keyEncryptionKey: Buffer }

export async function loadSecrets(given: {
  AUTH_SECRET: string
  DATA_KEY: string
  DATA_DIR: string
}): Promise<Secrets> {
  return {
    authSecret: await keptSecret(given.AUTH_SECRET, given.DATA_DIR, 'auth-secret'),
    keyEncryptionKey: Buffer.from(await keptSecret(given.DATA_KEY, given.DATA_DIR, 'data-key'), 'base64'),
  }
}
