import 'server-only'
import { randomUUID } from 'node:crypto'
import { headers } from 'next/headers'
import { cache } from 'react'
import { can, type Permission } from '@/lib/domain/access/permissions'
import { DeskError } from '@/lib/errors'
import { requireDesk } from './running-desk'
import { currentActor } from './sign-in/current-actor'
import type { Ctx } from './world'

/** Given to every request by our HTTP server (scripts/serve.ts). */
export const currentRequestId = cache(
  async (): Promise<string> => (await headers()).get('x-request-id') ?? randomUUID(),
)

/** The context of the present request, for somebody who may do this. Throws `signed-out` or `forbidden`. */
export async function requireContext(permission: Permission): Promise<Ctx> {
  const desk = requireDesk()
  const actor = await currentActor()
  if (!actor) throw new DeskError('signed-out')
  if (!can(actor.roles, permission)) throw new DeskError('forbidden')
  return { ...desk.world, actor, requestId: await currentRequestId() }
}
