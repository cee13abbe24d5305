'use server'

import { changeMailChoicesInput, markReadInput } from '@/lib/domain/notifications/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { markRead } from './list'
import { changeMailChoices } from './mail-notices'

export const markReadAction = deskAction('account:own', markReadInput, markRead, {
  revalidates: routes.notifications,
})

export const changeMailChoicesAction = deskAction('account:own', changeMailChoicesInput, changeMailChoices, {
  revalidates: routes.account,
})
