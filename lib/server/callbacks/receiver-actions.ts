'use server'

import { revalidatePath } from 'next/cache'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { requireDesk } from '@/lib/server/running-desk'
import {
  changeReceiver,
  changeReceiverSchema,
  createReceiver,
  createReceiverSchema,
  revokeKey,
  revokeKeySchema,
  rotateKey,
  rotateKeySchema,
} from './receivers'

/**
 * Counts here at once, and within a second in other processes. The page shows what was just done, also where it was
 * refused: somebody else was first.
 */
async function counted<T>(result: T): Promise<T> {
  await requireDesk().refreshCallbackKeys()
  revalidatePath(routes.settings.callbacks)
  return result
}

export const createReceiverAction = deskAction('admin:settings')
  .inputSchema(createReceiverSchema)
  .action(async ({ parsedInput, ctx }) => counted(await createReceiver(ctx, parsedInput)))

export const changeReceiverAction = deskAction('admin:settings')
  .inputSchema(changeReceiverSchema)
  .action(async ({ parsedInput, ctx }) => counted(await changeReceiver(ctx, parsedInput)))

export const rotateKeyAction = deskAction('admin:settings')
  .inputSchema(rotateKeySchema)
  .action(async ({ parsedInput, ctx }) => counted(await rotateKey(ctx, parsedInput)))

export const revokeKeyAction = deskAction('admin:settings')
  .inputSchema(revokeKeySchema)
  .action(async ({ parsedInput, ctx }) => counted(await revokeKey(ctx, parsedInput)))
