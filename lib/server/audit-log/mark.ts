import { sql } from 'drizzle-orm'

/** Of a row of `audit_seals`: the transaction of this cluster that wrote it, from the 32 bits that PostgreSQL keeps. */
const SEALED_BY = sql`(pg_snapshot_xmax(pg_current_snapshot())::text::bigint
  - ((pg_snapshot_xmax(pg_current_snapshot())::text::bigint - s.xmin::text::bigint) & 4294967295))::text::xid8`

/**
 * Up to where rows are sealed: the transaction of the last sealed row, and null where there is none. Not that of a row
 * which is gone, or which claims to be later than its own seal: it was copied from another cluster, or its number was
 * given by hand, and rows that are really written here would seem older for ever. What a restore brought is older than
 * all that is written afterwards, so where its numbers count at all they hold nothing back.
 */
export const SEALED_UP_TO = sql`(
  select a.xid from audit_seals s join audit_log a on a.id = s.audit_id
  where a.xid < ${SEALED_BY} order by s.seq desc limit 1)`
