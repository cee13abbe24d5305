import 'server-only'
import { isLoopback } from '@/lib/domain/access/loopback'
import { ADDRESS_HEADER } from './request-address'
import { requireDesk } from './running-desk'

/** What the sandbox needs when it is served by the desk itself; null when it is off. */
export function getSandboxServices() {
  const { env, db, services, sandboxKey } = requireDesk()
  if (!env.sandboxOn) return null
  const controls = {
    beyondLoopback: !isLoopback(env.HOST),
    token: env.SANDBOX_CONTROL_TOKEN,
    callerOf: (request: Request) => request.headers.get(ADDRESS_HEADER),
  }
  return { db, key: sandboxKey, baseUrl: `${env.APP_URL}/sandbox`, now: services.now, controls }
}
