import { and, inArray, lt } from 'drizzle-orm'
import { fundingAttempts } from '@/lib/db/schema/desk'
import { log } from '@/lib/log'
import { recoverEach } from '@/lib/server/recover-each'
import type { World } from '@/lib/server/world'
import { NO_ANSWER, settleRequest } from './send'

/** Longer than one request can take (see the client's time limits): nobody waits for its answer any more. */
const ABANDONED_AFTER_MS = 5 * 60_000

/**
 * Ends the attempts that a crash left open. What was only prepared never went out, and waits again; what was being
 * sent may have been applied, and is *unknown* until a person says otherwise. The rest of the batch goes on by
 * itself: nothing speaks against the partner. `alone` as in `recoverAttempts`.
 */
export async function recoverFunding(world: World, alone: boolean): Promise<void> {
  const abandoned = new Date(world.now().getTime() - ABANDONED_AFTER_MS)
  const open = await world.db
    .select({ id: fundingAttempts.id, state: fundingAttempts.state })
    .from(fundingAttempts)
    .where(
      and(
        inArray(fundingAttempts.state, ['prepared', 'sending']),
        alone ? undefined : lt(fundingAttempts.preparedAt, abandoned),
      ),
    )
  await recoverEach(open, ({ id, state }) => {
    const sent = state === 'sending'
    log.warn({ attempt: id, sent }, 'an attempt of a batch was left open by a crash')
    return settleRequest(
      world,
      'recovery',
      id,
      {
        ...NO_ANSWER,
        state: sent ? 'unknown' : 'not-sent',
        requestState: sent ? 'unknown' : 'waiting',
        goesOn: true,
        message: sent
          ? 'The desk stopped after this was sent and before the answer was stored. The partner may have applied it: look there before anything is sent again.'
          : 'The desk stopped before this was sent. Nothing reached the partner, and it is sent by itself.',
      },
      [state],
    )
  })
}
