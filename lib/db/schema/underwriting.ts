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
 * An application with our underwriters, from its first hand-over on. Its status says where it stands; here is
 * who works on it, and the clock, which stops while the applicant has it.
 */
export const underwritingCases = pgTable(
  'underwriting_cases',
  {
    applicationId: uuid('application_id')
      .primaryKey()
      .references(() => applications.id),
    /** Counts hand-overs: notes and decisions belong to one of them, and a new one begins a new checklist. */
    round: integer().notNull(),
    handedOverBy: uuid('handed_over_by')
      .notNull()
      .references(() => users.id),
    handedOverAt: moment('handed_over_at').notNull(),
    handOverNote: text('hand_over_note').notNull().default(''),
    /**
     * Keyed hashes of every tax id under which it was with underwriters: changed afterwards, it is still known by
     * them. They are those of `identity_fingerprints`.
     */
    taxIds: text('tax_ids').array().notNull().default(sql`'{}'`),
    underwriterId: uuid('underwriter_id').references(() => users.id),
    claimedAt: moment('claimed_at'),
    spentMs: bigint('spent_ms', { mode: 'number' }).notNull().default(0),
    /** Null while the clock stands. */
    runningSince: moment('running_since'),
    closedAt: moment('closed_at'),
    /** How many risk signals of each weight stood when it last came to underwriters or was opened; null before. */
    signalCounts: jsonb('signal_counts').$type<SignalCounts>(),
  },
  (table) => [
    index('underwriting_cases_underwriter').on(table.underwriterId),
    index('underwriting_cases_tax_ids').using('gin', table.taxIds),
  ],
)

/** What somebody decided, and what they saw when they did. Never changed; a later one takes its place. */
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
    /** The first of two people, whose decision the other confirms; null for a first or only one. */
    confirms: uuid(),
    /** It took effect. False for a first decision that still needs, or never got, a second person. */
    inEffect: boolean('in_effect').notNull(),
    versions: jsonb().$type<Partial<Record<AnySectionName, number>>>().notNull(),
    payloadSha256: text('payload_sha256').notNull(),
    documents: jsonb().$type<{ id: string; name: string; sha256: string }[]>().notNull(),
    /** The risk signals as they were shown. */
    signals: jsonb().$type<Signal[]>().notNull(),
    ruleVersion: text('rule_version').notNull(),
  },
  (table) => [index('underwriting_decisions_application').on(table.applicationId, table.decidedAt)],
)

/** What an underwriter asked of staff, and what the sections said then, sealed as they are, to show the answer. */
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

/** Entries of the checklist that an underwriter has confirmed, in one round; each who decides has their own. */
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
    /** Why it can be confirmed without what it asks for; '' where that is there. */
    reason: text().notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.applicationId, table.round, table.key, table.by] })],
)

/** What underwriters said of documents. Never changed; a later row of the same person takes its place. */
export const documentDecisions = pgTable(
  'document_decisions',
  {
    /** In the order in which they were made. */
    n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id),
    /** What was decided on: this content, filed as this. */
    sha256: text().notNull(),
    category: text().notNull(),
    slot: text(),
    verdict: text().$type<DocumentVerdict>().notNull(),
    /** Why it was rejected; '' else. */
    reason: text().notNull().default(''),
    by: uuid()
      .notNull()
      .references(() => users.id),
    at: moment('at').notNull(),
  },
  (table) => [index('document_decisions_document').on(table.documentId, table.n)],
)

/**
 * Who ever worked on an application: started it, saved a section of it, put back what was sent, added or changed a
 * document of it, or asked for the decision. They may not decide on it.
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
