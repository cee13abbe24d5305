import type { Pool } from 'pg'
import { AUDIT_TRIGGERS } from '@/lib/testing/empty-audit-log'

/** Tables that no other table references and that no session may delete from. */
const AUDIT = AUDIT_TRIGGERS.map(([table]) => table)
const SCHEMAS = `('public', 'sandbox', 'simulation')`

/**
 * Empties a house's tables between two histories. Each history must find them exactly as in a new database, down to
 * where the first row is stored, because statements without an order read rows in storage order. Truncating every
 * table would do that, but rewrites some three hundred files; so only tables with pages are emptied, and a vacuum
 * releases their pages.
 */
export async function emptierOf(control: Pool): Promise<() => Promise<void>> {
  const { rows } = await control.query<{ name: string; plain: string }>(
    `select format('%I.%I', table_schema, table_name) as name, table_name as plain from information_schema.tables
     where table_schema in ${SCHEMAS} and table_type = 'BASE TABLE'`,
  )
  const isOfAudit = ({ plain }: { plain: string }) => AUDIT.some((table) => table === plain)
  const all = rows.map(({ name }) => name)
  const others = rows.filter((row) => !isOfAudit(row)).map(({ name }) => name)

  /** Tables with at least one page, with or without rows. */
  const used = async () => {
    const { rows: found } = await control.query<{ name: string }>(
      'select name from unnest($1::text[]) name where pg_relation_size(name::regclass) > 0',
      [others],
    )
    return found.map(({ name }) => name)
  }
  const truncate = (names: readonly string[]) => `truncate ${names.join(', ')} restart identity`

  return async () => {
    const dirty = await used()
    await control.query(
      asOwnerOfTheLog([
        truncate(AUDIT),
        'set local session_replication_role = replica',
        ...dirty.map((name) => `delete from ${name}`),
        `select setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false) from pg_sequences
         where schemaname in ${SCHEMAS} and last_value is not null`,
      ]),
    )
    if (dirty.length > 0) await control.query(`vacuum (truncate on) ${dirty.join(', ')}`)
    // Another session was reading a table, so that the vacuum could not release a page.
    if ((await used()).length > 0) await control.query(asOwnerOfTheLog([truncate(all)]))
  }
}

/** Only its owner can empty the audit log. One query text with several statements is one transaction. */
const asOwnerOfTheLog = (statements: readonly string[]): string =>
  [
    ...AUDIT_TRIGGERS.map(([table, trigger]) => `alter table ${table} disable trigger ${trigger}`),
    ...statements,
    ...AUDIT_TRIGGERS.map(([table, trigger]) => `alter table ${table} enable always trigger ${trigger}`),
  ].join(';')
