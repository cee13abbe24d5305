'use server'

import { revalidatePath } from 'next/cache'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { allowOverSale, allowOverSaleSchema } from './allow-over-sale'
import { correctAmounts, correctSchema, retryFailed, retryFailedSchema } from './child-batch'
import { columnsSchema, recallMapping } from './mapping'
import { resolveRequest, resolveRequestSchema } from './resolution'
import { sendBatch } from './send'
import {
  approveBatch,
  approveBatchSchema,
  batchSchema,
  discardBatch,
  returnBatch,
  returnBatchSchema,
  submitBatch,
  submitBatchSchema,
  takeBackBatch,
} from './submit'
import { withdrawRest, withdrawRestSchema } from './withdraw'

/** The list, and every page of a batch, shows what was just done. */
function shown<T>(result: T): T {
  revalidatePath(routes.funding, 'layout')
  return result
}

export const submitBatchAction = deskAction('funding:write')
  .inputSchema(submitBatchSchema)
  .action(async ({ parsedInput, ctx }) => shown(await submitBatch(ctx, parsedInput)))

export const takeBackBatchAction = deskAction('funding:write')
  .inputSchema(batchSchema)
  .action(async ({ parsedInput, ctx }) => shown(await takeBackBatch(ctx, parsedInput)))

export const discardBatchAction = deskAction('funding:write')
  .inputSchema(batchSchema)
  .action(async ({ parsedInput, ctx }) => shown(await discardBatch(ctx, parsedInput)))

export const approveBatchAction = deskAction('funding:approve')
  .inputSchema(approveBatchSchema)
  .action(async ({ parsedInput, ctx }) => shown(await approveBatch(ctx, parsedInput)))

export const returnBatchAction = deskAction('funding:approve')
  .inputSchema(returnBatchSchema)
  .action(async ({ parsedInput, ctx }) => shown(await returnBatch(ctx, parsedInput)))

export const allowOverSaleAction = deskAction('funding:approve')
  .inputSchema(allowOverSaleSchema)
  .action(async ({ parsedInput, ctx }) => shown(await allowOverSale(ctx, parsedInput)))

/** Sends an approved batch, or the rest of one that stopped. */
export const sendBatchAction = deskAction('funding:write')
  .inputSchema(batchSchema)
  .action(async ({ parsedInput, ctx }) => shown(await sendBatch(ctx, parsedInput)))

export const resolveRequestAction = deskAction('funding:write')
  .inputSchema(resolveRequestSchema)
  .action(async ({ parsedInput, ctx }) => shown(await resolveRequest(ctx, parsedInput)))

export const retryFailedAction = deskAction('funding:write')
  .inputSchema(retryFailedSchema)
  .action(async ({ parsedInput, ctx }) => shown(await retryFailed(ctx, parsedInput)))

export const correctAmountsAction = deskAction('funding:write')
  .inputSchema(correctSchema)
  .action(async ({ parsedInput, ctx }) => shown(await correctAmounts(ctx, parsedInput)))

/** Gives up what is left unsent of a stopped batch. */
export const withdrawRestAction = deskAction('funding:write')
  .inputSchema(withdrawRestSchema)
  .action(async ({ parsedInput, ctx }) => shown(await withdrawRest(ctx, parsedInput)))

/** How a file with these columns was read last; null where nobody has matched any. */
export const recallMappingAction = deskAction('funding:write')
  .inputSchema(columnsSchema)
  .action(async ({ parsedInput, ctx }) => ({ remembered: await recallMapping(ctx, parsedInput) }))
