import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { fundingBatches } from '@/lib/db/schema/funding'
import { notifications } from '@/lib/db/schema/notifications'
import { users } from '@/lib/db/schema/people'
import { underwritingCases } from '@/lib/db/schema/underwriting'
import { can, type Permission, ROLES } from '@/lib/domain/access/permissions'
import type { CommentSubject } from '@/lib/domain/comments/subject'
import {
  type Audience,
  NOTICE_SUBJECTS,
  type NoticeKind,
  type NoticeSubject,
  noticeOf,
  SUBJECT_PERMISSION,
} from '@/lib/domain/notifications/notice'
import type { AuditEntry } from '@/lib/server/audit'

/**
 * Notifies the people concerned by a change, in its transaction and after its audit row. No change goes without its
 * notifications, and a rolled-back change notifies no one.
 */
export async function tellPeople(
  tx: Pick<DbOrTx, 'execute'>,
  {
    action,
    subject,
    actorId,
    at,
    detail,
  }: Pick<AuditEntry, 'action' | 'subject' | 'actorId' | 'at' | 'detail'>,
): Promise<void> {
  const notice = noticeOf(action, detail)
  const type = NOTICE_SUBJECTS.find((known) => known === subject[0])
  if (!notice || !type) return
  const [, id] = subject
  const roles = rolesWith(notice.to === 'approvers' ? 'funding:approve' : SUBJECT_PERMISSION[type])
  await tx.execute(sql`
    insert into ${notifications} (person_id, subject_type, subject_id, kind, at, by)
    select people.id, ${type}, ${id}, ${notice.kind}, ${at.toISOString()}::timestamptz, ${actorId}::uuid
    from ${users} as people
    where (people.active and people.roles && ${roles} or ${isThemselves(notice.to, id)})
      and people.id is distinct from ${actorId}::uuid and ${AUDIENCES[notice.to](id)}
    order by people.id
    on conflict (person_id, subject_type, subject_id, kind)
      do update set ${TOLD_ANEW}`)
}

/** Whom something befell that ended their access: it waits for them. */
const isThemselves = (to: Audience, id: string): SQL =>
  to === 'others-and-them' ? sql`people.id = ${id}::uuid` : sql`false`

/** A newer notification of the same kind replaces the earlier one. */
const TOLD_ANEW = sql.raw(
  'at = excluded.at, by = excluded.by, comment_id = excluded.comment_id, read_at = null, mailed_at = null',
)

/** Notifies the people mentioned in a comment, except its author. The caller has checked who may be mentioned. */
export async function tellMentioned(
  tx: Pick<DbOrTx, 'execute'>,
  {
    subject,
    commentId,
    at,
    by,
    people,
  }: { subject: CommentSubject; commentId: string; at: Date; by: string; people: readonly string[] },
): Promise<void> {
  if (people.length === 0) return
  await tx.execute(sql`
    insert into ${notifications} (person_id, subject_type, subject_id, kind, at, by, comment_id)
    select people.id, ${subject.type}, ${subject.id}, 'mentioned', ${at.toISOString()}::timestamptz, ${by}::uuid,
      ${commentId}::uuid
    from ${users} as people
    where people.active and people.id <> ${by}::uuid and people.id in (${uuids(people)})
    order by people.id
    on conflict (person_id, subject_type, subject_id, kind) do update set ${TOLD_ANEW}`)
}

const uuids = (ids: readonly string[]): SQL =>
  sql.join(
    ids.map((id) => sql`${id}::uuid`),
    sql`, `,
  )

/**
 * Notifies of something that the desk found itself: everyone who may act on it, except `except`, who was there when it
 * was found. `startedAt`: since when it has been so. People notified since then are not notified again.
 */
export async function tellFound(
  tx: Pick<DbOrTx, 'execute'>,
  {
    type,
    id,
    kind,
    at,
    startedAt,
    to,
    except = null,
  }: {
    type: NoticeSubject
    id: string
    kind: NoticeKind
    at: Date
    startedAt: Date
    to: Permission | { person: string }
    except?: string | null
  },
): Promise<void> {
  const who =
    typeof to === 'string'
      ? sql`people.roles && ${rolesWith(to)}`
      : sql`people.id = ${to.person}::uuid and people.roles && ${rolesWith(SUBJECT_PERMISSION[type])}`
  await tx.execute(sql`
    insert into ${notifications} as told (person_id, subject_type, subject_id, kind, at)
    select people.id, ${type}, ${id}, ${kind}, ${at.toISOString()}::timestamptz
    from ${users} as people
    where people.active and ${who} and people.id is distinct from ${except}::uuid
    order by people.id
    on conflict (person_id, subject_type, subject_id, kind)
      do update set ${TOLD_ANEW} where told.at < ${startedAt.toISOString()}::timestamptz`)
}

export const rolesWith = (permission: Parameters<typeof can>[1]): SQL =>
  sql`array[${sql.join(
    ROLES.filter((role) => can([role], permission)).map((role) => sql`${role}`),
    sql`, `,
  )}]::text[]`

const makers = (id: string): SQL => sql`people.id in (
  select person from ${fundingBatches} as batches
  cross join lateral unnest(batches.worked_on_by || batches.created_by || batches.sent_by) as person
  where batches.id = ${id}::uuid)`

const approvers = (id: string): SQL => sql`not exists (
  select 1 from ${fundingBatches} as batches
  where batches.id = ${id}::uuid and people.id = any(batches.worked_on_by))`

const staff = (id: string): SQL => sql`people.id in (
  select case when applications.assignee_id is null and cases.handed_over_by is null then applications.created_by
    else person end
  from ${applications}
  left join ${underwritingCases} as cases on cases.application_id = applications.id
  cross join lateral (values (applications.assignee_id), (cases.handed_over_by)) as told (person)
  where applications.id = ${id}::uuid)`

const underwriter = (id: string): SQL => sql`people.id in (
  select underwriter_id from ${underwritingCases} where application_id = ${id}::uuid)`

/** Whether a person belongs to an audience. The subject is an application or a batch. */
const AUDIENCES: Record<Audience, (id: string) => SQL> = {
  staff,
  underwriter,
  'staff-and-underwriter': (id) => sql`(${staff(id)} or ${underwriter(id)})`,
  assignee: (id) => sql`people.id in (select assignee_id from ${applications} where id = ${id}::uuid)`,
  others: (id) => sql`people.id <> ${id}::uuid`,
  'others-and-them': () => sql`true`,
  everyone: () => sql`true`,
  makers,
  approvers,
  // The person who recalls a batch may be neither its maker nor an approver.
  'batch-people': (id) => sql`(${makers(id)}
    or people.roles && ${rolesWith('funding:approve')} and ${approvers(id)})`,
}
