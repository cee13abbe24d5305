import { submissionAttempt } from './applications/attempt'
import { recoverKind } from './attempts/recover'
import { deliveryAttempt } from './documents/attempt'
import { fundingAttempt } from './funding/attempt'
import type { World } from './world'

/** Ends the attempts of every kind that a crash left open (see attempts/recover.ts). */
export async function recoverAttempts(world: World, alone: boolean): Promise<void> {
  await recoverKind(world, submissionAttempt, alone)
  await recoverKind(world, deliveryAttempt, alone)
  await recoverKind(world, fundingAttempt, alone)
}
