import { index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { NoticeKind, NoticeSubject } from '@/lib/domain/notifications/notice'
import { moment } from './columns'
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
    subjectId: uuid('subject_id').notNull(),
    kind: text().$type<NoticeKind>().notNull(),
    at: moment('at').notNull(),
    /** Whose change it was; null where the desk made it. */
    by: uuid().references(() => users.id),
    readAt: moment('read_at'),
  },
  (table) => [
    primaryKey({ columns: [table.personId, table.subjectType, table.subjectId, table.kind] }),
    index('notifications_latest').on(table.personId, table.at.desc()),
  ],
)
