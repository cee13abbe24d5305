import { and, desc, eq, gt, isNotNull, isNull, lt, ne, notInArray, or } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '@/lib/db/client'
import { sessions, signInFailures, users } from '@/lib/db/schema/people'
import type { Role } from '@/lib/domain/access/permissions'
import { FIRST_STAGE_MINUTES, needsFactor } from '@/lib/domain/access/second-factor'
import { requiredRoles, signInRules } from '@/lib/domain/settings/sign-in-rules'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { hasFactor, removeUnfinished } from '@/lib/server/factors/active-factors'
import { settingColumn } from '@/lib/server/settings'

export const SESSION_HOURS = 12
export const IDLE_MINUTES = 15
/** Open sessions of one person. One more ends the least recently used. */
export const MAX_SESSIONS = 10
/** After so many days, ended sessions and failure counts are deleted. */
const KEEP_DAYS = 30

export type Actor = {
  id: string
  name: string
  email: string
  roles: Role[]
  /** The time zone in which they see times; null: the desk's. */
  timeZone: string | null
  sessionId: string
  /** When they last showed a second factor. Missing if they have none and need none. */
  factor?: { at: Date; isRequired: boolean }
}

/** A person who is past their password, and has shown no second factor yet. Not an `Actor`: they have no roles. */
export type FirstStage = {
  /** `challenge`: they must show their second factor. `enrollment`: they must set one up. */
  stage: 'challenge' | 'enrollment'
  person: { id: string; name: string; email: string }
  sessionId: string
}

export type SignedIn = { stage: 'complete'; actor: Actor } | FirstStage

/** How often `lastSeenAt` is written. With every request, each read would also be a write. */
const TOUCH_AFTER_MS = 60_000

/** How far apart the clocks of two desks may be. */
const CLOCKS_APART_MINUTES = 5

/**
 * When the person of a live session must have been seen last. Far after now means that a clock was set back since, so
 * no one knows how long they have been away.
 */
const seenBetween = (now: Date) => {
  const minutesFromNow = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
  return { after: minutesFromNow(-IDLE_MINUTES), before: minutesFromNow(CLOCKS_APART_MINUTES) }
}

/** What makes a session open at this moment. */
export const isOpenSession = (now: Date) => {
  const { after, before } = seenBetween(now)
  return and(
    isNull(sessions.endedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.lastSeenAt, after),
    lt(sessions.lastSeenAt, before),
  )
}

type Asked = {
  /** A page polls whether or not the person is there, so a poll keeps no one signed in. */
  isPoll?: boolean
}

/**
 * Whose session this is, and how far their sign-in has got. Null if it was ended, has expired or been idle too long, or
 * if the person was deactivated. Roles, factors and rules are read now: once a person needs a second factor, their
 * session counts as a first stage, and is over if it is too old for one.
 */
export async function findSignedIn(
  db: DbOrTx,
  sessionId: string,
  now: Date,
  { isPoll = false }: Asked = {},
): Promise<SignedIn | null> {
  const [row] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      roles: users.roles,
      timeZone: users.timeZone,
      openedAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
      factorAt: sessions.factorAt,
      hasFactor,
      rules: settingColumn(signInRules),
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isOpenSession(now), eq(users.active, true)))
  if (!row) return null
  const { lastSeenAt, openedAt, factorAt, hasFactor: has, rules, ...person } = row
  const isRequired = needsFactor(person.roles, requiredRoles(signInRules.read(rules)))
  if ((has || isRequired) && (!has || factorAt === null)) {
    if (now.getTime() - openedAt.getTime() > FIRST_STAGE_MINUTES * 60_000) return null
    const { id, name, email } = person
    return { stage: has ? 'challenge' : 'enrollment', person: { id, name, email }, sessionId }
  }
  if (!isPoll && now.getTime() - lastSeenAt.getTime() > TOUCH_AFTER_MS) {
    await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, sessionId))
    await db.update(users).set({ lastSeenAt: now }).where(eq(users.id, person.id))
  }
  const factor = has && factorAt !== null ? { factor: { at: factorAt, isRequired } } : {}
  return { stage: 'complete', actor: { ...person, sessionId, ...factor } }
}

/**
 * Who is signed in, for every page, action and route: no one until the person has shown every factor they have or need.
 */
export async function findActor(
  db: Db,
  sessionId: string,
  now: Date,
  asked: Asked = {},
): Promise<Actor | null> {
  const found = await findSignedIn(db, sessionId, now, asked)
  return found?.stage === 'complete' ? found.actor : null
}

/** Opens a session and, beyond the limit, ends the least recently used one. Locks the person's row. */
export async function openSession(
  tx: Tx,
  {
    userId,
    address,
    userAgent,
    now,
    factorAt = null,
  }: { userId: string; address: string; userAgent: string; now: Date; factorAt?: Date | null },
): Promise<string> {
  const [session] = await tx
    .insert(sessions)
    .values({
      userId,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: new Date(now.getTime() + SESSION_HOURS * 3_600_000),
      address,
      userAgent: userAgent.slice(0, 512),
      factorAt,
    })
    .returning({ id: sessions.id })
  if (!session) throw new Error('A session row was not returned.')
  await tx.update(users).set({ lastSeenAt: now }).where(eq(users.id, userId))
  // Knowing a password alone must not end a session that has shown a second factor.
  const sameKind = factorAt === null ? isNull(sessions.factorAt) : isNotNull(sessions.factorAt)
  const stay = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isOpenSession(now), sameKind, ne(sessions.id, session.id)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt))
    .limit(MAX_SESSIONS - 1)
  await tx
    .update(sessions)
    .set({ endedAt: now })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.endedAt),
        sameKind,
        notInArray(sessions.id, [session.id, ...stay.map(({ id }) => id)]),
      ),
    )
  return session.id
}

/** Ends one session, all sessions of a person, or all but one. Returns how many were still open. */
export async function endSessions(
  db: DbOrTx,
  which: { sessionId: string } | { userId: string; except?: string },
  now: Date,
): Promise<number> {
  const chosen =
    'sessionId' in which
      ? eq(sessions.id, which.sessionId)
      : and(
          eq(sessions.userId, which.userId),
          which.except === undefined ? undefined : ne(sessions.id, which.except),
        )
  const ended = await db
    .update(sessions)
    .set({ endedAt: now })
    .where(and(chosen, isNull(sessions.endedAt)))
    .returning({ expiresAt: sessions.expiresAt, lastSeenAt: sessions.lastSeenAt })
  const { after, before } = seenBetween(now)
  return ended.filter(
    ({ expiresAt, lastSeenAt }) => expiresAt > now && lastSeenAt > after && lastSeenAt < before,
  ).length
}

/** Deletes what is no longer needed. The audit log keeps who signed in, and when. */
export async function purgeSessions(db: Db, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - KEEP_DAYS * DAY_MS)
  await db.delete(sessions).where(or(lt(sessions.expiresAt, longAgo), lt(sessions.endedAt, longAgo)))
  await db.delete(signInFailures).where(lt(signInFailures.lastAt, new Date(now.getTime() - DAY_MS)))
  await removeUnfinished(db, new Date(now.getTime() - DAY_MS))
}
