import 'server-only'
import { requireDesk } from './running-desk'

/** What the sandbox needs when it is served by the desk itself; null when it is off. */
export function getSandboxWorld() {
  const { env, db, world } = requireDesk()
  return env.sandboxOn ? { db, baseUrl: `${env.APP_URL}/sandbox`, now: world.now } : null
}
