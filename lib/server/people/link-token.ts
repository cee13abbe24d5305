import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'

/** What a one-time link carries: which row, and a secret of 256 bits of which the row has the hash. */
export type LinkToken = { linkId: string; secret: string }

export const newSecret = (): string => randomBytes(32).toString('base64url')

export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')

export const writeToken = ({ linkId, secret }: LinkToken): string => `${linkId}.${secret}`

/** Null for what cannot be one. */
export function readToken(token: string): LinkToken | null {
  const [linkId = '', secret = '', ...rest] = token.trim().split('.')
  return rest.length === 0 && secret !== '' && z.uuid().safeParse(linkId).success ? { linkId, secret } : null
}

/** Takes as long for a secret that is nearly right as for any other. */
export function isSecretOf(secret: string, sha256: string): boolean {
  const [given, stored] = [Buffer.from(hashOfSecret(secret)), Buffer.from(sha256)]
  return given.length === stored.length && timingSafeEqual(given, stored)
}
