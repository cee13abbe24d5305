import { and, desc, eq, gt, isNotNull, isNull, lt, ne, notInArray, or } from 'drizzle-orm'
import type { Db, DbOrTx, Tx } from '@/lib/db/client'
import { sessions, signInFailures, users } from '@/lib/db/schema/people'
import type { Role } from '@/lib/domain/access/permissions'
import { FIRST_STAGE_MINUTES, needsFactor } from '@/lib/domain/access/second-factor'
import { requiredRoles, signInRules } from '@/lib/domain/settings/sign-in-rules'
import { hasFactor, removeUnfinished } from '@/lib/server/factors/active-factors'
import { settingColumn } from '@/lib/server/settings'

export const SESSION_HOURS = 12
export const IDLE_MINUTES = 15
/** Of one person at a time; one more ends the one that was used least recently. */
export const MAX_SESSIONS = 10
/** Ended sessions and counts of failures are of no use after so long. */
const KEEP_DAYS = 30

export type Actor = {
  id: string
  name: string
  email: string
  roles: Role[]
  /** In which times are shown to them; null: the desk's. */
  timeZone: string | null
  sessionId: string
  /** When they last showed a second factor. Missing: they have none, and need none. */
  factor?: { at: Date; isRequired: boolean }
}

/** Somebody who has shown their password, and no second factor yet. They are nobody's `Actor`, and have no roles here. */
export type FirstStage = {
  /** `challenge`: they have a second factor. `enrollment`: they need one, and set it up now. */
  stage: 'challenge' | 'enrollment'
  person: { id: string; name: string; email: string }
  sessionId: string
}

export type SignedIn = { stage: 'complete'; actor: Actor } | FirstStage

/** Writing the last sight of a person at every request would make every read a write. */
const TOUCH_AFTER_MS = 60_000
const DAY_MS = 86_400_000

/** The clocks of two desks may be so far apart. */
const CLOCKS_APART_MINUTES = 5

/**
 * When somebody who still sits there was seen last. Not after now: a clock was put back since, and for how long nobody
 * sat there is not known any more.
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
  /** A poll of a page is no sign that somebody sits there: it keeps nobody signed in. */
  isPoll?: boolean
}

/**
 * Who holds this session now, and how far they are: null when it was ended, ran out, stood idle, or the person was
 * deactivated. Roles, factors and rules are those of this moment, so that a session whose person needs a second factor
 * from now on is a first stage from now on, and over where that is too long ago.
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
 * The one answer to who asks, for every page, action and route: nobody before every factor was shown that the person
 * has or needs.
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

/** Opens a session; beyond the limit, the one that was used least recently ends. The person's row is locked. */
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
  // Whoever knows a password and no second factor ends no session that showed one.
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

/** Ends one session, every session of a person, or every one but this. Gives how many were open: not idle, not over. */
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

/** Removes what nobody asks for any more. Who signed in, and when, stays in the audit log. */
export async function purgeSessions(db: Db, now: Date): Promise<void> {
  const longAgo = new Date(now.getTime() - KEEP_DAYS * DAY_MS)
  await db.delete(sessions).where(or(lt(sessions.expiresAt, longAgo), lt(sessions.endedAt, longAgo)))
  await db.delete(signInFailures).where(lt(signInFailures.lastAt, new Date(now.getTime() - DAY_MS)))
  await removeUnfinished(db, new Date(now.getTime() - DAY_MS))
}
