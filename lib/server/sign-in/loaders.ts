import 'server-only'
import { requireDesk } from '@/lib/server/running-desk'
import { currentActor } from './current-actor'

/** What the sign-in page needs to know. */
export async function loadSignIn(): Promise<{ signedIn: boolean; demo: boolean }> {
  return { signedIn: (await currentActor()) !== null, demo: requireDesk().env.demo }
}

/** Who looks at the page; null when nobody is signed in. For the frame: pages ask `loadContext`. */
export const loadPerson = currentActor
