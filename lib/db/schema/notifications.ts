import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MailedNotice } from '@/lib/domain/notifications/mail'
import type { NoticeKind, NoticeSubject } from '@/lib/domain/notifications/notice'
import { moment } from './columns'
import { comments } from './comments'
import { users } from './people'

/**
 * Who was told of what. Says nothing about the subject itself but its id: its name and where it stands are read from
 * it. The latest of a kind takes the place of the one before it.
 */
export const notifications = pgTable(
  'notifications',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    subjectType: text('subject_type').$type<NoticeSubject>().notNull(),
    /** As text: a callback is known by its number, a connection by its name. */
    subjectId: text('subject_id').notNull(),
    kind: text().$type<NoticeKind>().notNull(),
    at: moment('at').notNull(),
    /** Whose change it was; null where the desk made it. */
    by: uuid().references(() => users.id),
    readAt: moment('read_at'),
    /** Of a mention: where it stands. */
    commentId: uuid('comment_id').references(() => comments.id),
    /** When it was put into a mail, or was no longer to be; null again once it is told anew. */
    mailedAt: moment('mailed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.subjectType, table.subjectId, table.kind] }),
    index('notifications_latest').on(table.personId, table.at.desc()),
    index('notifications_unmailed').on(table.at).where(sql`mailed_at is null and read_at is null`),
  ],
)

/**
 * A mail of notifications: what it says is fixed before it goes, and its state is stored before and after, so that
 * none is sent twice. `unknown`: the server did not say, or the process ended; it is not sent again.
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
