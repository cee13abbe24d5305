import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '@/lib/db/client'
import { accessLinks, signInIdentities, users } from '@/lib/db/schema/people'
import { linkState } from '@/lib/domain/access/access-link'
import { personName } from '@/lib/domain/access/inputs'
import { isAdmin, sameRoles, sortRoles } from '@/lib/domain/access/roles'
import {
  isKnownByEmail,
  type ProviderPerson,
  rolesOfGroups,
  type SingleSignOn,
  type SsoRefusal,
} from '@/lib/domain/access/single-sign-on'
import type { Env } from '@/lib/env'
import {
  auditPerson,
  isLinked,
  isNameTaken,
  lacksConsent,
  lockAccess,
  lockPerson,
  type PersonRow,
  voidLinksFor,
} from '@/lib/server/people/access'
import { applyRoles, isLastAdmin } from '@/lib/server/people/roles'
import type { Change } from '@/lib/server/services'
import { findSignedIn, openSession } from '@/lib/server/sign-in/sessions'

export const singleSignOnOf = (env: Env): SingleSignOn | null =>
  env.OIDC_ISSUER === ''
    ? null
    : {
        issuer: env.OIDC_ISSUER,
        domains: env.OIDC_DOMAINS,
        groups: env.OIDC_GROUPS,
        groupsClaim: env.OIDC_GROUPS_CLAIM,
        breakGlass: env.OIDC_ONLY === '1' ? env.OIDC_BREAK_GLASS : null,
      }

export type SsoResult = { ok: true; userId: string; sessionId: string } | { ok: false; reason: SsoRefusal }

type From = { db: Db; now: () => Date; requestId: string; address: string; userAgent: string }

/**
 * Signs in whom the provider named, after its word was verified: a session, or the first stage of one, since a second
 * factor is asked for here. Known are they by issuer and subject; the first time by a verified email in a listed domain,
 * as someone who is here, is invited, or is in a group that has roles.
 */
export async function signInByProvider(
  { db, now: clock, requestId, address, userAgent }: From,
  sso: SingleSignOn,
  said: ProviderPerson,
): Promise<SsoResult> {
  const now = clock()
  const change: Change = { now: () => now, actor: null, requestId }
  const detail = { address, method: 'single-sign-on' }
  try {
    return await db.transaction(async (tx) => {
      // One who comes twice at once is made and linked once.
      await lockAccess(tx)
      const person = (await findLinked(tx, said, now)) ?? (await linkByEmail(change, tx, sso, said))
      if (!person.active) throw new Refused('deactivated', person.id)
      await followGroups(change, tx, sso, said, person)
      const sessionId = await openSession(tx, { userId: person.id, address, userAgent, now })
      const opened = await findSignedIn(tx, sessionId, now)
      const action = opened?.stage === 'complete' ? 'signed-in' : 'sign-in-begun'
      await auditPerson({ ...change, actor: person }, tx, action, person.id, detail)
      return { ok: true, userId: person.id, sessionId }
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const { reason, personId } = error
    await db.transaction((tx) =>
      auditPerson(change, tx, 'sign-in-failed', personId ?? 'unknown', { ...detail, reason }),
    )
    return { ok: false, reason }
  }
}

/** Undoes what was done in the transaction so far. */
class Refused extends Error {
  readonly reason: SsoRefusal
  readonly personId: string | null

  constructor(reason: SsoRefusal, personId: string | null = null) {
    super(reason)
    this.reason = reason
    this.personId = personId
  }
}

async function findLinked(tx: Tx, { issuer, subject }: ProviderPerson, now: Date): Promise<PersonRow | null> {
  const [identity] = await tx
    .update(signInIdentities)
    .set({ lastUsedAt: now })
    .where(and(eq(signInIdentities.issuer, issuer), eq(signInIdentities.subject, subject)))
    .returning({ userId: signInIdentities.userId })
  return identity ? lockPerson(tx, identity.userId) : null
}

async function linkByEmail(
  change: Change,
  tx: Tx,
  sso: SingleSignOn,
  said: ProviderPerson,
): Promise<PersonRow> {
  const { email, issuer, subject } = said
  if (email === null || !isKnownByEmail(sso, said)) throw new Refused('unverified')
  const [known] = await tx.select().from(users).where(eq(users.email, email)).for('no key update')
  // An address is given to someone else one day: what is linked stays whose it is.
  if (known && (await isLinked(tx, sso, known.id))) throw new Refused('other-account', known.id)
  const person = known ?? (await makePerson(change, tx, sso, { ...said, email }))
  const now = change.now()
  await tx
    .insert(signInIdentities)
    .values({ userId: person.id, issuer, subject, linkedAt: now, lastUsedAt: now })
  await auditPerson({ ...change, actor: person }, tx, 'identity-linked', person.id, { issuer, subject })
  return person
}

async function makePerson(
  change: Change,
  tx: Tx,
  { groups }: SingleSignOn,
  said: ProviderPerson & { email: string },
): Promise<PersonRow> {
  const { email } = said
  const now = change.now()
  const links = await tx.select().from(accessLinks).where(eq(accessLinks.email, email)).for('update')
  const open = links.find((link) => link.kind === 'invitation' && linkState(link, now) === 'open')
  const invitation = open && !(await lacksConsent(tx, open, open.roles, now)) ? open : undefined
  const roles = groups ? rolesOfGroups(groups, said.groups) : (invitation?.roles ?? [])
  if (roles.length === 0) throw new Refused(groups ? 'no-role' : 'unknown')
  const [person] = await tx
    .insert(users)
    .values({ email, name: await freeName(tx, said), roles, createdAt: now })
    .returning()
  if (!person) throw new Error('A person was not stored.')
  if (invitation) await tx.update(accessLinks).set({ usedAt: now }).where(eq(accessLinks.id, invitation.id))
  await voidLinksFor(tx, email, now)
  await auditPerson({ ...change, actor: person }, tx, 'person-made-by-provider', person.id, {
    email,
    roles,
    ...(groups
      ? { groups: said.groups }
      : { invitedBy: invitation?.createdBy ?? null, consentedBy: invitation?.consentedBy ?? null }),
  })
  return person
}

/** Who approved what is told by names: where theirs is taken, or cannot be one here, their email tells them apart. */
async function freeName(tx: Tx, { name, email }: { name: string | null; email: string }): Promise<string> {
  const read = personName.safeParse(name)
  if (!read.success) return email
  return (await isNameTaken(tx, read.data, null)) ? `${read.data} (${email})` : read.data
}

/** Where groups give roles, those of this sign-in count; but the last admin stays one, or no one could let anyone in. */
async function followGroups(
  change: Change,
  tx: Tx,
  { groups }: SingleSignOn,
  said: ProviderPerson,
  person: PersonRow,
): Promise<void> {
  if (!groups) return
  const given = rolesOfGroups(groups, said.groups)
  const roles = (await isLastAdmin(tx, person, given))
    ? sortRoles([...given, ...person.roles.filter((role) => isAdmin([role]))])
    : given
  if (roles.length === 0) throw new Refused('no-role', person.id)
  if (!sameRoles(person.roles, roles))
    await applyRoles(change, tx, person, roles, { by: 'identity-provider', groups: said.groups })
}
