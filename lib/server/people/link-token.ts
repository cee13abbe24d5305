import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** The content of a one-time link: the ID of its row, and a 256-bit secret, of which the row has only the hash. */
export type LinkToken = { linkId: string; secret: string }

export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const writeToken = ({ linkId, secret }: LinkToken): string => `${linkId}.${secret}`

/** Null if the text cannot be a token. */
export function readToken(token: string): LinkToken | null {
  const [linkId = '', secret = '', ...rest] = token.trim().split('.')
  return rest.length === 0 && secret !== '' && z.uuid().safeParse(linkId).success ? { linkId, secret } : null
}

/** Constant time, so that the duration does not reveal how close a guess was. */
export function isSecretOf(secret: string, sha256: string): boolean {
  const [given, stored] = [Buffer.from(hashOfSecret(secret)), Buffer.from(sha256)]
  return given.length === stored.length && timingSafeEqual(given, stored)
}
