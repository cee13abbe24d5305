import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Where a sealed value lives. Part of what is authenticated: a ciphertext moved elsewhere does not open. */
export type Place = { table: string; row: string; field: string }

export type DataKey = { version: number; key: Buffer }

/** Seals one value at a time: AES-256-GCM, text form `v1.<key version>.<iv>.<tag>.<ciphertext>`. */
export type Sealer = {
  seal(place: Place, plain: string): string
  /** Throws when the text was tampered with, moved from its place, or sealed with an unknown key. */
  open(place: Place, sealed: string): string
  /** Equal values of one kind give equal digests, and nobody without the key can make them. */
  fingerprint(kind: string, plain: string): string
}

const additionalData = (place: Place, keyVersion: number) =>
  Buffer.from(JSON.stringify([place.table, place.row, place.field, keyVersion]))

/** `keys` newest last; the newest seals, all of them open. */
export function createSealer(keys: readonly DataKey[]): Sealer {
  const newest = keys.at(-1)
  if (!newest) throw new Error('A sealer needs at least one data key.')
  const byVersion = new Map(keys.map((entry) => [entry.version, entry.key]))
  const first = keys[0] ?? newest
  // Its own key, made from the first data key so that it stays the same when data keys are renewed.
  const fingerprintKey = Buffer.from(
    hkdfSync('sha256', first.key, Buffer.alloc(0), 'payfac-desk/fingerprint', 32),
  )

  return {
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
    fingerprint(kind, plain) {
      return createHmac('sha256', fingerprintKey)
        .update(JSON.stringify([kind, plain]))
        .digest('base64url')
    },
  }
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
