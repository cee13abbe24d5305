import { createCipheriv, createDecipheriv, createSecretKey, randomBytes } from 'node:crypto'

/**
 * Encrypts values that contain identities (AES-256-GCM) with a key outside the database. `place` names the record and
 * field and is authenticated, so that a value moved elsewhere does not open.
 */
export type Box = {
  seal(place: string, value: unknown): string
  /** Returns values that an earlier version stored in plain text as they are. */
  open(place: string, stored: unknown): unknown
}

const FORM = 's1.'
const [IV_BYTES, TAG_BYTES] = [12, 16]

/** `key`: 32 bytes. */
export function createBox(key: Buffer): Box {
  const secret = createSecretKey(key)
  return {
    seal(place, value) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(place))
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return FORM + Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url')
    },
    open(place, stored) {
      if (typeof stored !== 'string' || !stored.startsWith(FORM)) return stored
      const sealed = Buffer.from(stored.slice(FORM.length), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, IV_BYTES))
      decipher.setAAD(Buffer.from(place)).setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
      const plain = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
      return JSON.parse(plain.toString('utf8'))
    },
  }
}
