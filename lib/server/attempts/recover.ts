import { and, inArray, lt } from 'drizzle-orm'
import { log } from '@/lib/log'
import type { Services } from '@/lib/server/services'
import { type AttemptEnd, AttemptEndedError, type AttemptKind, OPEN_STATES, recordEnd } from './ledger'

/**
 * Ends the attempts of one kind that a crash left open. What was being sent may have been applied, and is *unknown*
 * until a person says otherwise. `alone`: no other process has this database, so that whatever is open at the start
 * is abandoned; elsewhere only what is old enough, which is why it is asked again and again there. One that cannot
 * be recovered stays open for the next look, and holds up neither the others nor the start.
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
      // From the state that it was seen in: what moved on since is somebody else's to end.
      await recordEnd({ services, by: RECOVERY, kind, attemptId: id }, kind.lost(wasSent), [state])
    } catch (error) {
      if (error instanceof AttemptEndedError) continue
      log.error({ err: error, attempt: id }, 'an attempt that a crash left open could not be ended')
    }
  }
}

const RECOVERY = { actor: null, requestId: 'recovery' }
