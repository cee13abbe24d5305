import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { canonicalJson } from '@/lib/domain/values/canonical-json'

/**
 * The signed state of the chain at one moment. It is stored outside the database, so that an attacker who can rewrite
 * the database and seal everything again still cannot make the chain match.
 */
const checkpointSchema = z.object({
  v: z.literal(1),
  seq: z.int(),
  head: z.string().regex(/^[0-9a-f]{64}$/),
  /** Rows in the log, sealed or not. */
  rows: z.int(),
  at: z.string(),
  /** The beginning of the signing key's SHA-256. */
  key: z.string(),
  signature: z.string(),
})
export type Checkpoint = z.output<typeof checkpointSchema>

export type SigningKey = { private: KeyObject; public: PublicKey }
export type PublicKey = { id: string; key: KeyObject }

/** The prefixes of the 32 bytes of an Ed25519 key in PKCS #8 and SPKI (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SPKI = Buffer.from('302a300506032b6570032100', 'hex')

/** From 32 random bytes, as `openssl rand -base64 32` makes them. */
export function signingKey(seed: Buffer): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  return { private: key, public: describeKey(createPublicKey(key)) }
}

/** Reads a public key as `publicKeyText` writes it. Throws if it is not one. */
export function publicKey(text: string): PublicKey {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32) throw new Error('A public key is 32 bytes in base64.')
  return describeKey(createPublicKey({ key: Buffer.concat([SPKI, bytes]), format: 'der', type: 'spki' }))
}

const rawKey = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(SPKI.length)

export const publicKeyText = ({ key }: PublicKey): string => rawKey(key).toString('base64')

const describeKey = (key: KeyObject): PublicKey => ({
  id: createHash('sha256').update(rawKey(key)).digest('hex').slice(0, 16),
  key,
})

type Unsigned = Omit<Checkpoint, 'signature' | 'v' | 'key'>

const signedText = ({ v, seq, head, rows, at, key }: Omit<Checkpoint, 'signature'>): Buffer =>
  Buffer.from(`payfac-desk audit checkpoint\n${canonicalJson({ v, seq, head, rows, at, key })}`)

export function signCheckpoint(given: Unsigned, { private: own, public: { id } }: SigningKey): Checkpoint {
  const unsigned = { v: 1 as const, ...given, key: id }
  return { ...unsigned, signature: sign(null, signedText(unsigned), own).toString('base64') }
}

export const isSignedBy = (checkpoint: Checkpoint, { key }: PublicKey): boolean =>
  verify(null, signedText(checkpoint), key, Buffer.from(checkpoint.signature, 'base64'))

/** A file's checkpoints. `unreadable`: numbers of lines that are not checkpoints, such as one cut short by a crash. */
export function parseCheckpoints(text: string): { checkpoints: Checkpoint[]; unreadable: number[] } {
  const checkpoints: Checkpoint[] = []
  const unreadable: number[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    const read = checkpointSchema.safeParse(jsonOf(line))
    if (read.success) checkpoints.push(read.data)
    else unreadable.push(index + 1)
  }
  return { checkpoints, unreadable }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
