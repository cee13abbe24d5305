import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { routes } from '@/lib/routes'
import type { AnyPasskeyView, ConfirmationView } from '@/lib/server/sign-in/confirm-route'

export type { ConfirmationView }

export type Proof =
  | { kind: 'totp' | 'recovery-code'; code: string }
  | { kind: 'passkey'; response: AuthenticationResponseJSON }

export type Confirmed = { ok: true } | { ok: false; message: string; field?: string }

const NO_ANSWER = 'The desk did not answer. Check the connection and try again.'

async function ask<T>(
  method: 'POST' | 'PUT',
  body: unknown,
  address: string = routes.api.confirm,
): Promise<T | string> {
  try {
    const response = await fetch(address, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    return response.ok ? (answer as T) : (answer.message ?? NO_ANSWER)
  } catch {
    return NO_ANSWER
  }
}

/** How a second factor can be confirmed now; an error text if the desk cannot be asked. */
export const askConfirmation = () => ask<ConfirmationView>('POST', {})

export async function sendProof(proof: Proof): Promise<Confirmed> {
  const answer = await ask<Confirmed>('PUT', proof)
  return typeof answer === 'string' ? { ok: false, message: answer } : answer
}

/** Signs in with a passkey alone; null if the person canceled. */
export async function signInByPasskey(): Promise<Confirmed | null> {
  const asked = await ask<AnyPasskeyView>('POST', {}, routes.api.passkey)
  if (typeof asked === 'string') return { ok: false, message: asked }
  if (asked.passkey === null) return { ok: false, message: 'Sign in with your password for now.' }
  const response = await signWithPasskey(asked.passkey)
  if (response === null) return null
  const answer = await ask<Confirmed>('PUT', { response }, routes.api.passkey)
  return typeof answer === 'string' ? { ok: false, message: answer } : answer
}

/** Asks the passkey to sign; null if the person canceled. */
export async function signWithPasskey(
  options: Parameters<typeof import('@simplewebauthn/browser').startAuthentication>[0]['optionsJSON'],
): Promise<AuthenticationResponseJSON | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return startAuthentication({ optionsJSON: options }).catch(() => null)
}

export const PASSKEY_NOT_USED = 'No passkey was used. Try again, or use another way.'
