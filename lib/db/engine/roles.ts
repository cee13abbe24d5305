import { createHmac } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { grantDesk } from '../desk-role.ts'

/**
 * The role by which a desk works in its embedded database: it owns no table of the desk's, reads no file and starts no
 * program, and what is in the audit log it cannot change.
 */
export const DESK_ROLE = 'desk_at_work'

/** Made of the owner's, so that there is no second secret to lose; the way back is closed. */
export const deskPassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(DESK_ROLE).digest('base64url')

/** For who joins a desk that runs: one of an earlier version works as the owner, and has let nobody else in. */
export async function admitBeside(client: Client, ownerPassword: string): Promise<void> {
  const { rows } = await client.query(`select to_regrole('${DESK_ROLE}') is not null as known`)
  if (!rows[0].known) await admitDesk(client, ownerPassword)
}

/** Lets the desk in, as the owner: also into a cluster of an earlier version, which had one role for all. */
export async function admitDesk(client: Client, ownerPassword: string): Promise<void> {
  const { rows } = await client.query(
    `select to_regrole('${DESK_ROLE}') is not null as known,
       not has_table_privilege(to_regrole('${DESK_ROLE}'), to_regclass('public.audit_log'), 'insert') as unadmitted,
       to_regclass('public.audit_log') is not null as migrated`,
  )
  const { known, unadmitted, migrated } = rows[0]
  if (!known) await client.query(`create role ${DESK_ROLE}`)
  // At each start: whoever is that role may have given it another password.
  await client.query(
    `alter role ${DESK_ROLE} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password '${deskPassword(ownerPassword)}'`,
  )
  if (migrated && (!known || unadmitted)) await grantDesk(drizzle(client), DESK_ROLE)
}
