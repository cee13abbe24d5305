import 'server-only'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { passkeySignInInput, proofInput } from '@/lib/domain/access/factor-inputs'
import { askAnyPasskey, askPasskey } from '@/lib/server/factors/passkeys'
import { parseSent, readJson } from '@/lib/server/route'
import { type Asking, type ConfirmResult, confirm, factorChoices, signInWithPasskey } from './confirm'
import { giveSession } from './session-cookie'
import type { SignedIn } from './sessions'

export type ConfirmationView =
  | { stage: 'enrollment' }
  | {
      stage: 'complete' | 'challenge'
      totp: boolean
      hasRecoveryCodes: boolean
      /** The challenge for a passkey; null if the person has none. */
      passkey: PublicKeyCredentialRequestOptionsJSON | null
    }

const MAX_BYTES = 65_536

/** How a person can show a second factor, after signing in or after the password. */
export async function viewConfirmation(asking: Asking, signedIn: SignedIn): Promise<ConfirmationView> {
  const { db, rp, address } = asking
  if (signedIn.stage === 'enrollment') return { stage: 'enrollment' }
  const self =
    signedIn.stage === 'complete'
      ? { userId: signedIn.actor.id, sessionId: signedIn.actor.sessionId }
      : { userId: signedIn.person.id, sessionId: signedIn.sessionId }
  const { totp, passkey, recoveryCodes } = await factorChoices(db, self.userId)
  const options = rp && passkey ? await askPasskey(db, rp, { ...self, address, now: asking.now() }) : null
  return { stage: signedIn.stage, totp, hasRecoveryCodes: recoveryCodes > 0, passkey: options }
}

export const answerProof = async (asking: Asking, signedIn: SignedIn, request: Request): Promise<Response> =>
  answerResult(await confirm(asking, signedIn, parseSent(proofInput, await readJson(request, MAX_BYTES))))

export type AnyPasskeyView = { passkey: PublicKeyCredentialRequestOptionsJSON | null }

/** A challenge for an unknown person; null if the desk has no passkeys, or this address asked for too many. */
export const viewAnyPasskey = async ({ db, rp, address, now }: Asking): Promise<AnyPasskeyView> => ({
  passkey: rp && (await askAnyPasskey(db, rp, { address, now: now() })),
})

export const answerPasskey = async (asking: Asking, request: Request): Promise<Response> =>
  answerResult(
    await signInWithPasskey(asking, parseSent(passkeySignInInput, await readJson(request, MAX_BYTES))),
  )

/** Session IDs go into the cookie and nowhere else. */
async function answerResult(result: ConfirmResult): Promise<Response> {
  if (!result.ok) return Response.json(result)
  if (result.isNew) await giveSession(result.sessionId)
  return Response.json({ ok: true })
}
