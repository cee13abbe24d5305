import { customType, timestamp } from 'drizzle-orm/pg-core'

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const bytea = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })

/** A transaction number that never wraps around; as text, because it may exceed what a number can hold. */
export const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => 'xid8' })
