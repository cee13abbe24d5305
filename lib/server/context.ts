import 'server-only'
import { randomUUID } from 'node:crypto'
import { headers } from 'next/headers'
import { cache } from 'react'
import { can, type Permission } from '@/lib/domain/access/permissions'
import { DeskError } from '@/lib/errors'
import { relyingPartyOf } from './factors/passkeys'
import { noteAllowed, recordRefusal, wasAllowed } from './refusals'
import { requestAddress } from './request-address'
import { requireDesk } from './running-desk'
import type { Ctx } from './services'
import type { Asking } from './sign-in/confirm'
import { currentActor, currentFirstStage } from './sign-in/current-actor'
import type { SignedIn } from './sign-in/sessions'

/** Given to every request by our HTTP server (scripts/serve.ts). */
export const currentRequestId = cache(
  async (): Promise<string> => (await headers()).get('x-request-id') ?? randomUUID(),
)

/** The context of the present request, for someone who may do this. Throws `signed-out` or `forbidden`. */
export async function requireContext(permission: Permission, isPoll = false): Promise<Ctx> {
  const desk = requireDesk()
  const actor = await currentActor(isPoll)
  if (!actor) throw new DeskError('signed-out')
  const requestId = await currentRequestId()
  if (!can(actor.roles, permission)) {
    if (!wasAllowed(permission)) await recordRefusal(desk.services, actor, permission, requestId)
    throw new DeskError('forbidden')
  }
  noteAllowed(permission)
  return { ...desk.services, actor, requestId }
}

/** Where the present request comes from, for whoever is asked for a factor. */
export async function currentAsking(): Promise<Asking> {
  const { services, env } = requireDesk()
  const sent = await headers()
  return {
    db: services.db,
    sealer: services.sealer,
    now: services.now,
    requestId: await currentRequestId(),
    address: requestAddress((name) => sent.get(name)),
    userAgent: sent.get('user-agent') ?? '',
    rp: relyingPartyOf(env.APP_URL),
    singleSignOn: services.singleSignOn,
  }
}

/** Whoever is signed in, or on the way to it. Throws `signed-out`. Only for what shows or sets up a second factor. */
export async function requireSignedIn(): Promise<SignedIn> {
  const actor = await currentActor()
  const found: SignedIn | null = actor ? { stage: 'complete', actor } : await currentFirstStage()
  if (!found) throw new DeskError('signed-out')
  return found
}
