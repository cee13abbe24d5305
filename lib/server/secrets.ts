import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

const KEY_BYTES = 32

/**
 * The value from the environment; else the one kept in the data directory, made at the first start (mode 600).
 * Throws when the kept one is damaged: a new one in its place would leave everything sealed for ever.
 */
async function keptSecret(given: string, dataDir: string, name: string): Promise<string> {
  if (given !== '') return given
  const directory = path.join(dataDir, 'keys')
  const file = path.join(directory, name)
  const secret = (
    await readFile(file, 'utf8').catch((error) => {
      if (error.code !== 'ENOENT') throw error
      return makeSecret(directory, file)
    })
  ).trim()
  if (Buffer.from(secret, 'base64').length !== KEY_BYTES) {
    throw new Error(`The key in ${file} is damaged. Put the whole file back from a backup, then start again.`)
  }
  return secret
}

async function makeSecret(directory: string, file: string): Promise<string> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  // Whole and synced before it has its name: a power cut leaves no half key, nor one that is lost with what it
  // sealed. A link never replaces: whoever comes second reads what the first one made.
  const unfinished = `${file}.${randomUUID()}`
  const handle = await open(/* turbopackIgnore: true */ unfinished, 'wx', 0o600)
  await handle.writeFile(randomBytes(KEY_BYTES).toString('base64'))
  await handle.sync()
  await handle.close()
  try {
    await link(unfinished, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    await rm(unfinished)
  }
  return readFile(file, 'utf8')
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
