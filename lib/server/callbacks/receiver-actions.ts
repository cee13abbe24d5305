'use server'

import { revalidatePath } from 'next/cache'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
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

/** The page shows what was just done, also where it was refused: somebody else was first. */
function shown<T>(result: T): T {
  revalidatePath(routes.settings.callbacks)
  return result
}

export const createReceiverAction = deskAction('admin:settings')
  .inputSchema(createReceiverSchema)
  .action(async ({ parsedInput, ctx }) => shown(await createReceiver(ctx, parsedInput)))

export const changeReceiverAction = deskAction('admin:settings')
  .inputSchema(changeReceiverSchema)
  .action(async ({ parsedInput, ctx }) => shown(await changeReceiver(ctx, parsedInput)))

export const rotateKeyAction = deskAction('admin:settings')
  .inputSchema(rotateKeySchema)
  .action(async ({ parsedInput, ctx }) => shown(await rotateKey(ctx, parsedInput)))

export const revokeKeyAction = deskAction('admin:settings')
  .inputSchema(revokeKeySchema)
  .action(async ({ parsedInput, ctx }) => shown(await revokeKey(ctx, parsedInput)))
