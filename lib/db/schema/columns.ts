import { customType, timestamp } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** The number of a transaction, which never comes round again; as text, since it may pass what a number holds. */
export const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' })
