'use server'

import { revalidatePath } from 'next/cache'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { markOutside, markOutsideSchema, unmarkOutside } from './mark-outside'

/** The log, its pages and what is unfunded show what was just done. */
function shown<T>(result: T): T {
  revalidatePath(routes.callbacks, 'layout')
  return result
}

export const markOutsideAction = deskAction('funding:write')
  .inputSchema(markOutsideSchema)
  .action(async ({ parsedInput, ctx }) => shown(await markOutside(ctx, parsedInput)))

export const unmarkOutsideAction = deskAction('funding:write')
  .inputSchema(markOutsideSchema)
  .action(async ({ parsedInput, ctx }) => shown(await unmarkOutside(ctx, parsedInput)))
