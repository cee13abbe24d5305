import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { auditLog } from '@/lib/db/schema/desk'
import { canonicalJson } from '@/lib/domain/values/canonical-json'

/** A row as it is hashed: read back from the database, with times to the microsecond. */
export type AuditRow = {
  id: string
  at: string
  actorId: string | null
  action: string
  subjectType: string
  subjectId: string
  requestId: string
  address: string | null
  detail: unknown
}

/** A database timestamp as text, because a Date would lose its microseconds. */
export const exactMoment = (moment: SQL | typeof auditLog.at): SQL =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** All columns except `xid`, which only orders rows within one cluster. */
export const ROW_COLUMNS = sql`${auditLog.id}::text as "id", ${exactMoment(auditLog.at)} as "at",
  ${auditLog.actorId}::text as "actorId", ${auditLog.action} as "action", ${auditLog.subjectType} as "subjectType",
  ${auditLog.subjectId} as "subjectId", ${auditLog.requestId} as "requestId", ${auditLog.address} as "address",
  ${auditLog.detail} as "detail"`

export type Place = { seq: number; sealedAt: string }

/** The predecessor of the first seal. */
export const NO_SEAL = '0'.repeat(64)

/** Include a column added later only if it has a value; otherwise older seals could not be recomputed. */
export function sealOf(previous: string, { seq, sealedAt }: Place, row: AuditRow): string {
  const { id, at, actorId, action, subjectType, subjectId, requestId, address, detail } = row
  const text = canonicalJson({
    seq,
    sealedAt,
    row: { id, at, actorId, action, subjectType, subjectId, requestId, address, detail },
  })
  return createHash('sha256').update(previous).update('\n').update(text).digest('hex')
}
