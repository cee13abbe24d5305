import { createHmac } from 'node:crypto'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Client } from 'pg'
import { grantDesk } from '../desk-role.ts'

/**
 * The desk's role in its embedded database. It owns none of the desk's tables, cannot read files or start programs, and
 * cannot change existing rows of the audit log.
 */
export const DESK_ROLE = 'desk_at_work'

/** Derived from the owner's password, so that there is no second secret to lose. It does not reveal the owner's. */
export const deskPassword = (ownerPassword: string): string =>
  createHmac('sha256', ownerPassword).update(DESK_ROLE).digest('base64url')

/** For processes that join a running desk: an earlier version works as the owner and has not created the role. */
export async function admitBeside(client: Client, ownerPassword: string): Promise<void> {
  const { rows } = await client.query(`select to_regrole('${DESK_ROLE}') is not null as known`)
  if (!rows[0].known) await admitDesk(client, ownerPassword)
}

/** Creates or resets the desk's role, as the owner; also in a cluster of an earlier version, which had only one role. */
export async function admitDesk(client: Client, ownerPassword: string): Promise<void> {
  const { rows } = await client.query(
    `select to_regrole('${DESK_ROLE}') is not null as known,
       not has_table_privilege(to_regrole('${DESK_ROLE}'), to_regclass('public.audit_log'), 'insert') as unadmitted,
       to_regclass('public.audit_log') is not null as migrated`,
  )
  const { known, unadmitted, migrated } = rows[0]
  if (!known) await client.query(`create role ${DESK_ROLE}`)
  // At every start, because the role itself may have changed its password.
  await client.query(
    `alter role ${DESK_ROLE} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password '${deskPassword(ownerPassword)}'`,
  )
  if (migrated && (!known || unadmitted)) await grantDesk(drizzle(client), DESK_ROLE)
}
