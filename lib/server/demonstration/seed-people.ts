import { users } from '@/lib/db/schema/desk'
import { hashPassword } from '@/lib/server/sign-in/passwords'
import type { World } from '@/lib/server/world'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './accounts'

/**
 * The demonstration's people. A folder that an earlier version made gets those that are missing, as long as nobody
 * else is there: in a desk of real people, nobody comes by a known password.
 */
export async function seedPeople({ db }: World): Promise<void> {
  const there = await db.select({ email: users.email }).from(users)
  const emails = new Set(there.map(({ email }) => email))
  const missing = DEMO_PEOPLE.filter(({ email }) => !emails.has(email))
  if (missing.length === 0 || emails.size + missing.length > DEMO_PEOPLE.length) return
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db
    .insert(users)
    .values(missing.map((person) => ({ ...person, passwordHash })))
    .onConflictDoNothing()
}
