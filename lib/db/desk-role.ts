import { sql } from 'drizzle-orm'
import type { Db } from './client'

/** What the desk keeps its own and the partner's simulation in. Jobs manage their schema by themselves. */
const SCHEMAS = ['public', 'drizzle', 'sandbox']

/**
 * Gives a role what a desk that runs needs, and no more: it owns no table, and so takes no trigger off; it adds to the
 * audit log and its seals, and neither changes nor removes what is there. Asked as the owner, after each migration.
 */
export async function grantDesk(db: Db, role: string): Promise<void> {
  const name = sql.identifier(role)
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ nspname: string }>(sql`select nspname from pg_namespace`)
    const there = new Set(rows.map(({ nspname }) => nspname))
    for (const schema of SCHEMAS.filter((one) => there.has(one))) {
      const own = sql.identifier(schema)
      await tx.execute(sql`grant usage on schema ${own} to ${name}`)
      await tx.execute(sql`grant select, insert, update, delete on all tables in schema ${own} to ${name}`)
      await tx.execute(sql`grant usage, select on all sequences in schema ${own} to ${name}`)
    }
    await tx.execute(sql`revoke update, delete, truncate on audit_log, audit_seals from ${name}, public`)
    await tx.execute(sql`revoke insert, update, delete on drizzle.__drizzle_migrations from ${name}`)
    // pg-boss makes and changes its own tables when it is a newer one.
    if (there.has('pgboss')) {
      await tx.execute(sql`grant all on schema pgboss to ${name}`)
      await tx.execute(sql`grant all on all tables in schema pgboss to ${name}`)
      await tx.execute(sql`grant all on all sequences in schema pgboss to ${name}`)
      await tx.execute(sql`grant execute on all functions in schema pgboss to ${name}`)
    } else await tx.execute(sql`create schema pgboss authorization ${name}`)
  })
}
