import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { documents, partnerAttempts } from '@/lib/db/schema/desk'
import { log } from '@/lib/log'
import type { World } from '@/lib/server/world'
import { settleAttempt } from './submission'

/** Longer than any deadline of the partner client: an attempt open for longer has nobody waiting for its answer. */
const ABANDONED_AFTER_MS = 20 * 60_000

/**
 * Ends the attempts that a crash left open. What was only prepared never went out; what was being sent
 * may have been applied, and is *unknown* until a person says otherwise. With the embedded database this
 * process is the only one, so every open attempt is abandoned; elsewhere only those that are old enough.
 */
export async function recoverAttempts(world: World, alone: boolean): Promise<void> {
  const before = new Date(world.now().getTime() - (alone ? 0 : ABANDONED_AFTER_MS))
  const open = await world.db
    .select()
    .from(partnerAttempts)
    .where(
      and(
        or(eq(partnerAttempts.state, 'prepared'), eq(partnerAttempts.state, 'sending')),
        alone ? undefined : lt(partnerAttempts.preparedAt, before),
      ),
    )
  for (const attempt of open) {
    const sent = attempt.state === 'sending'
    log.warn({ attempt: attempt.id, sent }, 'an attempt was left open by a crash')
    if (attempt.documentId) {
      await recoverDelivery(world, attempt.id, attempt.documentId, sent)
      continue
    }
    await settleAttempt(world, { actor: null, requestId: 'recovery' }, attempt.id, {
      state: sent ? 'unknown' : 'not-sent',
      event: sent ? 'unknown' : 'not-sent',
      message: sent
        ? 'The desk stopped after this was sent and before the answer was stored. The partner may have created the records.'
        : 'The desk stopped before this was sent. Nothing reached the partner.',
      httpStatus: null,
      answerText: null,
      answer: null,
      problems: [],
    })
  }
}

async function recoverDelivery(
  world: World,
  attemptId: string,
  documentId: string,
  sent: boolean,
): Promise<void> {
  const message = sent
    ? 'The desk stopped while this file was being sent. The partner may have it: look there before sending it again.'
    : null
  await world.db.transaction(async (tx) => {
    await tx
      .update(partnerAttempts)
      .set({ state: sent ? 'unknown' : 'not-sent', answeredAt: world.now(), message })
      .where(eq(partnerAttempts.id, attemptId))
    await tx
      .update(documents)
      .set({ delivery: sent ? 'unknown' : 'waiting', deliveryMessage: message })
      .where(
        and(eq(documents.id, documentId), eq(documents.delivery, 'sending'), isNull(documents.attachmentId)),
      )
  })
}
