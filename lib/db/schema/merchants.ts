import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MerchantState, MerchantTerms, StoredShare } from '@/lib/domain/merchants/merchant'
import { applications } from './applications'
import { moment } from './columns'
import { users } from './people'

/**
 * Merchants that can be paid, by the processor's id. A row counts for funding once `confirmedAt` is set; later changes
 * wait in `proposed` until a second person confirms them.
 */
export const merchants = pgTable(
  'merchants',
  {
    merchantId: text('merchant_id').primaryKey(),
    name: text().notNull(),
    applicationId: uuid('application_id').references(() => applications.id),
    state: text().$type<MerchantState>().notNull(),
    /** How a sale of this merchant is split by default; empty: all of it to the merchant. */
    split: jsonb().$type<StoredShare[]>().notNull().default([]),
    /** Counts changes and proposals; a save names the version it started from. */
    version: integer().notNull().default(1),
    proposed: jsonb().$type<MerchantTerms>(),
    /** Everyone who edited the row before its confirmation, even after a rejection. None of them may confirm it. */
    workedOnBy: uuid('worked_on_by').array().notNull().default(sql`'{}'`),
    /** Who entered the row or the pending change; another person has to confirm it. */
    proposedBy: uuid('proposed_by').references(() => users.id),
    proposedAt: moment('proposed_at'),
    confirmedBy: uuid('confirmed_by').references(() => users.id),
    confirmedAt: moment('confirmed_at'),
    createdBy: uuid('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [
    // Two ids that differ only in case would be confused.
    uniqueIndex('merchants_spelling').on(sql`lower(${table.merchantId})`),
    index('merchants_name').on(sql`lower(${table.name})`),
    index('merchants_application').on(table.applicationId),
    index('merchants_waiting')
      .on(table.updatedAt.desc())
      .where(sql`confirmed_at is null or proposed is not null`),
  ],
)
