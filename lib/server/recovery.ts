import { submissionAttempt } from './applications/attempt'
import { recoverKind } from './attempts/recover'
import { deliveryAttempt } from './documents/attempt'
import { fundingAttempt } from './funding/attempt'
import type { Services } from './services'

/** Resolves attempts of every kind that a crash left open (see attempts/recover.ts). */
export async function recoverAttempts(services: Services, alone: boolean): Promise<void> {
  await recoverKind(services, submissionAttempt, alone)
  await recoverKind(services, deliveryAttempt, alone)
  await recoverKind(services, fundingAttempt, alone)
}
