import { sql } from 'drizzle-orm'
import type { DbOrTx, Tx } from './client'

/** What the desk keeps its own and the partner's simulation in. Jobs manage their schema by themselves. */
const SCHEMAS = ['public', 'drizzle', 'sandbox']

/**
 * Gives a role what a desk that runs needs, and no more: it owns no table, and so takes no trigger off; it adds to the
 * audit log and its seals, and neither changes nor removes what is there. Asked as the owner, after each migration.
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
      // Its reset empties it and lets it count from the beginning.
      await tx.execute(sql`grant truncate on all tables in schema sandbox to ${name}`)
      await tx.execute(sql`grant update on all sequences in schema sandbox to ${name}`)
    }
    await revoke(tx, 'update, delete, truncate', ['public.audit_log', 'public.audit_seals'], role)
    await revoke(tx, 'insert, update, delete, truncate', ['drizzle.__drizzle_migrations'], role)
    if (there.has('pgboss')) await giveJobs(tx, role)
    else await tx.execute(sql`create schema pgboss authorization ${name}`)
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

/** pg-boss makes and changes its own tables when it is a newer one: only their owner can. */
async function giveJobs(tx: Tx, role: string): Promise<void> {
  const name = sql.identifier(role)
  const { rows } = await tx.execute<{ kind: string; name: string }>(sql`
    select case relkind when 'v' then 'view' else 'table' end as kind,
      oid::regclass::text as name
    from pg_class where relnamespace = 'pgboss'::regnamespace and relkind in ('r', 'p', 'v')
    union all
    select 'function', oid::regprocedure::text from pg_proc where pronamespace = 'pgboss'::regnamespace
    union all
    select 'type', oid::regtype::text from pg_type where typnamespace = 'pgboss'::regnamespace and typtype = 'e'`)
  try {
    await tx.transaction(async (own) => {
      await own.execute(sql`alter schema pgboss owner to ${name}`)
      for (const one of rows)
        await own.execute(sql`alter ${sql.raw(one.kind)} ${sql.raw(one.name)} owner to ${name}`)
    })
  } catch {
    // An owner that is no superuser may give nothing to a role that it is no member of.
    await tx.execute(sql`grant all on schema pgboss to ${name}`)
    await tx.execute(sql`grant all on all tables in schema pgboss to ${name}`)
    await tx.execute(sql`grant all on all sequences in schema pgboss to ${name}`)
    await tx.execute(sql`grant execute on all functions in schema pgboss to ${name}`)
  }
}
