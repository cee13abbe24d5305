import { users } from '@/lib/db/schema/desk'
import { hashPassword } from '@/lib/server/sign-in/passwords'
import type { World } from '@/lib/server/world'
import { DEMO_PASSWORD, DEMO_PEOPLE } from './accounts'

/** The demonstration's people, once. */
export async function seedPeople({ db }: World): Promise<void> {
  const [somebody] = await db.select({ id: users.id }).from(users).limit(1)
  if (somebody) return
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  await db
    .insert(users)
    .values(DEMO_PEOPLE.map((person) => ({ ...person, passwordHash })))
    .onConflictDoNothing()
}
