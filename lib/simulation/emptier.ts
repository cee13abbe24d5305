import type { Pool } from 'pg'
import { AUDIT_TRIGGERS } from '@/lib/testing/empty-audit-log'

/** Tables that nothing refers to, and that no session may delete from. */
const AUDIT = AUDIT_TRIGGERS.map(([table]) => table)
const SCHEMAS = `('public', 'sandbox', 'simulation')`

/**
 * Empties the tables of a house between two histories. A history must find them as those of a new database are, to the
 * place that the first row takes: what a statement reads without an order would come in another one. To truncate all
 * of them does that, and writes some three hundred files anew; so only what was written to is emptied, and a vacuum
 * gives its pages back.
 */
export async function emptierOf(control: Pool): Promise<() => Promise<void>> {
  const { rows } = await control.query<{ name: string; plain: string }>(
    `select format('%I.%I', table_schema, table_name) as name, table_name as plain from information_schema.tables
     where table_schema in ${SCHEMAS} and table_type = 'BASE TABLE'`,
  )
  const isOfAudit = ({ plain }: { plain: string }) => AUDIT.some((table) => table === plain)
  const all = rows.map(({ name }) => name)
  const others = rows.filter((row) => !isOfAudit(row)).map(({ name }) => name)

  /** What has a page, whether or not a row is left on it. */
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
    // Somebody looked at it meanwhile, and it kept a page.
    if ((await used()).length > 0) await control.query(asOwnerOfTheLog([truncate(all)]))
  }
}

/** The audit log lets itself be emptied by nobody else. In one transaction, as several statements in one text are. */
const asOwnerOfTheLog = (statements: readonly string[]): string =>
  [
    ...AUDIT_TRIGGERS.map(([table, trigger]) => `alter table ${table} disable trigger ${trigger}`),
    ...statements,
    ...AUDIT_TRIGGERS.map(([table, trigger]) => `alter table ${table} enable always trigger ${trigger}`),
  ].join(';')
