'use server'

import { revalidatePath } from 'next/cache'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { checkConnections, checkConnectionsSchema } from './check'

export const checkConnectionsAction = deskAction('admin:settings')
  .inputSchema(checkConnectionsSchema)
  .action(async ({ parsedInput, ctx }) => {
    const rows = await checkConnections(ctx, parsedInput)
    revalidatePath(routes.settings.connections)
    return { checked: rows.length, failed: rows.filter(({ state }) => state === 'failed').length }
  })
