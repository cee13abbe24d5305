import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { applications } from '@/lib/db/schema/applications'
import { fundingApprovals, fundingBatches } from '@/lib/db/schema/funding'
import { notifications } from '@/lib/db/schema/notifications'
import { users } from '@/lib/db/schema/people'
import { can } from '@/lib/domain/access/permissions'
import { nameInRow } from '@/lib/domain/application/name-in-row'
import type { markReadInput } from '@/lib/domain/notifications/inputs'
import {
  hasEnded,
  NOTICE_SUBJECTS,
  type NoticeKind,
  type NoticeSubject,
  openStatuses,
  SUBJECT_PERMISSION,
} from '@/lib/domain/notifications/notice'
import type { Ctx } from '@/lib/server/services'
import type { NoticeGroup, NotificationsView } from './views'

/** The page shows so many; older ones have been read, or ended long ago. */
const SHOWN = 100

/** The badge says 99+ from here on. */
const COUNTED = 100

type Reader = Pick<Ctx, 'db' | 'actor'>

/** Subjects that this person may see today, whatever they could see when they were told. */
const seenBy = ({ actor }: Reader): NoticeSubject[] =>
  NOTICE_SUBJECTS.filter((type) => can(actor.roles, SUBJECT_PERMISSION[type]))

/** With their subjects, of which a notice shows the name and the status as they are now. */
const told = (reader: Reader): SQL => sql`${notifications} as told
  left join ${applications} as apps on told.subject_type = 'application' and apps.id = told.subject_id
  left join ${fundingBatches} as batches on told.subject_type = 'funding-batch' and batches.id = told.subject_id
  left join ${users} as others on others.id = told.by
  where told.person_id = ${reader.actor.id}::uuid and coalesce(apps.id, batches.id) is not null
    and told.subject_type in (${sql.join([...seenBy(reader).map((type) => sql`${type}`), sql`''`], sql`, `)})`

/**
 * An approver whose approval is given waits for the others: that notice has ended for them alone. The rest of a batch is
 * approved once more, and once enough people have, for everybody.
 */
const IS_APPROVED = sql`(told.kind in ('approval-wanted', 'rest-approval-wanted') and exists (
    select 1 from ${fundingApprovals} as given
    where given.batch_id = told.subject_id and given.by = told.person_id
      and (told.kind = 'approval-wanted' or given.at > told.at))
  or told.kind = 'rest-approval-wanted' and batches.rest_unseen_since is null)`

/** The same as `hasEnded`, for a count. */
const IS_OPEN = sql`not ${IS_APPROVED} and ${sql.join(
  NOTICE_SUBJECTS.flatMap((type) =>
    openStatuses(type).map(
      ([kind, statuses]) => sql`(told.subject_type <> ${type} or told.kind <> ${kind}
        or coalesce(apps.status, batches.status) in (${sql.join(
          statuses.map((status) => sql`${status}`),
          sql`, `,
        )}))`,
    ),
  ),
  sql` and `,
)}`

/** How many this person has not read, and still call for something or are news; no more than 100. */
export async function countUnread(reader: Reader): Promise<number> {
  const { rows } = await reader.db.execute<{ unread: number }>(sql`
    select count(*)::int as unread from (
      select 1 from ${told(reader)} and told.read_at is null and ${IS_OPEN} limit ${COUNTED}
    ) as counted`)
  return rows[0]?.unread ?? 0
}

type Row = {
  type: NoticeSubject
  id: string
  kind: NoticeKind
  at: string
  by: string | null
  is_read: boolean
  is_approved: boolean
  number: number
  name: string
  status: string
}

export async function listNotifications(reader: Reader): Promise<NotificationsView> {
  const { rows } = await reader.db.execute<Row>(sql`
    select told.subject_type as type, told.subject_id as id, told.kind, to_json(told.at) #>> '{}' as at,
      others.name as by, told.read_at is not null as is_read, ${IS_APPROVED} as is_approved,
      coalesce(apps.number, batches.number)::int as number, coalesce(apps.status, batches.status) as status,
      coalesce(batches.name, nullif(apps.dba_name, ''), nullif(apps.legal_name, ''), 'Untitled application') as name
    from ${told(reader)}
    order by told.at desc, told.subject_id, told.kind limit ${SHOWN + 1}`)
  const groups = new Map<string, NoticeGroup>()
  for (const row of rows.slice(0, SHOWN)) {
    const { type, id, number, name } = row
    const group = groups.get(`${type} ${id}`) ?? { type, id, number, name: nameInRow(name), notices: [] }
    groups.set(`${type} ${id}`, group)
    const ended = row.is_approved || hasEnded(row.kind, type, row.status)
    group.notices.push({
      kind: row.kind,
      at: new Date(row.at).toISOString(),
      by: row.by,
      isUnread: !row.is_read && !ended,
      hasEnded: ended,
    })
  }
  return { groups: [...groups.values()], unread: await countUnread(reader), isMore: rows.length > SHOWN }
}

export async function markRead(
  { db, actor, now }: Pick<Ctx, 'db' | 'actor' | 'now'>,
  { subject, upTo }: z.output<typeof markReadInput>,
): Promise<{ ok: true }> {
  const { personId, subjectType, subjectId, readAt, at } = notifications
  await db
    .update(notifications)
    .set({ readAt: now() })
    .where(
      and(
        eq(personId, actor.id),
        isNull(readAt),
        lte(at, new Date(upTo)),
        subject ? and(eq(subjectType, subject.type), eq(subjectId, subject.id)) : undefined,
      ),
    )
  return { ok: true }
}
