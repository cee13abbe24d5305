import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

const KEY_BYTES = 32

type SecretName = 'AUTH_SECRET' | 'DATA_KEY' | 'AUDIT_SIGNING_KEY' | 'BACKUP_KEY'
type Given<N extends SecretName> = { DATA_DIR: string } & Record<N, string> &
  Partial<Record<`${N}_FILE`, string>>

/**
 * The value from the environment; else from the file that it names; else the one kept in the data directory, made at
 * the first start (mode 600). Throws when a file is missing or damaged: a new key in its place would leave everything
 * sealed for ever.
 */
async function storedSecret<N extends SecretName>(
  given: Given<N>,
  variable: N,
  name: string,
  onMissing: (directory: string, file: string) => Promise<string> = makeSecret,
): Promise<string> {
  const value: string = given[variable]
  const named: string | undefined = given[`${variable}_FILE`]
  if (value) return value
  if (named) return secretIn(named, variable)
  const directory = path.join(given.DATA_DIR, 'keys')
  const file = path.join(directory, name)
  const secret = (
    await readFile(file, 'utf8').catch((error) => {
      if (error.code !== 'ENOENT') throw error
      return onMissing(directory, file)
    })
  ).trim()
  requireKey(secret, file)
  return secret
}

async function secretIn(file: string, variable: SecretName): Promise<string> {
  const secret = await readFile(/* turbopackIgnore: true */ file, 'utf8').catch((cause) => {
    throw new Error(`${variable}_FILE names ${file}, which cannot be read. Nothing was started.`, { cause })
  })
  requireKey(secret.trim(), file)
  return secret.trim()
}

function requireKey(secret: string, file: string): void {
  if (Buffer.from(secret, 'base64').length !== KEY_BYTES)
    throw new Error(`The key in ${file} is damaged. Put the whole file back from a backup, then start again.`)
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

/** The 32 bytes from which checkpoints of the audit log are signed: never in the database. */
export const loadAuditSeed = async (given: Given<'AUDIT_SIGNING_KEY'>): Promise<Buffer> =>
  Buffer.from(await storedSecret(given, 'AUDIT_SIGNING_KEY', 'audit-key'), 'base64')

export type Secrets = { authSecret: string; keyEncryptionKey: Buffer }

export const loadSecrets = async (given: Given<'AUTH_SECRET' | 'DATA_KEY'>): Promise<Secrets> => ({
  authSecret: await storedSecret(given, 'AUTH_SECRET', 'auth-secret'),
  keyEncryptionKey: await loadKeyEncryptionKey(given),
})

export const loadKeyEncryptionKey = async (given: Given<'DATA_KEY'>): Promise<Buffer> =>
  Buffer.from(await storedSecret(given, 'DATA_KEY', 'data-key'), 'base64')

/** The simulated partner's own key: it plays another house, whose data keys are not renewed with the desk's. */
export const sandboxKeyOf = (keyEncryptionKey: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', keyEncryptionKey, Buffer.alloc(0), 'payfac-desk/sandbox', 32))
/** Whoever backs up for the first time makes the key, whoever reads a backup must have it. */
export async function loadBackupKey(
  given: Given<'BACKUP_KEY'> & { PARTNER: string },
  { make }: { make: boolean },
): Promise<Buffer> {
  const missing = async (_: string, file: string) => {
    throw new Error(
      make
        ? 'BACKUP_KEY (or BACKUP_KEY_FILE, a file outside DATA_DIR) is needed with PARTNER=live. Make one with openssl rand -base64 32, and keep a copy apart from the backups.'
        : `The backup needs the key that it was made with: set BACKUP_KEY or BACKUP_KEY_FILE, or put the key back as ${file}.`,
    )
  }
  const onMissing = make && given.PARTNER !== 'live' ? makeSecret : missing
  return Buffer.from(await storedSecret(given, 'BACKUP_KEY', 'backup-key', onMissing), 'base64')
}

/** For whoever puts a backup back: never made anew, since a new one would open nothing. */
export const findDataKey = async (given: Given<'DATA_KEY'>): Promise<Buffer> =>
  Buffer.from(
    await storedSecret(given, 'DATA_KEY', 'data-key', async (_, file) => {
      throw new Error(
        `A backup does not hold the key that opens what is sealed in it. Set DATA_KEY or DATA_KEY_FILE to that of the desk that was backed up, or put its keys/data-key back as ${file}.`,
      )
    }),
    'base64',
  )
