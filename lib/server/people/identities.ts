import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { signInIdentities } from '@/lib/db/schema/people'
import type { personInput } from '@/lib/domain/access/inputs'
import type { Ctx } from '@/lib/server/services'
import { endSessions } from '@/lib/server/sign-in/sessions'
import { asAdmin, auditPerson, lockPerson, refused } from './access'
import type { AccessResult } from './roles'

/**
 * Removes a person's links to accounts at identity providers and signs them out. The next account that shows their
 * verified email becomes theirs, for people who get a new account there.
 */
export async function unlinkIdentity(
  ctx: Ctx,
  { personId }: z.output<typeof personInput>,
): Promise<AccessResult> {
  return asAdmin(ctx, async (tx): Promise<AccessResult> => {
    const person = await lockPerson(tx, personId)
    if (person.id === ctx.actor.id) return refused('Another admin has to remove your own link.')
    const removed = await tx
      .delete(signInIdentities)
      .where(eq(signInIdentities.userId, personId))
      .returning({ issuer: signInIdentities.issuer })
    if (removed.length === 0) return refused('This person has no single sign-on link. Reload the page.')
    const sessions = await endSessions(tx, { userId: personId }, ctx.now())
    await auditPerson(ctx, tx, 'identity-unlinked', personId, {
      issuers: removed.map(({ issuer }) => issuer),
      sessions,
    })
    return { ok: true }
  })
}
