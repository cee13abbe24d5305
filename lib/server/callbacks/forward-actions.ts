'use server'

import { revalidatePath } from 'next/cache'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import {
  addEndpoint,
  addEndpointSchema,
  changeEndpoint,
  changeEndpointSchema,
  endpointSchema,
  renewSecret,
  switchEndpoint,
  switchEndpointSchema,
  testEndpoint,
} from './endpoints'
import { countFailed, replayFailed, replayFailedSchema, replayForward, replayForwardSchema } from './replay'

/** The page of forwarding, and those of the events, show what was just done. */
function shown<T>(result: T): T {
  revalidatePath(routes.settings.forwarding)
  revalidatePath(routes.callbacks, 'layout')
  return result
}

export const addEndpointAction = deskAction('admin:settings')
  .inputSchema(addEndpointSchema)
  .action(async ({ parsedInput, ctx }) => shown(await addEndpoint(ctx, parsedInput)))

export const changeEndpointAction = deskAction('admin:settings')
  .inputSchema(changeEndpointSchema)
  .action(async ({ parsedInput, ctx }) => shown(await changeEndpoint(ctx, parsedInput)))

export const switchEndpointAction = deskAction('admin:settings')
  .inputSchema(switchEndpointSchema)
  .action(async ({ parsedInput, ctx }) => shown(await switchEndpoint(ctx, parsedInput)))

export const renewSecretAction = deskAction('admin:settings')
  .inputSchema(endpointSchema)
  .action(async ({ parsedInput, ctx }) => renewSecret(ctx, parsedInput))

export const testEndpointAction = deskAction('admin:settings')
  .inputSchema(endpointSchema)
  .action(async ({ parsedInput, ctx }) => testEndpoint(ctx, parsedInput))

export const replayForwardAction = deskAction('callbacks:reprocess')
  .inputSchema(replayForwardSchema)
  .action(async ({ parsedInput, ctx }) => shown(await replayForward(ctx, parsedInput)))

export const countFailedAction = deskAction('admin:settings')
  .inputSchema(replayFailedSchema)
  .action(async ({ parsedInput, ctx }) => ({ found: await countFailed(ctx, parsedInput) }))

export const replayFailedAction = deskAction('admin:settings')
  .inputSchema(replayFailedSchema)
  .action(async ({ parsedInput, ctx }) => shown(await replayFailed(ctx, parsedInput)))
