import { sql } from 'drizzle-orm'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AuditAction } from '@/lib/domain/access/audit-action'
import type { AuditSubjectType } from '@/lib/domain/audit/audit-labels'
import type { CheckFinding, CheckState, CheckTarget } from '@/lib/domain/connections/connections'
import { moment, xid8 } from './columns'
import { users } from './people'

/** Data keys, wrapped by DATA_KEY. Sealed values name the version that sealed them. */
export const dataKeys = pgTable('data_keys', {
  version: smallint().primaryKey(),
  wrapped: text().notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
})

export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
})

/**
 * One admin's change to a protected rule, which takes effect once another admin consents. One at a time per subject;
 * subjects are named as in the audit log, and the values before and after are in the subject's own format.
 */
export const ruleProposals = pgTable(
  'rule_proposals',
  {
    id: uuid().primaryKey().defaultRandom(),
    subjectType: text('subject_type').$type<AuditSubjectType>().notNull(),
    subjectId: text('subject_id').notNull(),
    before: jsonb().notNull(),
    after: jsonb().notNull(),
    proposedBy: uuid('proposed_by')
      .notNull()
      .references(() => users.id),
    proposedAt: moment('proposed_at').notNull(),
  },
  (table) => [uniqueIndex('rule_proposals_subject').on(table.subjectType, table.subjectId)],
)

/** Results of connection checks, one row per target tried. Contains no secrets. */
export const connectionChecks = pgTable(
  'connection_checks',
  {
    n: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    target: text().$type<CheckTarget>().notNull(),
    state: text().$type<CheckState>().notNull(),
    found: text().notNull(),
    meaning: text().notNull(),
    advice: text().notNull(),
    facts: jsonb().$type<CheckFinding['facts']>().notNull(),
    durationMs: integer('duration_ms').notNull(),
    /** Null for an automatic check. */
    runBy: uuid('run_by').references(() => users.id),
  },
  (table) => [index('connection_checks_target').on(table.target, table.n.desc())],
)

/** Saves that changed a sensitive field: few of all saves, and what the log is searched for by a field's name. */
export const SAVED_SENSITIVE = sql.raw(
  `(action = 'section-saved' and jsonb_path_exists(detail, '$.changes[*] ? (@.path like_regex "[.](taxId|ssn|dateOfBirth|accountNumber)$")'))`,
)

/**
 * Who did what to what, masked, written in the transaction of the change itself. A trigger refuses every update and
 * delete (docs/decisions/0031); `audit_seals` reveals any made in spite of it.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    actorId: uuid('actor_id'),
    action: text().$type<AuditAction>().notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    requestId: text('request_id').notNull(),
    /** Where the request came from; null for automatic actions. */
    address: text(),
    detail: jsonb().$type<Record<string, unknown>>().notNull(),
    /**
     * The transaction that wrote it: rows are sealed in order of (xid, id), and none before all older transactions have
     * ended. Restored rows keep their number, which means nothing in another cluster: see `SEALED_UP_TO`.
     */
    xid: xid8().notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('audit_log_subject').on(table.subjectType, table.subjectId, table.id),
    index('audit_log_xid').on(table.xid, table.id),
    index('audit_log_at').on(table.at.desc().nullsLast(), table.id.desc().nullsLast()),
    index('audit_log_actor').on(table.actorId, table.at.desc().nullsLast(), table.id.desc().nullsLast()),
    index('audit_log_action').on(table.action, table.at.desc().nullsLast(), table.id.desc().nullsLast()),
    index('audit_log_sensitive')
      .on(table.at.desc().nullsLast(), table.id.desc().nullsLast())
      .where(SAVED_SENSITIVE)
      .concurrently(),
  ],
)

/**
 * The hash chain over the audit log: each seal is a SHA-256 of the previous seal and the row. The one sealer with the
 * lock numbers them without gaps. There is no foreign key, so that a deleted row leaves its seal behind.
 */
export const auditSeals = pgTable('audit_seals', {
  seq: bigint({ mode: 'number' }).primaryKey(),
  auditId: bigint('audit_id', { mode: 'number' }).notNull().unique(),
  seal: text().notNull(),
  sealedAt: moment('sealed_at').notNull(),
})
