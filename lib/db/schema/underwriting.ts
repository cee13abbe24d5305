import { sql } from 'drizzle-orm'
import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { AnySectionName } from '@/lib/domain/application/draft'
import type { DocumentVerdict } from '@/lib/domain/documents/document-verdict'
import type { Verdict } from '@/lib/domain/underwriting/reasons'
import type { RequestItem } from '@/lib/domain/underwriting/request-items'
import type { Signal, SignalCounts } from '@/lib/domain/underwriting/signal'
import { applications } from './applications'
import { moment } from './columns'
import { documents } from './documents'
import { users } from './people'

/**
 * An application in underwriting, from its first hand-over on. The application has the status; this row has who works
 * on it and the clock, which stops while the applicant has to respond.
 */
export const underwritingCases = pgTable(
  'underwriting_cases',
  {
    applicationId: uuid('application_id')
      .primaryKey()
      .references(() => applications.id),
    /** Counts hand-overs. Notes and decisions belong to one round, and a new round begins a new checklist. */
    round: integer().notNull(),
    handedOverBy: uuid('handed_over_by')
      .notNull()
      .references(() => users.id),
    handedOverAt: moment('handed_over_at').notNull(),
    handOverNote: text('hand_over_note').notNull().default(''),
    /**
     * Keyed hashes, as in `identity_fingerprints`, of every tax id that it had in underwriting, so that it is still
     * found by an earlier one after a change.
     */
    taxIds: text('tax_ids').array().notNull().default(sql`'{}'`),
    underwriterId: uuid('underwriter_id').references(() => users.id),
    claimedAt: moment('claimed_at'),
    spentMs: bigint('spent_ms', { mode: 'number' }).notNull().default(0),
    /** Null while the clock is stopped. */
    runningSince: moment('running_since'),
    closedAt: moment('closed_at'),
    /** Risk signals by weight when it was last handed over or opened; null before that. */
    signalCounts: jsonb('signal_counts').$type<SignalCounts>(),
  },
  (table) => [
    index('underwriting_cases_underwriter').on(table.underwriterId),
    index('underwriting_cases_tax_ids').using('gin', table.taxIds),
  ],
)

/**
 * A decision, and what the underwriter saw when making it. A later decision replaces it, and a decline can be withdrawn;
 * nothing else about it changes.
 */
export const underwritingDecisions = pgTable(
  'underwriting_decisions',
  {
    id: uuid().primaryKey().defaultRandom(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    round: integer().notNull(),
    outcome: text().$type<Verdict>().notNull(),
    reasons: text().array().notNull(),
    note: text().notNull(),
    decidedBy: uuid('decided_by')
      .notNull()
      .references(() => users.id),
    decidedAt: moment('decided_at').notNull(),
    /** The first person's decision that this one confirms; null for a first or only decision. */
    confirms: uuid(),
    /** Whether it is in effect. False for a first decision that a second person has not confirmed. */
    inEffect: boolean('in_effect').notNull(),
    /** When an underwriter withdrew this decline, which is then no longer in effect; otherwise null. */
    withdrawnAt: moment('withdrawn_at'),
    versions: jsonb().$type<Partial<Record<AnySectionName, number>>>().notNull(),
    payloadSha256: text('payload_sha256').notNull(),
    documents: jsonb().$type<{ id: string; name: string; sha256: string }[]>().notNull(),
    /** The risk signals as shown. */
    signals: jsonb().$type<Signal[]>().notNull(),
    ruleVersion: text('rule_version').notNull(),
  },
  (table) => [index('underwriting_decisions_application').on(table.applicationId, table.decidedAt)],
)

/** An underwriter's request to staff, with the sections at that time, sealed, to show later what changed. */
export const underwritingRequests = pgTable(
  'underwriting_requests',
  {
    id: uuid().primaryKey().defaultRandom(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    round: integer().notNull(),
    askedBy: uuid('asked_by')
      .notNull()
      .references(() => users.id),
    askedAt: moment('asked_at').notNull(),
    items: jsonb().$type<RequestItem[]>().notNull(),
    before: jsonb().$type<Partial<Record<AnySectionName, unknown>>>().notNull(),
    answeredBy: uuid('answered_by').references(() => users.id),
    answeredAt: moment('answered_at'),
    answerNote: text('answer_note'),
    closedAt: moment('closed_at'),
  },
  (table) => [index('underwriting_requests_application').on(table.applicationId, table.askedAt)],
)

export const underwritingNotes = pgTable(
  'underwriting_notes',
  {
    id: uuid().primaryKey().defaultRandom(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    by: uuid()
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
    text: text().notNull(),
  },
  (table) => [index('underwriting_notes_application').on(table.applicationId, table.at)],
)

/** Checklist entries that an underwriter confirmed in one round. Each underwriter confirms separately. */
export const underwritingConfirmations = pgTable(
  'underwriting_ticks',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    round: integer().notNull(),
    key: text().notNull(),
    by: uuid()
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
    /** Why the entry can be confirmed without what it requires; '' if nothing is missing. */
    reason: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.round, table.key, table.by] })],
)

/** Underwriters' decisions on documents. Never changed; a later row by the same person replaces it. */
export const documentDecisions = pgTable(
  'document_decisions',
  {
    /** In order of creation. */
    n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
    /** The content, category and slot that the decision is about. */
    sha256: text().notNull(),
    category: text().notNull(),
    slot: text(),
    verdict: text().$type<DocumentVerdict>().notNull(),
    /** Why it was rejected; otherwise ''. */
    reason: text().notNull().default(''),
    by: uuid()
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
  },
  (table) => [index('document_decisions_document').on(table.documentId, table.n)],
)

/**
 * Everyone who worked on an application: started it, saved a section, reverted to what was sent, added or changed a
 * document, or requested the decision. They may not decide on it.
 */
export const applicationContributors = pgTable(
  'application_contributors',
  {
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
  },
  (table) => [
    primaryKey({ columns: [table.applicationId, table.personId] }),
    index('application_contributors_person').on(table.personId),
  ],
)
