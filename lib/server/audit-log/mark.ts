import { sql } from 'drizzle-orm'

/** The transaction that wrote a row of `audit_seals` in this cluster, from the 32 bits that PostgreSQL stores. */
const SEALED_BY = sql`(pg_snapshot_xmax(pg_current_snapshot())::text::bigint
  - ((pg_snapshot_xmax(pg_current_snapshot())::text::bigint - s.xmin::text::bigint) & 4294967295))::text::xid8`

/**
 * Up to where rows are sealed: the transaction of the last sealed row, or null if there is none. Skips rows that are
 * deleted or that claim a later transaction than their own seal: such a row was copied from another cluster or numbered
 * by hand, and rows really written here would seem older forever. Restored rows are older than everything written after
 * the restore, so even if their numbers count, they hold nothing back.
 */
export const SEALED_UP_TO = sql`(
  select a.xid from audit_seals s join audit_log a on a.id = s.audit_id
  where a.xid < ${SEALED_BY} order by s.seq desc limit 1)`
