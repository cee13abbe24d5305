'use server'

import { markReadInput } from '@/lib/domain/notifications/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { markRead } from './list'

export const markReadAction = deskAction('account:own', markReadInput, markRead, {
  revalidates: routes.notifications,
})
