import { sql } from 'drizzle-orm'
import type { Database } from '@/lib/db/client'

/** What nothing in the product can do: a test that counts rows begins without any. */
export const emptyAuditLog = (database: Database): Promise<void> =>
  database.asOwner((db) =>
    db.transaction(async (tx) => {
      for (const [table, trigger] of AUDIT_TRIGGERS)
        await tx.execute(sql`alter table ${sql.identifier(table)} disable trigger ${sql.identifier(trigger)}`)
      await tx.execute(sql`truncate audit_log, audit_seals`)
      for (const [table, trigger] of AUDIT_TRIGGERS)
        await tx.execute(
          sql`alter table ${sql.identifier(table)} enable always trigger ${sql.identifier(trigger)}`,
        )
    }),
  )

/** Table and trigger of what refuses to empty the audit log. */
export const AUDIT_TRIGGERS = [
  ['audit_log', 'audit_log_never_emptied'],
  ['audit_seals', 'audit_seals_never_emptied'],
] as const
