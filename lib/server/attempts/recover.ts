import { and, inArray, lt } from 'drizzle-orm'
import { log } from '@/lib/log'
import type { Services } from '@/lib/server/services'
import { type AttemptEnd, AttemptEndedError, type AttemptKind, OPEN_STATES, recordEnd } from './ledger'

/**
 * Ends the attempts of one kind that a crash left open. A request that was being sent may have been applied, so its
 * outcome is *unknown* until a person resolves it. `alone`: no other process uses the database, so every open attempt
 * is abandoned; otherwise only those that are old enough, which is why this runs repeatedly. An attempt that cannot be
 * ended stays open for the next run and does not stop the others.
 */
export async function recoverKind<Request, End extends AttemptEnd, Subject, Result>(
  services: Services,
  kind: AttemptKind<Request, End, Subject, Result>,
  alone: boolean,
): Promise<void> {
  const { table, rows, abandonedAfterMs } = kind
  const abandoned = lt(table.preparedAt, new Date(services.now().getTime() - abandonedAfterMs))
  const open = await services.db
    .select({ id: table.id, state: table.state })
    .from(table)
    .where(and(rows, inArray(table.state, OPEN_STATES), alone ? undefined : abandoned))
  for (const { id, state } of open) {
    const wasSent = state !== 'prepared'
    log.warn({ attempt: id, wasSent }, 'an attempt was left open by a crash')
    try {
      // If it has changed since we read it, another process is handling it.
      await recordEnd({ services, by: RECOVERY, kind, attemptId: id }, kind.lost(wasSent), [state])
    } catch (error) {
      if (error instanceof AttemptEndedError) continue
      log.error({ err: error, attempt: id }, 'an attempt that a crash left open could not be ended')
    }
  }
}

const RECOVERY = { actor: null, requestId: 'recovery' }
