import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { RecordResult } from '@/lib/partner/mapping/application-answer'
import { applications } from './applications'
import { moment } from './columns'
import { documents } from './documents'
import { users } from './people'

/**
 * A problem that the partner reported, mapped to our fields. `place` names items by id (`contacts.c1.ssn`), because
 * contacts can be reordered. `fingerprint` is a keyed hash of the refused value, so that the problem lasts exactly as
 * long as the value is unchanged.
 */
export type PlacedProblem = {
  message: string
  code: string | null
  fields: string[]
  places: { place: string; fingerprint: string }[]
}

/** How a person resolved an unknown outcome: the records exist, they do not, or the same request was resent. */
export type AttemptResolution = 'found' | 'absent' | 'sent-again'

export type AttemptState = 'prepared' | 'sending' | 'accepted' | 'refused' | 'not-sent' | 'unknown'

/**
 * The attempt ledger: written before anything is sent, so that a crash cannot lose the fact that a request may have
 * been sent. An attempt left at `sending` may have been applied. `prepared` comes from earlier versions and was never
 * sent.
 */
export const partnerAttempts = pgTable(
  'partner_attempts',
  {
    id: uuid().primaryKey().defaultRandom(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    documentId: uuid('document_id').references(() => documents.id),
    endpoint: text().$type<'application' | 'alias' | 'attachment'>().notNull(),
    state: text().$type<AttemptState>().notNull(),
    /** The exact body, sealed because it contains identities. Null for a document, whose content is its file. */
    request: text(),
    requestSha256: text('request_sha256').notNull(),
    preparedBy: uuid('prepared_by').references(() => users.id),
    preparedAt: moment('prepared_at').notNull(),
    sendingAt: moment('sending_at'),
    answeredAt: moment('answered_at'),
    httpStatus: smallint('http_status'),
    /** The partner's raw answer, masked. */
    answer: text(),
    results: jsonb().$type<RecordResult[]>(),
    problems: jsonb().$type<PlacedProblem[]>(),
    /** What happened, in our own words for staff. */
    message: text(),
    resolution: text().$type<AttemptResolution>(),
    resolvedBy: uuid('resolved_by').references(() => users.id),
    resolvedAt: moment('resolved_at'),
    /** Who confirmed it at the partner, or why the request is resent. */
    resolutionNote: text('resolution_note'),
    /** The first of two people, if Settings require two for a resend. */
    resendAskedBy: uuid('resend_asked_by').references(() => users.id),
    resendAskedAt: moment('resend_asked_at'),
    resendReason: text('resend_reason'),
  },
  (table) => [
    index('partner_attempts_application').on(table.applicationId, table.preparedAt.desc()),
    index('partner_attempts_open').on(table.state).where(sql`state in ('prepared', 'sending')`),
  ],
)
