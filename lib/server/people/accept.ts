import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '@/lib/db/client'
import { accessLinks, users } from '@/lib/db/schema/people'
import { type AccessLinkKind, type LinkState, linkState } from '@/lib/domain/access/access-link'
import { passwordLengthProblem } from '@/lib/domain/access/password'
import { judgePassword, LISTED_PASSWORD } from '@/lib/domain/access/password-strength'
import type { Role } from '@/lib/domain/access/permissions'
import { isOpenWithoutProvider, type SingleSignOn } from '@/lib/domain/access/single-sign-on'
import { removeAllFactors } from '@/lib/server/factors/active-factors'
import { hashPassword, minLengthFor } from '@/lib/server/sign-in/passwords'
import { endSessions } from '@/lib/server/sign-in/sessions'
import { forgetFailuresOf } from '@/lib/server/sign-in/throttle'
import {
  type AccessRefusal,
  auditPerson,
  isNameTaken,
  lacksConsent,
  lockAccess,
  lockPerson,
  NAME_TAKEN,
  refused,
} from './access'
import { isSecretOf, readToken } from './link-token'

/** A person who is not signed in. */
export type Anyone = {
  db: Db
  now: () => Date
  requestId: string
  address: string
  singleSignOn: SingleSignOn | null
}

export type LinkView =
  | {
      state: 'open'
      kind: AccessLinkKind
      email: string
      name: string | null
      roles: Role[]
      /** The minimum length of the password being set. */
      minLength: number
    }
  /** Distinguishes an invalid token only from an expired one, and reveals no more. */
  | { state: Exclude<LinkState, 'open'> | 'unknown' | 'single-sign-on' }

/** What the page of a link shows. Opening the page does not use up the link, because mail programs open links too. */
export async function readLink(
  { db, now, singleSignOn }: Anyone,
  { token }: { token: string },
): Promise<LinkView> {
  const link = await findLink(db, token)
  if (!link) return { state: 'unknown' }
  const state = linkState(link, now())
  if (state !== 'open') return { state }
  const [person] = link.userId ? await db.select().from(users).where(eq(users.id, link.userId)) : []
  const roles = person?.roles ?? link.roles
  if (await lacksConsent(db, link, roles, now())) return { state: 'voided' }
  const { kind, email } = link
  if (!isOpenWithoutProvider(singleSignOn, email)) return { state: 'single-sign-on' }
  const minLength = await minLengthFor(db, roles)
  return { state, kind, email, name: (person?.name ?? link.name) || null, roles, minLength }
}

export type AcceptResult = { ok: true; email: string } | AccessRefusal

const NOT_OPEN = refused('This link is no longer valid. Ask an admin for a new one.')

/** Sets the password and uses up the link in the same transaction. If two people click at once, one succeeds. */
export async function acceptLink(
  anyone: Anyone,
  { token, name, password }: { token: string; name?: string; password: string },
): Promise<AcceptResult> {
  const found = await findLink(anyone.db, token)
  if (!found || linkState(found, anyone.now()) !== 'open') return NOT_OPEN
  if (!isOpenWithoutProvider(anyone.singleSignOn, found.email)) return NOT_OPEN
  const [reset] = found.userId ? await anyone.db.select().from(users).where(eq(users.id, found.userId)) : []
  const wrongLength = passwordLengthProblem(
    password,
    await minLengthFor(anyone.db, reset?.roles ?? found.roles),
  )
  if (wrongLength) return refused(wrongLength, 'password')
  const { isListed } = await judgePassword(password, {
    email: found.email,
    name: reset?.name ?? name ?? '',
  })
  if (isListed) return refused(LISTED_PASSWORD, 'password')
  const passwordHash = await hashPassword(password)
  return anyone.db
    .transaction(async (tx): Promise<AcceptResult> => {
      await lockAccess(tx)
      const [link] = await tx.select().from(accessLinks).where(eq(accessLinks.id, found.id)).for('update')
      const now = anyone.now()
      if (!link || linkState(link, now) !== 'open') return NOT_OPEN
      const { email, userId } = link
      const { roles } = userId === null ? link : await lockPerson(tx, userId)
      if (await lacksConsent(tx, link, roles, now)) return NOT_OPEN
      if (userId === null && !name) return refused('Enter your name.', 'name')
      if (userId === null && name && (await isNameTaken(tx, name, null))) return NAME_TAKEN
      await tx.update(accessLinks).set({ usedAt: now }).where(eq(accessLinks.id, link.id))
      if (userId !== null)
        return renewPassword(anyone, tx, { userId, email, passwordHash, byCommand: link.createdBy === null })
      const [person] = await tx
        .insert(users)
        .values({
          email,
          name: name ?? '',
          roles: link.roles,
          passwordHash,
          passwordChangedAt: now,
          createdAt: now,
        })
        .onConflictDoNothing()
        .returning({ id: users.id })
      if (!person) throw new LinkRefused()
      await auditPerson({ ...anyone, actor: person }, tx, 'person-invitation-accepted', person.id, {
        email,
        roles: link.roles,
        invitedBy: link.createdBy,
        consentedBy: link.consentedBy,
        address: anyone.address,
      })
      return { ok: true, email }
    })
    .catch((error: unknown) => {
      if (error instanceof LinkRefused) return NOT_OPEN
      throw error
    })
}

/** Thrown to roll back the transaction. */
class LinkRefused extends Error {}

async function renewPassword(
  anyone: Anyone,
  tx: Tx,
  {
    userId,
    email,
    passwordHash,
    byCommand,
  }: { userId: string; email: string; passwordHash: string; byCommand: boolean },
): Promise<AcceptResult> {
  const now = anyone.now()
  const [person] = await tx
    .update(users)
    .set({ passwordHash, passwordChangedAt: now })
    .where(and(eq(users.id, userId), eq(users.active, true)))
    .returning({ id: users.id })
  if (!person) throw new LinkRefused()
  await forgetFailuresOf(tx, { id: userId, email })
  // A person who knew the old password is signed out.
  await endSessions(tx, { userId }, now)
  // The server command lets in an admin who lost everything, so it also removes their second factors; they set up new
  // ones.
  const factors = byCommand ? await removeAllFactors(tx, userId) : 0
  if (factors > 0) await auditPerson({ ...anyone, actor: person }, tx, 'factors-reset', userId, { factors })
  await auditPerson({ ...anyone, actor: person }, tx, 'person-password-renewed', userId, {
    address: anyone.address,
  })
  return { ok: true, email }
}

async function findLink(db: Db, token: string): Promise<typeof accessLinks.$inferSelect | null> {
  const read = readToken(token)
  if (!read) return null
  const [link] = await db.select().from(accessLinks).where(eq(accessLinks.id, read.linkId))
  return link && isSecretOf(read.secret, link.secretSha256) ? link : null
}
