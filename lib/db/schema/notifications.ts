import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MailedNotice } from '@/lib/domain/notifications/mail'
import type { NoticeKind, NoticeSubject } from '@/lib/domain/notifications/notice'
import { moment } from './columns'
import { comments } from './comments'
import { users } from './people'

/**
 * Who was notified of what. Stores only the subject's id; its name and status are read from the subject. The latest
 * notification of a kind replaces the previous one.
 */
export const notifications = pgTable(
  'notifications',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    subjectType: text('subject_type').$type<NoticeSubject>().notNull(),
    /** As text, because a callback is identified by a number and a connection by a name. */
    subjectId: text('subject_id').notNull(),
    kind: text().$type<NoticeKind>().notNull(),
    at: moment('at').notNull(),
    /** Who made the change; null for an automatic one. */
    by: uuid().references(() => users.id),
    readAt: moment('read_at'),
    /** For a mention: the comment that contains it. */
    commentId: uuid('comment_id').references(() => comments.id),
    /** When it was put into an email, or no longer needed one; null again when it is renewed. */
    mailedAt: moment('mailed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.subjectType, table.subjectId, table.kind] }),
    index('notifications_latest').on(table.personId, table.at.desc()),
    index('notifications_unmailed').on(table.at).where(sql`mailed_at is null and read_at is null`),
  ],
)

/**
 * An email of notifications. Its content is fixed before it is sent, and its state is stored before and after, so that
 * none is sent twice. `unknown`: the mail server did not answer or the process ended; it is not resent.
 */
export const noticeMails = pgTable(
  'notice_mails',
  {
    id: uuid().primaryKey().defaultRandom(),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    notices: jsonb().$type<MailedNotice[]>().notNull(),
    state: text().$type<'waiting' | 'sending' | 'sent' | 'not-sent' | 'unknown'>().notNull(),
    madeAt: moment('made_at').notNull(),
    tries: integer().notNull().default(0),
    triedAt: moment('tried_at'),
  },
  (table) => [
    index('notice_mails_open').on(table.personId).where(sql`state in ('waiting', 'sending')`),
    index('notice_mails_made').on(table.madeAt),
  ],
)
