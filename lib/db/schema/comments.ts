import { index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { CommentSubjectType } from '@/lib/domain/comments/subject'
import { moment } from './columns'
import { users } from './people'

/** Comments on an application, a batch or a callback. The text contains mentions by user id. */
export const comments = pgTable(
  'comments',
  {
    /** Assigned when the writer begins the text, so that sending it twice creates one comment. */
    id: uuid().primaryKey(),
    subjectType: text('subject_type').$type<CommentSubjectType>().notNull(),
    /** A number for a callback, a UUID for the others. */
    subjectId: text('subject_id').notNull(),
    by: uuid()
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
    /** '' once removed. */
    text: text().notNull(),
    editedAt: moment('edited_at'),
    removedAt: moment('removed_at'),
    removedBy: uuid('removed_by').references(() => users.id),
  },
  (table) => [index('comments_subject').on(table.subjectType, table.subjectId, table.at)],
)

/** An unsent comment: only its writer can read it, and it is cleared once sent. */
export const commentDrafts = pgTable(
  'comment_drafts',
  {
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    subjectType: text('subject_type').$type<CommentSubjectType>().notNull(),
    subjectId: text('subject_id').notNull(),
    textId: uuid('text_id').notNull(),
    /** Null once sent, so that a late save of the same text is recognized and dropped. */
    content: jsonb(),
    savedAt: moment('kept_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.subjectType, table.subjectId] })],
)
