import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const PRESENT = 0x01
const VERIFIED = 0x04
const ATTESTED = 0x40

type Deviations = {
  origin?: string
  rpId?: string
  /** What it says that it was used, in place of the next number. */
  counter?: number
  /** Whether it says that it verified its person. */
  isVerified?: boolean
}

/** An authenticator as browsers have them, with one passkey of its own, and as wrong as a test wants it. */
export function createPasskey(site: { id: string; origin: string }) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let used = 0
  const clientData = (type: 'webauthn.create' | 'webauthn.get', challenge: string, { origin }: Deviations) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: origin ?? site.origin, crossOrigin: false }))
  const authenticatorData = (flags: number, { rpId, counter, isVerified = true }: Deviations) => {
    used += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter ?? used)
    const all = flags | PRESENT | (isVerified ? VERIFIED : 0)
    return Buffer.concat([sha256(rpId ?? site.id), Buffer.from([all]), count])
  }
  const envelope = {
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key' as const,
    clientExtensionResults: {},
  }
  return {
    create({ challenge }: { challenge: string }, wrong: Deviations = {}): RegistrationResponseJSON {
      const coseKey = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
        Buffer.from(x, 'base64url'),
        Buffer.from([0x22, 0x58, 0x20]),
        Buffer.from(y, 'base64url'),
      ])
      const authData = Buffer.concat([
        authenticatorData(ATTESTED, wrong),
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey,
      ])
      const text = (value: string) => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)])
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        text('fmt'),
        text('none'),
        text('attStmt'),
        Buffer.from([0xa0]),
        text('authData'),
        Buffer.from([0x58, authData.length]),
        authData,
      ])
      return {
        ...envelope,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, wrong)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      }
    },
    sign({ challenge }: { challenge: string }, wrong: Deviations = {}): AuthenticationResponseJSON {
      const data = authenticatorData(0, wrong)
      const client = clientData('webauthn.get', challenge, wrong)
      return {
        ...envelope,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        },
      }
    },
  }
}
