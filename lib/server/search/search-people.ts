import { asc, desc, or, sql } from 'drizzle-orm'
import { users } from '@/lib/db/schema/people'
import { can, type Role } from '@/lib/domain/access/permissions'
import type { Ctx } from '@/lib/server/services'
import type { ApplicationSearch } from './search-applications'

const FOUND_AT_MOST = 5

export type FoundPerson = { id: string; name: string; email: string; roles: Role[]; active: boolean }

/** The first people whose name or email has this text, active ones first; none for those who may not manage people. */
export async function findPeople(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { text }: ApplicationSearch,
): Promise<FoundPerson[]> {
  if (!can(actor.roles, 'admin:users')) return []
  return db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      roles: users.roles,
      active: users.active,
    })
    .from(users)
    .where(
      or(
        sql`strpos(lower(${users.name}), lower(${text}::text)) > 0`,
        sql`strpos(lower(${users.email}), lower(${text}::text)) > 0`,
      ),
    )
    .orderBy(desc(users.active), asc(users.name), asc(users.id))
    .limit(FOUND_AT_MOST)
}
