import { sql } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { auditLog } from '@/lib/db/schema/desk'
import { users } from '@/lib/db/schema/people'
import { MODE_PATH } from '@/lib/domain/application/underwriting-mode'
import { changesSinceHandled } from '@/lib/domain/underwriting/mode-signals'
import type { ModeChange } from '@/lib/domain/underwriting/signal'
import { listHandled } from '@/lib/server/cases/handled'

/** The action under which the audit log tells that an underwriter changed who underwrites. */
export const MODE_CHANGED = 'underwriting-mode-changed'

type Row = { id: string; by: string | null; at: Date | string; from: string; to: string }

/** Every time that the answer to who underwrites was set, by application, oldest first: the audit log's own rows. */
async function listModeSettings(
  db: DbOrTx,
  applicationIds: readonly string[],
): Promise<Map<string, ModeChange[]>> {
  const { rows } = await db.execute<Row>(sql`
    select ${auditLog.subjectId} as id, ${users.name} as by, ${auditLog.at} as at,
      change->>'before' as from, change->>'after' as to
    from ${auditLog}
    cross join lateral jsonb_array_elements(${auditLog.detail}->'changes') change
    left join ${users} on ${users.id} = ${auditLog.actorId}
    where ${auditLog.subjectType} = 'application'
      and ${auditLog.subjectId} in (select jsonb_array_elements_text(${JSON.stringify(applicationIds)}::jsonb))
      and ${auditLog.action} in ('section-saved', ${MODE_CHANGED})
      and ${auditLog.detail}->>'section' = 'options'
      and change->>'path' = ${MODE_PATH}
    order by ${auditLog.id}`)
  const settings = Map.groupBy(rows, ({ id }) => id)
  return new Map(
    [...settings].map(([id, ofOne]) => [
      id,
      ofOne.map(({ by, at, from, to }) => ({ by: by ?? 'Someone', at: new Date(at), from, to })),
    ]),
  )
}

/** What underwriters should know of: changes since they, or others before them, first had it. */
export async function listModeChanges(
  db: DbOrTx,
  applicationIds: readonly string[],
): Promise<Map<string, ModeChange[]>> {
  const found = new Map<string, ModeChange[]>()
  for (const [id, told] of await listModeSettings(db, applicationIds)) {
    // Most answers are given once: what those are tied to need not be looked up.
    if (told.length < 2) continue
    const changes = changesSinceHandled(told, await listHandled(db, id))
    if (changes.length > 0) found.set(id, changes)
  }
  return found
}
