import 'server-only'
import { cookies } from 'next/headers'
import { encode } from 'next-auth/jwt'
import { requireDesk } from '@/lib/server/running-desk'
import { authOptions } from './auth-options'
import { SESSION_HOURS } from './sessions'

/** Gives the browser a new session in next-auth's cookie. A copy of the old cookie is then worthless. */
export async function giveSession(sessionId: string): Promise<void> {
  const desk = requireDesk()
  const cookie = authOptions(desk).cookies?.sessionToken
  if (!cookie) throw new Error('The session has no cookie.')
  const maxAge = SESSION_HOURS * 3600
  const value = await encode({ token: { sessionId }, secret: desk.authSecret, maxAge })
  ;(await cookies()).set(cookie.name, value, { ...cookie.options, maxAge })
}
