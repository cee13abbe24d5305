import 'server-only'
import { cookies } from 'next/headers'
import { encode } from 'next-auth/jwt'
import { requireDesk } from '@/lib/server/running-desk'
import { authOptions } from './auth-options'
import { SESSION_HOURS } from './sessions'

/** Gives the browser another session, in the cookie that next-auth reads. A copy of the old cookie opens nothing. */
export async function giveSession(sessionId: string): Promise<void> {
  const desk = requireDesk()
  const cookie = authOptions(desk).cookies?.sessionToken
  if (!cookie) throw new Error('The session has no cookie.')
  const maxAge = SESSION_HOURS * 3600
  const value = await encode({ token: { sessionId }, secret: desk.authSecret, maxAge })
  ;(await cookies()).set(cookie.name, value, { ...cookie.options, maxAge })
}
