import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from 'node:crypto'

/** Where a sealed value lives. Part of what is authenticated: a ciphertext moved elsewhere does not open. */
export type Place = { table: string; row: string; field: string }

export type DataKey = { version: number; key: Buffer }

/** Seals one value at a time: AES-256-GCM, text form `v1.<key version>.<iv>.<tag>.<ciphertext>`. */
export type Sealer = {
  seal(place: Place, plain: string): string
  /** Throws when the text was tampered with, moved from its place, or sealed with an unknown key. */
  open(place: Place, sealed: string): string
  /** The same value, sealed with the key in use now; the text as it is where that is what sealed it. */
  reseal(place: Place, sealed: string): string
  /** The version of the key that seals now. */
  keyInUse(): number
  /**
   * Equal values of one kind give equal digests, and no one without the key can make them. They stay the same when
   * data keys are renewed: for what cannot be made again, being known by its digest alone.
   */
  fingerprint(kind: string, plain: string): string
  /** The same under each data key, the first one's first: for what is guessed easily, and can be made again. */
  fingerprints(kind: string, plain: string): string[]
}

const additionalData = (place: Place, keyVersion: number) =>
  Buffer.from(JSON.stringify([place.table, place.row, place.field, keyVersion]))

// Prepared once: a bare buffer is prepared anew for each digest, which takes six times as long as the digest.
const fingerprintKeyOf = ({ key }: DataKey) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'payfac-desk/fingerprint', 32)))

/** `renew`: with other keys from now on, as those of another process that added one. */
export type RenewableSealer = Sealer & { renew(keys: readonly DataKey[], inUse: number): void }

/** `keys` oldest first; the one of version `inUse` (by default the newest) seals, all of them open. */
export function createSealer(keys: readonly DataKey[], inUse = keys.at(-1)?.version): RenewableSealer {
  let { newest, byVersion, fingerprintKeys } = prepare(keys, inUse)
  const digest = (key: KeyObject, kind: string, plain: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([kind, plain]))
      .digest('base64url')

  const sealer: RenewableSealer = {
    renew(given, version) {
      ;({ newest, byVersion, fingerprintKeys } = prepare(given, version))
    },
    keyInUse: () => newest.version,
    reseal(place, sealed) {
      return sealed.startsWith(`v1.${newest.version}.`)
        ? sealed
        : sealer.seal(place, sealer.open(place, sealed))
    },
    seal(place, plain) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv)
      cipher.setAAD(additionalData(place, newest.version))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return [
        'v1',
        newest.version,
        ...[iv, cipher.getAuthTag(), body].map((part) => part.toString('base64url')),
      ].join('.')
    },
    open(place, sealed) {
      const [form, versionText, iv, tag, body] = sealed.split('.')
      const version = Number(versionText)
      const key = byVersion.get(version)
      if (form !== 'v1' || !key || iv === undefined || tag === undefined || body === undefined) {
        throw new Error(`A sealed value at ${place.table}.${place.field} has an unknown form or key.`)
      }
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'))
      decipher.setAAD(additionalData(place, version))
      decipher.setAuthTag(Buffer.from(tag, 'base64url'))
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString(
        'utf8',
      )
    },
    fingerprint: (kind, plain) => digest(fingerprintKeys[0], kind, plain),
    fingerprints: (kind, plain) => fingerprintKeys.map((key) => digest(key, kind, plain)),
  }
  return sealer
}

function prepare(keys: readonly DataKey[], inUse: number | undefined) {
  const newest = keys.find(({ version }) => version === inUse)
  const [first, ...others] = keys
  if (!newest || !first) throw new Error('A sealer needs at least one data key.')
  const fingerprintKeys: [KeyObject, ...KeyObject[]] = [
    fingerprintKeyOf(first),
    ...others.map(fingerprintKeyOf),
  ]
  return { newest, byVersion: new Map(keys.map(({ version, key }) => [version, key])), fingerprintKeys }
}

const WRAPPED: Place = { table: 'data_keys', row: 'wrapped', field: 'key' }

/** A data key as the database keeps it: sealed by the key-encryption key. */
export const wrapDataKey = (kek: Buffer, entry: DataKey): string =>
  createSealer([{ version: 0, key: kek }]).seal(
    { ...WRAPPED, row: String(entry.version) },
    entry.key.toString('base64'),
  )

/** Throws when DATA_KEY is not the key that wrapped it. */
export const unwrapDataKey = (kek: Buffer, version: number, wrapped: string): DataKey => ({
  version,
  key: Buffer.from(
    createSealer([{ version: 0, key: kek }]).open({ ...WRAPPED, row: String(version) }, wrapped),
    'base64',
  ),
})
