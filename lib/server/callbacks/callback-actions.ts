'use server'

import { revalidatePath } from 'next/cache'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { reprocessEvent, reprocessEventSchema, settleEvent, settleEventSchema } from './settle'

/** The log, and the page of the event, show what was just done. */
function shown<T>(result: T): T {
  revalidatePath(routes.callbacks, 'layout')
  return result
}

export const settleEventAction = deskAction('callbacks:reprocess')
  .inputSchema(settleEventSchema)
  .action(async ({ parsedInput, ctx }) => shown(await settleEvent(ctx, parsedInput)))

export const reprocessEventAction = deskAction('callbacks:reprocess')
  .inputSchema(reprocessEventSchema)
  .action(async ({ parsedInput, ctx }) => shown(await reprocessEvent(ctx, parsedInput)))
