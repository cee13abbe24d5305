import { and, eq, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { Route } from 'next'
import type { z } from 'zod'
import type { DbOrTx } from '@/lib/db/client'
import { applications } from '@/lib/db/schema/applications'
import { callbackEvents } from '@/lib/db/schema/callbacks'
import { comments } from '@/lib/db/schema/comments'
import { auditLog, connectionChecks } from '@/lib/db/schema/desk'
import { fundingApprovals, fundingBatches } from '@/lib/db/schema/funding'
import { notifications } from '@/lib/db/schema/notifications'
import { users } from '@/lib/db/schema/people'
import { underwritingCases, underwritingDecisions, underwritingRequests } from '@/lib/db/schema/underwriting'
import { can } from '@/lib/domain/access/permissions'
import { nameInRow } from '@/lib/domain/application/name-in-row'
import { mentionsIn } from '@/lib/domain/comments/comment'
import type { markReadInput } from '@/lib/domain/notifications/inputs'
import type { MailedNotice } from '@/lib/domain/notifications/mail'
import {
  hasEnded,
  isOfCase,
  NOTICE_SUBJECTS,
  type NoticeKind,
  type NoticeSubject,
  openStatuses,
  permissionOf,
  SUBJECT_PERMISSION,
  subjectLabel,
} from '@/lib/domain/notifications/notice'
import { noticeWords, WRITTEN_IN, type Written } from '@/lib/domain/notifications/notice-words'
import { routes } from '@/lib/routes'
import type { Ctx } from '@/lib/server/services'
import type { NoticeGroup, NotificationsView } from './views'

/** How many notifications the page shows. Older ones were read, or ended long ago. */
const SHOWN = 100

/** From here on the badge shows 99+. */
const COUNTED = 100

type Reader = { db: Pick<DbOrTx, 'execute'>; actor: Pick<Ctx['actor'], 'id' | 'roles'> }

/** What this person may see today, regardless of what they could see when notified. */
function isSeenBy({ actor }: Reader): SQL {
  const seen = NOTICE_SUBJECTS.filter((type) => can(actor.roles, SUBJECT_PERMISSION[type]))
  const mentions = seen.filter((type) => can(actor.roles, permissionOf('mentioned', type)))
  return sql`told.subject_type in (${texts(seen)})
    and (told.kind <> 'mentioned' or told.subject_type in (${texts(mentions)}))`
}

const texts = (values: readonly string[]): SQL =>
  sql.join([...values.map((value) => sql`${value}`), sql`''`], sql`, `)

/** Casts the ID only for subjects of this type: others have IDs of another form. */
const idOf = (type: NoticeSubject, as: 'uuid' | 'bigint' | 'text'): SQL =>
  sql`case when told.subject_type = ${type} then told.subject_id::${sql.raw(as)} end`

/** Notifications with their subjects, for the current name and status. */
const TOLD = sql`${notifications} as told
  left join ${applications} as apps on apps.id = ${idOf('application', 'uuid')}
  left join ${underwritingCases} as cases on cases.application_id = apps.id
  left join ${fundingBatches} as batches on batches.id = ${idOf('funding-batch', 'uuid')}
  left join ${callbackEvents} as events on events.n = ${idOf('callback', 'bigint')}
  left join lateral (
    select checks.state, checks.target from ${connectionChecks} as checks
    where checks.target = ${idOf('connection', 'text')} order by checks.n desc limit 1
  ) as checked on true
  left join ${users} as persons on persons.id = ${idOf('user', 'uuid')}
  left join ${comments} as said on said.id = told.comment_id
  left join ${users} as others on others.id = told.by`

const STATUS = sql`coalesce(apps.status, batches.status, events.state, checked.state,
  case when persons.active then 'active' when not persons.active then 'deactivated' end)`

const told = (reader: Reader): SQL => sql`${TOLD}
  where told.person_id = ${reader.actor.id}::uuid
    and ${STATUS} is not null
    and ${isSeenBy(reader)}`

/**
 * Notifications that ended for this person although the subject's status did not change: an approver has given their
 * approval; the rest of a batch no longer needs approval, or needs it again; an assignment went to someone else; an
 * overdue case was handed over again; a comment was removed.
 */
const IS_OVER = sql`(told.kind in ('approval-wanted', 'rest-approval-wanted') and exists (
    select 1 from ${fundingApprovals} as given
    where given.batch_id = batches.id and given.by = told.person_id
      and (told.kind = 'approval-wanted' or given.at > told.at))
  or told.kind = 'rest-approval-wanted' and batches.rest_unseen_since is null
  or told.kind = 'rest-approved' and batches.rest_unseen_since is not null
  or told.kind = 'assigned' and apps.assignee_id is distinct from told.person_id
  or told.kind = 'case-assigned' and cases.underwriter_id is distinct from told.person_id
  or told.kind = 'overdue' and cases.handed_over_at > told.at
  or told.kind = 'mentioned' and said.removed_at is not null)`

/** The same as `hasEnded`, in SQL. */
const IS_OPEN = sql`not ${IS_OVER} and ${sql.join(
  NOTICE_SUBJECTS.flatMap((type) =>
    openStatuses(type).map(
      ([kind, statuses]) => sql`(told.subject_type <> ${type} or told.kind <> ${kind}
        or ${STATUS} in (${texts(statuses)}))`,
    ),
  ),
  sql` and `,
)}`

/** How many unread notifications are news or still call for action, up to 100. */
export async function countUnread(reader: Reader): Promise<number> {
  const { rows } = await reader.db.execute<{ unread: number }>(sql`
    select count(*)::int as unread from (
      select 1 from ${told(reader)} and told.read_at is null and ${IS_OPEN} limit ${COUNTED}
    ) as counted`)
  return rows[0]?.unread ?? 0
}

/** When this person got their latest notification, read or not. */
export async function latestTold(reader: Reader): Promise<string | null> {
  const { rows } = await reader.db.execute<{ at: string }>(sql`
    select to_json(told.at) #>> '{}' as at from ${told(reader)} order by told.at desc limit 1`)
  return rows[0] ? new Date(rows[0].at).toISOString() : null
}

/**
 * What a person wrote with the change, for readers who may see comments on the subject. Read from where it is stored,
 * so that removed text disappears here too.
 */
const writtenFor = ({ actor }: Reader): SQL => {
  const readable = NOTICE_SUBJECTS.filter((type) => can(actor.roles, permissionOf('mentioned', type)))
  const kinds = Object.entries(WRITTEN_IN).map(
    ([kind, actions]) => sql`(told.kind = ${kind} and rows.action in (${texts(actions)}))`,
  )
  return sql`case when told.subject_type not in (${texts(readable)}) then null
    when told.kind = 'mentioned' then json_build_object('note', said.text)
    when told.kind = 'answered' then (
      select json_build_object('note', asked.answer_note) from ${underwritingRequests} as asked
      where asked.application_id = apps.id and asked.answered_at = told.at limit 1)
    when told.kind in ('approved', 'declined') then (
      select json_build_object('reasons', decided.reasons, 'note', decided.note)
      from ${underwritingDecisions} as decided
      where decided.application_id = apps.id and (decided.in_effect or decided.withdrawn_at is not null) and decided.decided_by = told.by
      order by decided.decided_at desc limit 1)
    else (
      select rows.detail::json from ${auditLog} as rows
      where rows.subject_type = told.subject_type and rows.subject_id = told.subject_id and rows.at = told.at
        and rows.actor_id = told.by and (${sql.join(kinds, sql` or `)})
      order by rows.id desc limit 1)
    end as written`
}

type Row = {
  type: NoticeSubject
  id: string
  kind: NoticeKind
  at: string
  by: string | null
  comment_id: string | null
  is_read: boolean
  is_over: boolean
  number: number | null
  name: string
  status: string
  written?: Written | null
}

const COLUMNS = sql`told.subject_type as type, told.subject_id as id, told.kind, to_json(told.at) #>> '{}' as at,
  others.name as by, told.comment_id, told.read_at is not null as is_read, ${IS_OVER} as is_over,
  coalesce(apps.number, batches.number)::int as number, ${STATUS} as status,
  coalesce(batches.name, nullif(apps.dba_name, ''), nullif(apps.legal_name, ''), events.tran_id, persons.name,
    case when apps.id is null then '' else 'Untitled application' end) as name`

export async function listNotifications(reader: Reader): Promise<NotificationsView> {
  const { rows } = await reader.db.execute<Row>(sql`
    select ${COLUMNS}, ${writtenFor(reader)} from ${told(reader)}
    order by told.at desc, told.subject_id, told.kind limit ${SHOWN + 1}`)
  const people = await namesIn(reader, rows)
  const groups = new Map<string, NoticeGroup>()
  for (const row of rows.slice(0, SHOWN)) {
    const { type, id, number, name, status } = row
    const group = groups.get(`${type} ${id}`) ?? {
      type,
      id,
      label: subjectLabel(type, id, number),
      name: nameInRow(name),
      notices: [],
    }
    groups.set(`${type} ${id}`, group)
    const ended = row.is_over || hasEnded(row.kind, type, status)
    group.notices.push({
      kind: row.kind,
      at: new Date(row.at).toISOString(),
      by: row.by,
      words: noticeWords(row.written ?? null, people),
      path: pathOf(reader, row),
      isUnread: !row.is_read && !ended,
      hasEnded: ended,
    })
  }
  return { groups: [...groups.values()], unread: await countUnread(reader), isMore: rows.length > SHOWN }
}

/** The names of mentioned people. */
async function namesIn({ db }: Reader, rows: readonly Row[]): Promise<ReadonlyMap<string, string>> {
  const ids = rows.flatMap(({ written }) =>
    typeof written?.note === 'string' ? mentionsIn(written.note) : [],
  )
  if (ids.length === 0) return new Map()
  const found = await db.execute<{ id: string; name: string }>(
    sql`select id::text, name from ${users} where id::text in (${texts(ids)})`,
  )
  return new Map(found.rows.map(({ id, name }) => [id, name]))
}

const pathOf = (
  { actor }: Pick<Reader, 'actor'>,
  { type, id, kind, comment_id }: Pick<Row, 'type' | 'id' | 'kind' | 'comment_id'>,
): Route => {
  const page = {
    application: () =>
      isOfCase(kind) && can(actor.roles, 'underwriting:read')
        ? routes.underwritingCase(id)
        : routes.application(id),
    'funding-batch': () => routes.fundingBatch(id),
    callback: () => routes.callback(Number(id)),
    connection: () => routes.settings.connections,
    user: () => (can(actor.roles, 'admin:users') ? routes.people : routes.audit),
  }[type]()
  return comment_id === null ? page : routes.comment(page, comment_id)
}

type ToMail = MailedNotice & { type: NoticeSubject; id: string }

/** Unread notifications since `since` that are news or still call for action, and were in no mail yet, oldest first. */
export async function listToMail(reader: Reader, since: Date): Promise<ToMail[]> {
  const { rows } = await reader.db.execute<Row>(sql`
    select ${COLUMNS} from ${told(reader)} and told.read_at is null and told.mailed_at is null
      and told.at > ${since.toISOString()}::timestamptz and ${IS_OPEN}
    order by told.at, told.subject_id, told.kind`)
  return rows.map((row) => ({
    type: row.type,
    id: row.id,
    kind: row.kind,
    label: subjectLabel(row.type, row.id, row.number),
    path: pathOf(reader, row),
    at: new Date(row.at).toISOString(),
  }))
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
