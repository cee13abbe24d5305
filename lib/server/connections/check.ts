import { desc, eq, isNotNull, max, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { connectionChecks } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import {
  CHECK_EVERY_MS,
  type CheckFinding,
  type CheckTarget,
  FIXED_TARGETS,
  fundingTarget,
  profileOfTarget,
} from '@/lib/domain/connections/connections'
import type { checkConnectionsInput } from '@/lib/domain/connections/inputs'
import { withCheckSuffix } from '@/lib/domain/values/record-id'
import { log } from '@/lib/log'
import { isPartnerError, type PartnerError } from '@/lib/partner/errors'
import { readPage } from '@/lib/partner/page'
import { recordAudit } from '@/lib/server/audit'
import { tellFound } from '@/lib/server/notifications/tell'
import { sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx, Services } from '@/lib/server/services'
import {
  addressFailure,
  addressFinding,
  fundingFailure,
  fundingFinding,
  hostedPageFailure,
  hostedPageFinding,
  NOT_CONFIGURED,
  SKIPPED,
  statusFailure,
  statusFinding,
  tokenFailure,
  tokenFinding,
} from './findings'

/**
 * The connection check: tries each endpoint that is configured with a request that changes nothing there, and
 * keeps what it found. Never shows or stores a secret.
 */

/** An opportunity's id of the platform's form that no organization gives out. */
const NOBODYS_OPPORTUNITY = withCheckSuffix('006000000000000')

const targetsOf = ({ funding }: Pick<Services, 'funding'>): CheckTarget[] => [
  ...FIXED_TARGETS,
  ...funding.profiles.map(({ profileId }) => fundingTarget(profileId)),
]

type CheckRow = typeof connectionChecks.$inferSelect

/** Runs the check for a person. A target that is not configured any more is left out. */
export async function checkConnections(
  ctx: Ctx,
  { target }: z.output<typeof checkConnectionsInput>,
): Promise<CheckRow[]> {
  return runCheck(
    ctx,
    { actorId: ctx.actor.id, requestId: ctx.requestId },
    targetsOf(ctx).filter((known) => target === undefined || known === target),
  )
}

/**
 * Whether some target was not checked for a day: a check of one row by hand does not put off the others. Where one
 * never was, a simulation counts from its start, and a live desk checks at once.
 */
async function isDue(services: Services, startedAt: Date | null): Promise<boolean> {
  const rows = await services.db
    .select({ target: connectionChecks.target, at: max(connectionChecks.at) })
    .from(connectionChecks)
    .groupBy(connectionChecks.target)
  const never = services.connections.environment === 'simulation' ? startedAt : null
  return targetsOf(services).some((target) => {
    const since = rows.find((row) => row.target === target)?.at ?? never
    return since === null || services.now().getTime() - since.getTime() >= CHECK_EVERY_MS
  })
}

/** Asked every minute by every instance; the queue keeps one. */
export async function queueDueCheck(services: Services, startedAt: Date): Promise<void> {
  if (await isDue(services, startedAt)) await services.jobs.enqueue('check-connections', 'daily', {})
}

/** The daily check. One that another instance has just made is not made again. */
export async function checkDueConnections(services: Services): Promise<void> {
  if (await isDue(services, null))
    await runCheck(services, { actorId: null, requestId: 'job' }, targetsOf(services))
}

async function runCheck(
  services: Services,
  by: { actorId: string | null; requestId: string },
  targets: readonly CheckTarget[],
): Promise<CheckRow[]> {
  if (targets.length === 0) return []
  const tried = await tryTargets(services, targets)
  return services.db.transaction(async (tx) => {
    const failedBefore = await listFailing(tx)
    const rows = await tx
      .insert(connectionChecks)
      .values(tried.map((row) => ({ ...row, runBy: by.actorId })))
      .returning()
    await recordAudit(tx, {
      at: services.now(),
      actorId: by.actorId,
      action: 'connections-checked',
      subject: ['connection', targets.length === 1 ? (targets[0] ?? '') : 'all'],
      requestId: by.requestId,
      detail: { results: Object.fromEntries(rows.map(({ target, state }) => [target, state])) },
    })
    const at = services.now()
    for (const { target, state } of rows)
      if (state === 'failed' && !failedBefore.has(target))
        await tellFound(tx, {
          type: 'connection',
          id: target,
          kind: 'connection-failing',
          at,
          startedAt: at,
          to: 'admin:settings',
          except: by.actorId,
        })
    return rows
  })
}

/** Targets whose last check that was made failed: whoever was told of it need not be told each day. */
async function listFailing(tx: Tx): Promise<Set<CheckTarget>> {
  const last = await tx
    .selectDistinctOn([connectionChecks.target], {
      target: connectionChecks.target,
      state: connectionChecks.state,
    })
    .from(connectionChecks)
    .where(ne(connectionChecks.state, 'skipped'))
    .orderBy(connectionChecks.target, desc(connectionChecks.n))
  return new Set(last.filter(({ state }) => state === 'failed').map(({ target }) => target))
}

type Tried = CheckFinding & { target: CheckTarget; at: Date; durationMs: number }

/** The token first: what needs one is not tried without it. */
async function tryTargets(services: Services, targets: readonly CheckTarget[]): Promise<Tried[]> {
  const needsToken = targets.some((target) => NEED_TOKEN.includes(target))
  const token =
    targets.includes('token') || needsToken ? await tryOne(services, 'token', () => tryToken(services)) : null
  const others = targets.filter((target) => target !== 'token')
  const found = await Promise.all(
    others.map((target) =>
      tryOne(services, target, async () =>
        NEED_TOKEN.includes(target) && token?.state === 'failed' && !isSwitchedOff(services, target)
          ? SKIPPED
          : tryTarget(services, target),
      ),
    ),
  )
  return [...(token && targets.includes('token') ? [token] : []), ...found]
}

const NEED_TOKEN: readonly CheckTarget[] = ['application', 'alias', 'attachment', 'status']

const isSwitchedOff = ({ connections }: Services, target: CheckTarget): boolean =>
  target === 'status' && connections.statusPath === null

async function tryOne(
  services: Services,
  target: CheckTarget,
  run: () => Promise<CheckFinding>,
): Promise<Tried> {
  const at = services.now()
  const started = performance.now()
  // An address or a message of the partner's may hold what no column takes.
  const finding = sanitizeText(await run())
  return { ...finding, target, at, durationMs: Math.round(performance.now() - started) }
}

/** The words of an answer, or of an error that the partner's client knows. */
async function found<T>(
  ask: () => Promise<T>,
  words: (answer: T) => CheckFinding,
  failed: (error: PartnerError) => CheckFinding,
): Promise<CheckFinding> {
  try {
    return words(await ask())
  } catch (error) {
    if (isPartnerError(error)) return failed(error)
    log.error({ err: error }, 'the connection check broke off')
    return {
      state: 'failed',
      found: 'The check stopped inside the desk.',
      meaning: 'The status is unknown.',
      advice: 'Check again. If it fails again, see the desk’s log.',
      facts: [],
    }
  }
}

const tryToken = ({ partner, connections }: Services): Promise<CheckFinding> =>
  found(
    () => partner.checkToken(),
    (check) => tokenFinding(check, connections.instanceHosts),
    tokenFailure,
  )

async function tryTarget(services: Services, target: CheckTarget): Promise<CheckFinding> {
  const { partner, connections, funding, hostedPaymentPage } = services
  switch (target) {
    case 'token':
      return tryToken(services)
    case 'application':
    case 'alias':
    case 'attachment':
      return found(
        () => partner.readAddress(target),
        (reading) => addressFinding(target, reading),
        (error) => addressFailure(target, error),
      )
    case 'status':
      return tryStatus(services)
    case 'hosted-page':
      if (hostedPaymentPage === null) return NOT_CONFIGURED['hosted-page']
      return found(() => readPage(hostedPaymentPage), hostedPageFinding, hostedPageFailure)
    default: {
      const profile = funding.profiles.find(({ profileId }) => profileId === profileOfTarget(target))
      if (!profile || connections.fundingUrl === null) return NOT_CONFIGURED.funding
      return found(
        () => funding.check(profile.profileId),
        (answer) => fundingFinding(answer, profile.amountUnit),
        (error) => fundingFailure(error, profile.amountUnit),
      )
    }
  }
}

/** The stage of an application proves the path; one that was read before is rather there than one that never was. */
async function tryStatus({ db, partner }: Services): Promise<CheckFinding> {
  const [known] = await db
    .select({ number: applications.number, opportunityId: applications.opportunityId })
    .from(applications)
    .where(isNotNull(applications.opportunityId))
    .orderBy(
      sql`${applications.stageSource} is not distinct from 'status-read' desc`,
      sql`${applications.stageAt} desc nulls last`,
      desc(applications.number),
    )
    .limit(1)
  return found(
    () => partner.readStage(known?.opportunityId ?? NOBODYS_OPPORTUNITY),
    (reading) => statusFinding(reading, known?.number ?? null),
    statusFailure,
  )
}

/** How many results of a target the page shows. */
const SHOWN = 10

export type CheckView = Pick<
  CheckRow,
  'n' | 'state' | 'found' | 'meaning' | 'advice' | 'facts' | 'durationMs'
> & {
  at: string
  /** Null where the desk checked by itself. */
  by: string | null
}

/** The last results of each target, newest first. */
export async function listChecks({ db }: Pick<Services, 'db'>): Promise<Map<CheckTarget, CheckView[]>> {
  const numbered = db
    .select({
      n: connectionChecks.n,
      place:
        sql<number>`row_number() over (partition by ${connectionChecks.target} order by ${connectionChecks.n} desc)`.as(
          'place',
        ),
    })
    .from(connectionChecks)
    .as('numbered')
  const rows = await db
    .select({ check: connectionChecks, by: users.name })
    .from(connectionChecks)
    .innerJoin(numbered, eq(numbered.n, connectionChecks.n))
    .leftJoin(users, eq(users.id, connectionChecks.runBy))
    .where(sql`${numbered.place} <= ${SHOWN}`)
    .orderBy(desc(connectionChecks.n))
  const views = new Map<CheckTarget, CheckView[]>()
  for (const { check, by } of rows) {
    const { target, runBy, at, ...rest } = check
    const view = { ...rest, at: at.toISOString(), by: runBy === null ? null : (by ?? 'Someone') }
    views.set(target, [...(views.get(target) ?? []), view])
  }
  return views
}
