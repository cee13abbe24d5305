import { and, eq } from 'drizzle-orm'
import { callbackEndpoints, callbackForwardAttempts, callbackForwards } from '@/lib/db/schema/callbacks'
import type { ForwardState } from '@/lib/domain/callbacks/forward'
import { retryUntilStored } from '@/lib/server/retry-until-stored'
import type { Services } from '@/lib/server/services'
import { isGone, POST_WAYS, type PostResult, type PostWays, postForward } from './forward-post'
import { secretPlace, signedHeaders } from './forward-signature'

/**
 * Sends one message once. Throws if it was not accepted, so that the job is retried; it is marked as failed after the
 * last try, or if the answer asks for no more. It may arrive twice, because a crash before the answer is stored leaves it
 * waiting; that is why its id never changes. Messages to an inactive endpoint stay as they are.
 */
export async function forwardCallback(
  services: Services,
  { forwardId }: { forwardId: string },
  last: boolean,
  ways: PostWays = POST_WAYS,
): Promise<void> {
  const message = await getWaiting(services, forwardId)
  if (!message) return
  const at = services.now()
  const started = performance.now()
  const secret = services.sealer.open(secretPlace(message.endpointId), message.secret)
  const headers = signedHeaders(secret, { id: forwardId, at, text: message.payload })
  const outcome = await postForward(message, headers, message.payload, ways)
  const durationMs = Math.round(performance.now() - started)
  const state = stateAfter(outcome, last)
  // Until it is stored, only this process knows the outcome.
  await retryUntilStored(() => recordOutcome(services, forwardId, state, { at, outcome, durationMs }))
  if (state === 'waiting') throw new Error(outcome.problem ?? 'The message was not accepted.')
}

function stateAfter(outcome: PostResult, last: boolean): ForwardState {
  if (outcome.problem === null) return 'delivered'
  return last || isGone(outcome) ? 'failed' : 'waiting'
}

async function getWaiting(services: Services, forwardId: string) {
  const [row] = await services.db
    .select({
      payload: callbackForwards.payload,
      endpointId: callbackEndpoints.id,
      url: callbackEndpoints.url,
      secret: callbackEndpoints.secret,
      innerAllowed: callbackEndpoints.innerAllowed,
    })
    .from(callbackForwards)
    .innerJoin(callbackEndpoints, eq(callbackEndpoints.id, callbackForwards.endpointId))
    .where(
      and(
        eq(callbackForwards.id, forwardId),
        eq(callbackForwards.state, 'waiting'),
        eq(callbackEndpoints.active, true),
      ),
    )
  return row
}

const recordOutcome = (
  services: Services,
  forwardId: string,
  state: ForwardState,
  { at, outcome, durationMs }: { at: Date; outcome: PostResult; durationMs: number },
): Promise<void> =>
  services.db.transaction(async (tx) => {
    await tx
      .insert(callbackForwardAttempts)
      .values({ forwardId, at, status: outcome.status, problem: outcome.problem, durationMs })
    if (state !== 'waiting')
      await tx
        .update(callbackForwards)
        .set({ state, endedAt: services.now() })
        .where(eq(callbackForwards.id, forwardId))
  })
