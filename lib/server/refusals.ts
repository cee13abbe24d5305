import type { Permission } from '@/lib/domain/access/permissions'
import { log } from '@/lib/log'
import { recordAudit } from './audit'
import { incomingRequest } from './incoming-request'
import type { Services } from './services'
import type { Actor } from './sign-in/sessions'

/** So long a person is told of once for the same permission: a page that asks again and again must not fill the log. */
const ONCE_IN_MS = 60_000
const MAX_KEPT = 10_000

const lastAt = new Map<string, number>()

/** What requests were allowed. An action may take that from its own person, and its answer holds their page anew. */
const allowed = new WeakMap<object, Set<Permission>>()

export function noteAllowed(permission: Permission): void {
  const request = incomingRequest()
  if (request) allowed.set(request, (allowed.get(request) ?? new Set()).add(permission))
}

export function wasAllowed(permission: Permission): boolean {
  const request = incomingRequest()
  return request !== undefined && allowed.get(request)?.has(permission) === true
}

/** Writes down that someone signed in asked for what their roles do not allow. The refusal stands, written or not. */
export async function recordRefusal(
  { db, now }: Pick<Services, 'db' | 'now'>,
  actor: Pick<Actor, 'id'>,
  permission: Permission,
  requestId: string,
): Promise<void> {
  const at = now()
  const key = `${actor.id} ${permission}`
  const last = lastAt.get(key)
  if (last !== undefined && at.getTime() - last < ONCE_IN_MS) return
  if (lastAt.size >= MAX_KEPT) lastAt.clear()
  lastAt.set(key, at.getTime())
  const request = incomingRequest()
  try {
    await recordAudit(db, {
      at,
      actorId: actor.id,
      action: 'access-refused',
      subject: ['user', actor.id],
      requestId,
      detail: {
        permission,
        ...(request && { method: request.method, path: request.url?.split('?', 1)[0]?.slice(0, 500) }),
      },
    })
  } catch (error) {
    log.error({ err: error, requestId }, 'a refusal could not be written into the audit log')
  }
}
