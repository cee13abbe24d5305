import 'server-only'
import { cookies } from 'next/headers'
import { requireDesk } from '@/lib/server/running-desk'
import { authOptions } from './auth-options'
import { currentActor } from './current-actor'
import { endSessions } from './sessions'

/** Ends the session in the database first: a copied cookie is worth nothing afterwards. */
export async function signOut(): Promise<void> {
  const desk = requireDesk()
  const actor = await currentActor()
  if (actor) await endSessions(desk.db, { sessionId: actor.sessionId }, new Date())
  const name = authOptions(desk).cookies?.sessionToken?.name
  if (name) (await cookies()).delete(name)
}
