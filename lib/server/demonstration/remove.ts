import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import type { DbOrTx, Tx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { callbackKeys } from '@/lib/db/schema/callbacks'
import { settings } from '@/lib/db/schema/desk'
import { accessLinks, sessions, users } from '@/lib/db/schema/people'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import { isAdmin } from '@/lib/domain/access/roles'
import { signInRules } from '@/lib/domain/settings/sign-in-rules'
import { recordAudit } from '@/lib/server/audit'
import { fingerprintOfKey } from '@/lib/server/callbacks/intake/known-keys'
import { dropPending, lockAccess } from '@/lib/server/people/access'
import { DEMO_KEY } from '@/lib/server/sandbox/join'
import type { Services } from '@/lib/server/services'
import { endSessions } from '@/lib/server/sign-in/sessions'
import { DEMO_PEOPLE } from './accounts'

/** What the demonstration left that still gives access: its passwords and its callback key are public. */
type DemonstrationLeft = { people: string[]; sessions: number; keys: number; links: number }

type Parts = Pick<Services, 'sealer'> & { db: DbOrTx }

/** The demonstration's people are recognized by their emails, which no one can change. */
const EMAILS = DEMO_PEOPLE.map(({ email }) => email)

const isOpenDemoKey = (sealer: Services['sealer']) =>
  and(eq(callbackKeys.fingerprint, fingerprintOfKey(sealer, DEMO_KEY)), isNull(callbackKeys.revokedAt))

async function findDemonstration({ db, sealer }: Parts): Promise<DemonstrationLeft> {
  const people = await db
    .select({ id: users.id, email: users.email, active: users.active })
    .from(users)
    .where(inArray(users.email, EMAILS))
    .orderBy(asc(users.email))
  const ids = people.map(({ id }) => id)
  const open = ids.length
    ? await db
        .select({ id: sessions.id })
        .from(sessions)
        .where(and(inArray(sessions.userId, ids), isNull(sessions.endedAt)))
    : []
  const links = ids.length
    ? await db
        .select({ id: accessLinks.id })
        .from(accessLinks)
        .where(
          and(inArray(accessLinks.createdBy, ids), isNull(accessLinks.usedAt), isNull(accessLinks.voidedAt)),
        )
    : []
  const keys = await db.select({ id: callbackKeys.id }).from(callbackKeys).where(isOpenDemoKey(sealer))
  return {
    people: people.filter(({ active }) => active).map(({ email }) => email),
    sessions: open.length,
    keys: keys.length,
    links: links.length,
  }
}

const isNothing = ({ people, sessions, keys, links }: DemonstrationLeft): boolean =>
  people.length + sessions + keys + links === 0

/** `2 accounts (…), 1 session`; '' if nothing is left. */
export function demonstrationWords({ people, sessions, keys, links }: DemonstrationLeft): string {
  const count = (n: number, one: string, many = `${one}s`) =>
    n === 0 ? [] : [`${n} ${n === 1 ? one : many}`]
  return [
    ...count(
      people.length,
      'account',
      `accounts (${people.slice(0, 3).join(', ')}${people.length > 3 ? ', …' : ''})`,
    ),
    ...count(sessions, 'session'),
    ...count(keys, 'callback key'),
    ...count(links, 'one-time link'),
  ].join(', ')
}

/** Before a start without the demonstration: throws if its public passwords, key or links still give access. */
export async function refuseDemonstration(parts: Parts): Promise<void> {
  const left = await findDemonstration(parts)
  if (isNothing(left)) return
  throw new Error(
    `This database ran the demonstration, and still lets it in: ${demonstrationWords(left)}. ` +
      'Its passwords and its key are public. Run "npm run demo:remove" with the same settings, then start again.',
  )
}

type RemovedDemonstration = {
  removed: DemonstrationLeft
  /** The people who can still sign in; none of them is the demonstration's. */
  stay: { email: string; name: string; isAdmin: boolean }[]
}

/**
 * Deactivates the demonstration's people and ends their sessions, their links and its callback key. Records stay, with
 * the names of those who made them; applications and open cases that these people had become unassigned.
 */
export async function removeDemonstration({
  db,
  sealer,
  now,
}: Pick<Services, 'db' | 'sealer' | 'now'>): Promise<RemovedDemonstration> {
  return db.transaction(async (tx) => {
    await lockAccess(tx)
    const removed = await findDemonstration({ db: tx, sealer })
    const people = await tx
      .select({ id: users.id })
      .from(users)
      .where(inArray(users.email, EMAILS))
      .for('no key update')
    const at = now()
    const byCommand = { now: () => at, actor: null, requestId: 'command' }
    // The demonstration requires no second factor; without its setting, the default rule applies again.
    await tx.delete(settings).where(eq(settings.key, signInRules.key))
    for (const { id } of people) {
      await endSessions(tx, { userId: id }, at)
      await dropPending(byCommand, tx, id)
    }
    const ids = people.map(({ id }) => id)
    if (ids.length > 0) await releaseAll(tx, ids, at)
    await tx.update(callbackKeys).set({ revokedAt: at }).where(isOpenDemoKey(sealer))
    if (!isNothing(removed))
      await recordAudit(tx, {
        at,
        actorId: null,
        action: 'demonstration-removed',
        subject: ['setting', 'demonstration'],
        requestId: 'command',
        detail: removed,
      })
    const stay = await tx
      .select({ email: users.email, name: users.name, roles: users.roles })
      .from(users)
      .where(eq(users.active, true))
      .orderBy(asc(users.email))
    return {
      removed,
      stay: stay.map(({ email, name, roles }) => ({ email, name, isAdmin: isAdmin(roles) })),
    }
  })
}

async function releaseAll(tx: Tx, ids: string[], at: Date): Promise<void> {
  await tx
    .update(users)
    .set({ active: false, proposedRoles: null, proposedBy: null, proposedAt: null })
    .where(inArray(users.id, ids))
  await tx
    .update(accessLinks)
    .set({ voidedAt: at })
    .where(and(inArray(accessLinks.userId, ids), isNull(accessLinks.usedAt), isNull(accessLinks.voidedAt)))
  await tx.update(applications).set({ assigneeId: null }).where(inArray(applications.assigneeId, ids))
  await tx
    .update(underwritingCases)
    .set({ underwriterId: null, claimedAt: null })
    .where(and(inArray(underwritingCases.underwriterId, ids), isNull(underwritingCases.closedAt)))
}
