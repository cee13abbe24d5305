import { log } from '@/lib/log'

/**
 * Recovers attempts one after the other. One that cannot be recovered stays open for the next look, which comes within
 * a minute, and holds up neither the others nor the start.
 */
export async function recoverEach<A extends { id: string }>(
  attempts: readonly A[],
  recover: (attempt: A) => Promise<unknown>,
): Promise<void> {
  for (const attempt of attempts) {
    try {
      await recover(attempt)
    } catch (error) {
      log.error({ err: error, attempt: attempt.id }, 'an attempt that a crash left open could not be ended')
    }
  }
}
