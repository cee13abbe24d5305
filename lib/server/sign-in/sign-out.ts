import 'server-only'
import { cookies } from 'next/headers'
import { currentRequestId } from '@/lib/server/context'
import { requireDesk } from '@/lib/server/running-desk'
import { authOptions } from './auth-options'
import { currentSessionId } from './current-actor'
import { recordSignOut } from './sign-out-record'

/** Ends the session in the database first, so that a copied cookie is worthless. */
export async function signOut(): Promise<void> {
  const desk = requireDesk()
  // Includes a session that is still in its first stage.
  const sessionId = await currentSessionId()
  if (sessionId) await recordSignOut(desk.db, sessionId, new Date(), await currentRequestId())
  const name = authOptions(desk).cookies?.sessionToken?.name
  if (name) (await cookies()).delete(name)
}
