import 'server-only'
import { cookies } from 'next/headers'
import { decode } from 'next-auth/jwt'
import { cache } from 'react'
import { requireDesk } from '@/lib/server/running-desk'
import { authOptions } from './auth-options'
import { type Actor, type FirstStage, findSignedIn, type SignedIn } from './sessions'

/** The session ID in the browser's cookie, not yet checked. */
export const currentSessionId = cache(async (): Promise<string | null> => {
  const desk = requireDesk()
  const { name = '' } = authOptions(desk).cookies?.sessionToken ?? {}
  const token = (await cookies()).get(name)?.value
  if (!token) return null
  try {
    return (await decode({ token, secret: desk.authSecret }))?.sessionId ?? null
  } catch {
    // Forged, or encrypted with another secret.
    return null
  }
})

const currentSignedIn = cache(async (isPoll: boolean): Promise<SignedIn | null> => {
  const { db } = requireDesk()
  const sessionId = await currentSessionId()
  return sessionId ? findSignedIn(db, sessionId, new Date(), { isPoll }) : null
})

/**
 * The person behind the current request, read from the database once per request; `isPoll` as in `findSignedIn`. Also
 * null for a person who has not yet shown a required second factor: only `currentFirstStage` returns them.
 */
export const currentActor = cache(async (isPoll = false): Promise<Actor | null> => {
  const found = await currentSignedIn(isPoll)
  return found?.stage === 'complete' ? found.actor : null
})

/** Only for the steps that finish a sign-in. */
export async function currentFirstStage(): Promise<FirstStage | null> {
  const found = await currentSignedIn(false)
  return found === null || found.stage === 'complete' ? null : found
}
