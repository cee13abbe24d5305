import * as z from 'zod/mini'
import { personName } from './inputs'

/** Second-factor inputs that both browser and server validate. */

const code = z.string().check(z.trim(), z.minLength(1, 'Enter the code.'), z.maxLength(64))
export const totpInput = z.object({
  code: code.check(z.regex(/^\d[\d\s-]*$/, 'Enter the six digits that your app shows.')),
})
export const recoveryCodeInput = z.object({ code })

const factorName = personName

/** base64url data from an authenticator. The largest are attestations, a few kilobytes long. */
const bytes = z.string().check(z.maxLength(20_000))
const id = z.string().check(z.minLength(1), z.maxLength(2_000))
const attachment = z.optional(z.enum(['platform', 'cross-platform']))
/** The desk requests no extensions, and reads none. */
const extensions = z.pipe(
  z.custom<object>((value) => typeof value === 'object' && value !== null),
  z.transform(() => ({})),
)

const attested = z.object({
  id,
  rawId: id,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    authenticatorData: z.optional(bytes),
    transports: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(16))),
    publicKeyAlgorithm: z.optional(z.number()),
    publicKey: z.optional(bytes),
  }),
})
const asserted = z.object({
  id,
  rawId: id,
  type: z.literal('public-key'),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: z.optional(bytes),
  }),
})

export const proofInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('totp'), code }),
  z.object({ kind: z.literal('recovery-code'), code }),
  z.object({ kind: z.literal('passkey'), response: asserted }),
])
export const passkeySignInInput = z.object({ response: asserted })

/** `password`: required of a person signed in without a second factor, so that an unlocked screen is not enough. */
export const beginFactorInput = z.object({ password: z.optional(z.string().check(z.maxLength(1_024))) })
export const finishTotpInput = z.object({ factorId: z.uuid(), name: factorName, code })
export const finishPasskeyInput = z.object({ name: factorName, response: attested })
export const renameFactorInput = z.object({ factorId: z.uuid(), name: factorName })
export const factorInput = z.object({ factorId: z.uuid() })
export const resetFactorsInput = z.object({ personId: z.uuid(), version: z.int() })
export const answerResetInput = z.object({
  personId: z.uuid(),
  version: z.int(),
  answer: z.enum(['consent', 'reject', 'withdraw']),
})
