import 'server-only'
import { getServerSession } from 'next-auth'
import { cache } from 'react'
import { requireDesk } from '@/lib/server/running-desk'
import { authOptions } from './auth-options'
import { type Actor, findActor } from './sessions'

/** The person behind the present request, asked from the database once a request. */
export const currentActor = cache(async (): Promise<Actor | null> => {
  const desk = requireDesk()
  const session = await getServerSession(authOptions(desk))
  return session?.sessionId ? findActor(desk.db, session.sessionId, new Date()) : null
})
