'use server'

import { revalidatePath } from 'next/cache'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { reprocessEvent, reprocessEventSchema } from './reprocess'
import {
  closeEvent,
  decideEventSchema,
  reopenEvent,
  setAmount,
  setAmountSchema,
  settleEvent,
  settleEventSchema,
  takeBackAmount,
} from './settle'

/** The log, and the page of the event, show what was just done. */
function shown<T>(result: T): T {
  revalidatePath(routes.callbacks, 'layout')
  return result
}

export const settleEventAction = deskAction('callbacks:reprocess')
  .inputSchema(settleEventSchema)
  .action(async ({ parsedInput, ctx }) => shown(await settleEvent(ctx, parsedInput)))

export const closeEventAction = deskAction('callbacks:reprocess')
  .inputSchema(decideEventSchema)
  .action(async ({ parsedInput, ctx }) => shown(await closeEvent(ctx, parsedInput)))

export const reopenEventAction = deskAction('callbacks:reprocess')
  .inputSchema(decideEventSchema)
  .action(async ({ parsedInput, ctx }) => shown(await reopenEvent(ctx, parsedInput)))

/** Needs `callbacks:reprocess` as well, which the use case asks. */
export const setAmountAction = deskAction('funding:write')
  .inputSchema(setAmountSchema)
  .action(async ({ parsedInput, ctx }) => shown(await setAmount(ctx, parsedInput)))

/** Needs `callbacks:reprocess` as well, which the use case asks. */
export const takeBackAmountAction = deskAction('funding:write')
  .inputSchema(decideEventSchema)
  .action(async ({ parsedInput, ctx }) => shown(await takeBackAmount(ctx, parsedInput)))

export const reprocessEventAction = deskAction('callbacks:reprocess')
  .inputSchema(reprocessEventSchema)
  .action(async ({ parsedInput, ctx }) => shown(await reprocessEvent(ctx, parsedInput)))
