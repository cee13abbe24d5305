import { settings } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { ROLES } from '@/lib/domain/access/permissions'
import { signInRules } from '@/lib/domain/settings/sign-in-rules'
import { storeTotp } from '@/lib/server/factors/totp'
import type { Services } from '@/lib/server/services'
import { hashPassword } from '@/lib/server/sign-in/passwords'
import { DEMO_FACTOR, DEMO_PASSWORD, DEMO_PEOPLE } from './accounts'

/** Two commands show everything; an admin of the demonstration can decide otherwise. */
const NOBODY_NEEDS_A_FACTOR = {
  key: signInRules.key,
  value: Object.fromEntries(ROLES.map((role) => [role, false])),
}

/**
 * The demonstration's people. A folder that an earlier version made gets those that are missing, as long as no one
 * else is there: in a desk of real people, no one comes by a known password.
 */
export async function seedPeople({ db, sealer, now }: Services): Promise<void> {
  await db.insert(settings).values(NOBODY_NEEDS_A_FACTOR).onConflictDoNothing()
  const there = await db.select({ email: users.email }).from(users)
  const emails = new Set(there.map(({ email }) => email))
  const missing = DEMO_PEOPLE.filter(({ email }) => !emails.has(email))
  if (missing.length === 0 || emails.size + missing.length > DEMO_PEOPLE.length) return
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db.transaction(async (tx) => {
    const added = await tx
      .insert(users)
      .values(missing.map((person) => ({ ...person, passwordHash })))
      .onConflictDoNothing()
      .returning({ id: users.id, email: users.email })
    const one = added.find(({ email }) => email === DEMO_FACTOR.email)
    if (!one) return
    const { secret } = DEMO_FACTOR
    await storeTotp(tx, sealer, { userId: one.id, secret, name: 'Demo phone', now: now(), isActive: true })
  })
}
