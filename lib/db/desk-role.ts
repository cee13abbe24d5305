import { type SQL, sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from './client'

/** The schemas of the desk and of the simulated partner. pg-boss manages its own schema. */
const SCHEMAS = ['public', 'drizzle', 'sandbox']

/**
 * Grants a role what a running desk needs, and no more. It owns no tables, so it cannot drop triggers; it can insert
 * into the audit log and its seals, but not update or delete. Run as the owner after each migration.
 */
export async function grantDesk(db: DbOrTx, role: string): Promise<void> {
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
    if (there.has('sandbox')) {
      // The sandbox reset truncates its tables and restarts their sequences.
      await tx.execute(sql`grant truncate on all tables in schema sandbox to ${name}`)
      await tx.execute(sql`grant update on all sequences in schema sandbox to ${name}`)
    }
    await revoke(tx, 'update, delete, truncate', ['public.audit_log', 'public.audit_seals'], role)
    await revoke(tx, 'insert, update, delete, truncate', ['drizzle.__drizzle_migrations'], role)
    await tx.execute(sql`create schema if not exists pgboss`)
    await giveJobs(tx, role)
  })
}

async function revoke(tx: Tx, rights: string, tables: string[], role: string): Promise<void> {
  for (const table of tables) {
    const { rows } = await tx.execute(sql`select 1 where to_regclass(${table}) is not null`)
    if (rows.length > 0)
      await tx.execute(
        sql`revoke ${sql.raw(rights)} on ${sql.raw(table)} from ${sql.identifier(role)}, public`,
      )
  }
}

/**
 * A newer pg-boss creates and alters its own tables, which only their owner can do. Objects that the role created
 * already belong to it, and only it could give them away.
 */
async function giveJobs(tx: Tx, role: string): Promise<void> {
  const name = sql.identifier(role)
  const { rows } = await tx.execute<{ kind: string; name: string }>(sql`
    select * from (
      select 'schema' as kind, 'pgboss' as name, nspowner as owner from pg_namespace where nspname = 'pgboss'
      union all
      select case relkind when 'v' then 'view' else 'table' end, oid::regclass::text, relowner
      from pg_class where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p', 'v')
      union all
      select 'function', oid::regprocedure::text, proowner from pg_proc where pronamespace = 'pgboss'::regnamespace
      union all
      select 'type', oid::regtype::text, typowner from pg_type
      where typnamespace = 'pgboss'::regnamespace and typtype = 'e'
    ) made where owner <> to_regrole(${role})`)
  const each = async (on: Tx, statement: (kind: SQL, one: SQL) => SQL) => {
    for (const one of rows) await on.execute(statement(sql.raw(one.kind), sql.raw(one.name)))
  }
  try {
    await tx.transaction((own) => each(own, (kind, one) => sql`alter ${kind} ${one} owner to ${name}`))
  } catch {
    // An owner who is not a superuser cannot transfer ownership to a role that it is not a member of.
    await each(tx, (kind, one) => sql`grant all on ${kind} ${one} to ${name}`)
  }
}
