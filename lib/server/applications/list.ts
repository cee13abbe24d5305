import { and, desc, eq, ilike, inArray, lt, or, sql } from 'drizzle-orm'
import type { Db } from '@/lib/db/client'
import { applications, documents, users } from '@/lib/db/schema/desk'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { storable } from '@/lib/server/storable'
import type { ApplicationRow } from './data'

export type ApplicationListItem = Pick<
  ApplicationRow,
  'id' | 'number' | 'status' | 'legalName' | 'dbaName' | 'ownership' | 'opportunityId' | 'updatedAt'
> & { createdBy: string; documents: number }

export type ListCursor = { updatedAt: Date; id: string }
export type ListFilter = { search?: string; statuses?: readonly ApplicationStatus[]; after?: ListCursor }

export const LIST_PAGE = 50

/** Latest change first, `LIST_PAGE` at a time from a key on: page 10,000 costs what page 1 does. */
export async function listApplications(db: Db, filter: ListFilter): Promise<ApplicationListItem[]> {
  const search = storable(filter.search ?? '').trim()
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`
  const number = /^a?-?(\d{1,15})$/i.exec(search)?.[1]
  return db
    .select({
      id: applications.id,
      number: applications.number,
      status: applications.status,
      legalName: applications.legalName,
      dbaName: applications.dbaName,
      ownership: applications.ownership,
      opportunityId: applications.opportunityId,
      updatedAt: applications.updatedAt,
      createdBy: users.name,
      documents: sql<number>`(select count(*)::int from ${documents} where ${documents.applicationId} = ${applications.id} and ${documents.removedAt} is null)`,
    })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.createdBy))
    .where(
      and(
        filter.statuses?.length ? inArray(applications.status, [...filter.statuses]) : undefined,
        search === ''
          ? undefined
          : or(
              ilike(applications.legalName, pattern),
              ilike(applications.dbaName, pattern),
              eq(applications.opportunityId, search),
              eq(applications.accountId, search),
              number ? eq(applications.number, Number(number)) : undefined,
            ),
        filter.after
          ? or(
              lt(applications.updatedAt, filter.after.updatedAt),
              and(eq(applications.updatedAt, filter.after.updatedAt), lt(applications.id, filter.after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(applications.updatedAt), desc(applications.id))
    .limit(LIST_PAGE + 1)
}

export async function countByStatus(db: Db): Promise<Partial<Record<ApplicationStatus, number>>> {
  const rows = await db
    .select({ status: applications.status, count: sql<number>`count(*)::int` })
    .from(applications)
    .groupBy(applications.status)
  return Object.fromEntries(rows.map((row) => [row.status, row.count]))
}
