import 'server-only'
import { sql } from 'drizzle-orm'
import {
  type CheckTarget,
  type Connections,
  fundingTarget,
  type PartnerEnvironment,
} from '@/lib/domain/connections/connections'
import { routes } from '@/lib/routes'
import { countToIndex } from '@/lib/server/applications/search-index'
import { listReceivers } from '@/lib/server/callbacks/receivers/receiver-list'
import type { UntrustedProxy } from '@/lib/server/callers'
import { loadContext } from '@/lib/server/page-context'
import { requireDesk } from '@/lib/server/running-desk'
import type { Ctx } from '@/lib/server/services'
import { type CheckView, listChecks } from './check'

/** A row of the connection check: what is tried where, and what was found, the last result first. */
export type ConnectionRow = {
  target: CheckTarget
  title: string
  tried: string
  address: string | null
  checks: readonly CheckView[]
}

type ReceiverSeen = { id: string; label: string; profileId: string; lastSeenAt: string | null }

export type ConnectionsView = {
  connections: Connections
  database: string
  profiles: Ctx['funding']['profiles']
  rows: readonly ConnectionRow[]
  receivers: readonly ReceiverSeen[]
  /** Applications that an upgrade has not made findable again yet. */
  toIndex: number
}

/** Which partner the process talks to; for the frame of every page. */
export const loadEnvironment = (): PartnerEnvironment => requireDesk().services.connections.environment

export async function loadConnections(): Promise<
  ConnectionsView & { untrustedProxy: UntrustedProxy | null }
> {
  const view = await viewConnections(await loadContext('admin:settings', routes.settings.connections))
  return { ...view, untrustedProxy: requireDesk().untrustedProxy() }
}

export async function viewConnections(ctx: Ctx): Promise<ConnectionsView> {
  const { connections, funding } = ctx
  const [checks, receivers, database, toIndex] = await Promise.all([
    listChecks(ctx),
    listReceivers(ctx.db, ctx.now()),
    databaseVersion(ctx),
    countToIndex(ctx.db),
  ])
  const row = (target: CheckTarget, title: string, tried: string, address: string | null): ConnectionRow => ({
    target,
    title,
    tried,
    address,
    checks: checks.get(target) ?? [],
  })
  const below = 'below the instance address'
  return {
    connections,
    database,
    toIndex,
    profiles: funding.profiles,
    rows: [
      row('token', 'Access token', 'Asks for a new token.', connections.authUrl),
      row('application', 'PayFac applications', READS_IT, below),
      row('alias', 'Full applications', READS_IT, connections.aliasUrl ?? below),
      row('attachment', 'Documents', READS_IT, below),
      row(
        'status',
        'Stage of an application',
        'Reads the stage of an application that has an opportunity ID, else of an ID that does not exist.',
        connections.statusPath,
      ),
      ...funding.profiles.map(({ profileId, label }) =>
        row(
          fundingTarget(profileId),
          `Funding: ${label}`,
          'Sends a funding request that names no transaction: the partner judges the profile first, and has nothing to apply.',
          connections.fundingUrl,
        ),
      ),
      row(
        'hosted-page',
        'Hosted payment page',
        'Opens the page without a payment.',
        connections.hostedPaymentPage,
      ),
    ],
    receivers: receivers.map(({ id, label, profileId, keys }) => ({
      id,
      label,
      profileId,
      lastSeenAt:
        keys
          .map(({ lastUsedAt }) => lastUsedAt)
          .filter((at) => at !== null)
          .sort()
          .at(-1) ?? null,
    })),
  }
}

const READS_IT = 'Reads the address. A read changes nothing.'

async function databaseVersion({ db }: Pick<Ctx, 'db'>): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(sql`select version() as version`)
  return /^\S+ \S+/.exec(rows[0]?.version ?? '')?.[0] ?? ''
}
