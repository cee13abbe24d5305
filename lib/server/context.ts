import 'server-only'
import { randomUUID } from 'node:crypto'
import { headers } from 'next/headers'
import { cache } from 'react'
import type { Db } from '@/lib/db/client'
import { can, type Permission } from '@/lib/domain/access/permissions'
import type { SettingsLists } from '@/lib/domain/application/field'
import type { IsoDate } from '@/lib/domain/values/calendar'
import { DeskError } from '@/lib/errors'
import type { PartnerClient } from '@/lib/partner/client'
import { requireDesk } from './desk'
import type { DocumentStore } from './documents/document-store'
import type { Jobs } from './jobs'
import type { Sealer } from './sealing/sealer'
import { type Actor, currentActor } from './sign-in/session'

/** What a use case may touch. Built here for requests and jobs, and by lib/testing for tests; nowhere else. */
export type World = {
  db: Db
  partner: PartnerClient
  sealer: Sealer
  documentStore: DocumentStore
  jobs: Jobs
  lists: SettingsLists
  now: () => Date
}

export type Ctx = World & { actor: Actor; requestId: string }

/** The calendar day by which dates are judged: the United States' latest zone would be wrong for half of them, so UTC. */
export const todayOf = (world: Pick<World, 'now'>): IsoDate => world.now().toISOString().slice(0, 10)

export const currentRequestId = cache(async (): Promise<string> => (await headers()).get('x-request-id') ?? randomUUID())

/** The context of the present request, for somebody who may do this. Throws `signed-out` or `forbidden`. */
export async function requireContext(permission: Permission): Promise<Ctx> {
  const desk = requireDesk()
  const actor = await currentActor()
  if (!actor) throw new DeskError('signed-out')
  if (!can(actor.roles, permission)) throw new DeskError('forbidden')
  return { ...desk.world, actor, requestId: await currentRequestId() }
}
