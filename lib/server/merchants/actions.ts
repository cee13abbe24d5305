'use server'

import { revalidatePath } from 'next/cache'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import {
  confirmMerchants,
  confirmMerchantsSchema,
  rejectMerchant,
  rejectMerchantSchema,
  withdrawMerchant,
  withdrawMerchantSchema,
} from './confirm'
import {
  changeMerchant,
  changeMerchantSchema,
  enterMerchant,
  enterMerchantSchema,
  stopMerchant,
  stopMerchantSchema,
} from './enter'
import { importMerchants, merchantFileSchema, previewMerchants } from './import'
import { proposeSplit, proposeSplitSchema, readSplit, readSplitSchema } from './propose-split'

/** The directory, each page of it and the number in the navigation show what was just done, also where it was refused. */
function shown<T>(result: T): T {
  revalidatePath(routes.home, 'layout')
  return result
}

export const enterMerchantAction = deskAction('merchants:write')
  .inputSchema(enterMerchantSchema)
  .action(async ({ parsedInput, ctx }) => shown(await enterMerchant(ctx, parsedInput)))

export const changeMerchantAction = deskAction('merchants:write')
  .inputSchema(changeMerchantSchema)
  .action(async ({ parsedInput, ctx }) => shown(await changeMerchant(ctx, parsedInput)))

export const stopMerchantAction = deskAction('merchants:write')
  .inputSchema(stopMerchantSchema)
  .action(async ({ parsedInput, ctx }) => shown(await stopMerchant(ctx, parsedInput)))

export const withdrawMerchantAction = deskAction('merchants:write')
  .inputSchema(withdrawMerchantSchema)
  .action(async ({ parsedInput, ctx }) => shown(await withdrawMerchant(ctx, parsedInput)))

export const confirmMerchantsAction = deskAction('merchants:confirm')
  .inputSchema(confirmMerchantsSchema)
  .action(async ({ parsedInput, ctx }) => shown(await confirmMerchants(ctx, parsedInput)))

export const rejectMerchantAction = deskAction('merchants:confirm')
  .inputSchema(rejectMerchantSchema)
  .action(async ({ parsedInput, ctx }) => shown(await rejectMerchant(ctx, parsedInput)))

export const previewMerchantsAction = deskAction('merchants:write')
  .inputSchema(merchantFileSchema)
  .action(({ parsedInput, ctx }) => previewMerchants(ctx, parsedInput))

export const importMerchantsAction = deskAction('merchants:write')
  .inputSchema(merchantFileSchema)
  .action(async ({ parsedInput, ctx }) => shown(await importMerchants(ctx, parsedInput)))

export const proposeSplitAction = deskAction('merchants:write')
  .inputSchema(proposeSplitSchema)
  .action(async ({ parsedInput, ctx }) => shown(await proposeSplit(ctx, parsedInput)))

export const readSplitAction = deskAction('merchants:read')
  .inputSchema(readSplitSchema)
  .action(({ parsedInput, ctx }) => readSplit(ctx.db, parsedInput))
