import { and, eq, inArray, isNull, lt, or } from 'drizzle-orm'
import { documents, partnerAttempts } from '@/lib/db/schema/desk'
import { log } from '@/lib/log'
import { queueDelivery } from '@/lib/server/documents/delivery'
import { recoverEach } from '@/lib/server/recover-each'
import type { World } from '@/lib/server/world'
import { AttemptEndedError, type Settlement, settleAttempt } from './submission'

/**
 * Longer than a call can take with its token and its one replay after a 401 (see the client's time limits):
 * an attempt open for longer has nobody waiting for its answer.
 */
const ABANDONED_AFTER_MS = {
  application: 5 * 60_000,
  alias: 5 * 60_000,
  attachment: 45 * 60_000,
}

const OPEN_STATES = ['prepared', 'sending'] as const

/**
 * Ends the attempts that a crash left open. What was only prepared never went out; what was being sent
 * may have been applied, and is *unknown* until a person says otherwise. With the embedded database this
 * process is the only one, so at its start every open attempt is abandoned; elsewhere only those that are
 * old enough, which is why it is asked again and again there.
 */
export async function recoverAttempts(world: World, alone: boolean): Promise<void> {
  const abandoned = (endpoint: keyof typeof ABANDONED_AFTER_MS) =>
    and(
      eq(partnerAttempts.endpoint, endpoint),
      lt(partnerAttempts.preparedAt, new Date(world.now().getTime() - ABANDONED_AFTER_MS[endpoint])),
    )
  const open = await world.db
    .select()
    .from(partnerAttempts)
    .where(
      and(
        inArray(partnerAttempts.state, OPEN_STATES),
        alone ? undefined : or(abandoned('application'), abandoned('alias'), abandoned('attachment')),
      ),
    )
  await recoverEach(open, async (attempt) => {
    const sent = attempt.state === 'sending'
    log.warn({ attempt: attempt.id, sent }, 'an attempt was left open by a crash')
    if (!attempt.documentId) return recoverSubmission(world, attempt)
    const isRecovered = await recoverDelivery(world, attempt, attempt.documentId)
    if (isRecovered && !sent) await queueDelivery(world, attempt.documentId)
  })
}

/** As it was when it was looked at: what was only prepared then may be on its way by now, and is left alone. */
type Seen = Pick<typeof partnerAttempts.$inferSelect, 'id' | 'state'>

async function recoverSubmission(world: World, { id, state }: Seen): Promise<void> {
  const sent = state === 'sending'
  try {
    const end: Settlement = {
      state: sent ? 'unknown' : 'not-sent',
      event: sent ? 'unknown' : 'not-sent',
      message: sent
        ? 'The desk stopped after this was sent and before the answer was stored. The partner may have created the records.'
        : 'The desk stopped before this was sent. Nothing reached the partner.',
      httpStatus: null,
      answerText: null,
      answer: null,
      problems: [],
    }
    await settleAttempt(world, { actor: null, requestId: 'recovery' }, id, end, [state])
  } catch (error) {
    if (!(error instanceof AttemptEndedError)) throw error
  }
}

/** Whether it was ended here. */
async function recoverDelivery(world: World, { id, state }: Seen, documentId: string): Promise<boolean> {
  const sent = state === 'sending'
  const message = sent
    ? 'The desk stopped while this file was being sent. The partner may have it: look there before sending it again.'
    : null
  return world.db.transaction(async (tx) => {
    const ended = await tx
      .update(partnerAttempts)
      .set({ state: sent ? 'unknown' : 'not-sent', answeredAt: world.now(), message })
      .where(and(eq(partnerAttempts.id, id), eq(partnerAttempts.state, state)))
      .returning({ id: partnerAttempts.id })
    if (ended.length === 0) return false
    await tx
      .update(documents)
      .set({ delivery: sent ? 'unknown' : 'waiting', deliveryMessage: message })
      .where(
        and(eq(documents.id, documentId), eq(documents.delivery, 'sending'), isNull(documents.attachmentId)),
      )
    return true
  })
}
