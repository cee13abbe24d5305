import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { CommentSubjectType } from '@/lib/domain/comments/subject'
import { moment } from './columns'
import { users } from './people'

/** What people write to each other about an application, a batch or a callback. Mentions stand in the text by id. */
export const comments = pgTable(
  'comments',
  {
    /** That of the text as its writer began it: sent twice, it is the same comment. */
    id: uuid().primaryKey(),
    subjectType: text('subject_type').$type<CommentSubjectType>().notNull(),
    /** A callback is known by its number, the others by a UUID. */
    subjectId: text('subject_id').notNull(),
    by: uuid()
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
    /** '' once it was removed. */
    text: text().notNull(),
    editedAt: moment('edited_at'),
    removedAt: moment('removed_at'),
    removedBy: uuid('removed_by').references(() => users.id),
  },
  (table) => [index('comments_subject').on(table.subjectType, table.subjectId, table.at)],
)

/** A comment that somebody is writing: read by nobody else, gone once it is sent. */
export const commentDrafts = pgTable(
  'comment_drafts',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    subjectType: text('subject_type').$type<CommentSubjectType>().notNull(),
    subjectId: text('subject_id').notNull(),
    textId: uuid('text_id').notNull(),
    /** Null once it was sent, so that a late save of the same text is known and dropped. */
    content: jsonb(),
    savedAt: moment('kept_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.subjectType, table.subjectId] })],
)
