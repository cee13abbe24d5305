import { asc, eq } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { users } from '@/lib/db/schema/people'
import { can } from '@/lib/domain/access/permissions'

/** A person to whom cases can be given. */
export type Underwriter = { id: string; name: string }

/** Active people whose roles let them work on cases, by name. */
export async function listUnderwriters(db: DbOrTx): Promise<Underwriter[]> {
  const people = await db
    .select({ id: users.id, name: users.name, roles: users.roles })
    .from(users)
    .where(eq(users.active, true))
    .orderBy(asc(users.name), asc(users.id))
  return people.filter(({ roles }) => can(roles, 'underwriting:work')).map(({ id, name }) => ({ id, name }))
}
