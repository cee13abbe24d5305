'use server'

import { checkConnectionsInput } from '@/lib/domain/connections/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { checkConnections } from './check'

export const checkConnectionsAction = deskAction(
  'admin:settings',
  checkConnectionsInput,
  async (ctx, input) => {
    const rows = await checkConnections(ctx, input)
    return { checked: rows.length, failed: rows.filter(({ state }) => state === 'failed').length }
  },
  { revalidates: routes.settings.connections, confirmed: false },
)
