import { asc, desc, or, sql } from 'drizzle-orm'
import { users } from '@/lib/db/schema/people'
import { can, type Role } from '@/lib/domain/access/permissions'
import type { Ctx } from '@/lib/server/services'
import type { ApplicationSearch } from './search-applications'

const FOUND_AT_MOST = 5

export type FoundPerson = { id: string; name: string; email: string; roles: Role[]; active: boolean }

/** The first people whose name or address has this text, the active before the others; only for whoever manages them. */
export async function findPeople(
  { db, actor }: Pick<Ctx, 'db' | 'actor'>,
  { text }: ApplicationSearch,
): Promise<FoundPerson[]> {
  const search = text.replaceAll('\u0000', '').toWellFormed().trim()
  if (search === '' || !can(actor.roles, 'admin:users')) return []
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
        sql`strpos(lower(${users.name}), lower(${search}::text)) > 0`,
        sql`strpos(lower(${users.email}), lower(${search}::text)) > 0`,
      ),
    )
    .orderBy(desc(users.active), asc(users.name), asc(users.id))
    .limit(FOUND_AT_MOST)
}
