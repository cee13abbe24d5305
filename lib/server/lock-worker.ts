import { eq } from 'drizzle-orm'
import type { Tx } from '@/lib/db/client'
import { users } from '@/lib/db/schema/people'
import { can, type Permission } from '@/lib/domain/access/permissions'

/**
 * Whether someone who is to get work may do it. They stay so until the transaction ends: whoever deactivates them, or
 * takes the role away, waits, and then finds the work among what they have. Comes before the lock of the work itself.
 */
export async function lockWorker(tx: Tx, personId: string, permission: Permission): Promise<boolean> {
  const [person] = await tx
    .select({ active: users.active, roles: users.roles })
    .from(users)
    .where(eq(users.id, personId))
    .for('share')
  return person?.active === true && can(person.roles, permission)
}
