'use server'

import {
  changeReceiverInput,
  createReceiverInput,
  revokeKeyInput,
  rotateKeyInput,
} from '@/lib/domain/callbacks/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { requireDesk } from '@/lib/server/running-desk'
import type { Ctx } from '@/lib/server/services'
import { changeReceiver, createReceiver, revokeKey, rotateKey } from './receivers'

/** Applies the change in this process at once; other processes pick it up within a second. */
const counted =
  <I, T>(run: (ctx: Ctx, input: I) => Promise<T>) =>
  async (ctx: Ctx, input: I): Promise<T> => {
    const result = await run(ctx, input)
    await requireDesk().refreshCallbackKeys()
    return result
  }

const shown = { revalidates: routes.settings.callbacks }

export const createReceiverAction = deskAction(
  'admin:settings',
  createReceiverInput,
  counted(createReceiver),
  shown,
)
export const changeReceiverAction = deskAction(
  'admin:settings',
  changeReceiverInput,
  counted(changeReceiver),
  shown,
)
export const rotateKeyAction = deskAction('admin:settings', rotateKeyInput, counted(rotateKey), shown)
export const revokeKeyAction = deskAction('admin:settings', revokeKeyInput, counted(revokeKey), shown)
