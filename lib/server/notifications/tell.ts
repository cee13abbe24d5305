import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { fundingBatches } from '@/lib/db/schema/funding'
import { notifications } from '@/lib/db/schema/notifications'
import { users } from '@/lib/db/schema/people'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import { can, ROLES } from '@/lib/domain/access/permissions'
import {
  type Audience,
  NOTICE_SUBJECTS,
  noticeOf,
  SUBJECT_PERMISSION,
} from '@/lib/domain/notifications/notice'
import type { AuditEntry } from '@/lib/server/audit'

/**
 * Tells whoever is to know of a change, in its transaction and after its audit row: no change without its notices, no
 * notice of a change that was rolled back.
 */
export async function tellPeople(
  tx: Pick<DbOrTx, 'execute'>,
  { action, subject, actorId, at }: Pick<AuditEntry, 'action' | 'subject' | 'actorId' | 'at'>,
): Promise<void> {
  const notice = noticeOf(action)
  const type = NOTICE_SUBJECTS.find((known) => known === subject[0])
  if (!notice || !type) return
  const [, id] = subject
  const roles = rolesWith(notice.to === 'approvers' ? 'funding:approve' : SUBJECT_PERMISSION[type])
  await tx.execute(sql`
    insert into ${notifications} (person_id, subject_type, subject_id, kind, at, by)
    select people.id, ${type}, ${id}::uuid, ${notice.kind}, ${at.toISOString()}::timestamptz, ${actorId}::uuid
    from ${users} as people
    where people.active and people.roles && ${roles}
      and people.id is distinct from ${actorId}::uuid and ${AUDIENCES[notice.to](id)}
    order by people.id
    on conflict (person_id, subject_type, subject_id, kind)
      do update set at = excluded.at, by = excluded.by, read_at = null`)
}

export const rolesWith = (permission: Parameters<typeof can>[1]): SQL =>
  sql`array[${sql.join(
    ROLES.filter((role) => can([role], permission)).map((role) => sql`${role}`),
    sql`, `,
  )}]::text[]`

/** Whether a person is one of them. */
const AUDIENCES: Record<Audience, (id: string) => SQL> = {
  staff: (id) => sql`people.id in (
    select case when applications.assignee_id is null and cases.handed_over_by is null then applications.created_by
      else person end
    from ${applications}
    left join ${underwritingCases} as cases on cases.application_id = applications.id
    cross join lateral (values (applications.assignee_id), (cases.handed_over_by)) as told (person)
    where applications.id = ${id}::uuid)`,
  underwriter: (id) => sql`people.id in (
    select underwriter_id from ${underwritingCases} where application_id = ${id}::uuid)`,
  makers: (id) => sql`people.id in (
    select person from ${fundingBatches} as batches
    cross join lateral unnest(batches.worked_on_by || batches.created_by || batches.sent_by) as person
    where batches.id = ${id}::uuid)`,
  approvers: (id) => sql`not exists (
    select 1 from ${fundingBatches} as batches
    where batches.id = ${id}::uuid and people.id = any(batches.worked_on_by))`,
}
