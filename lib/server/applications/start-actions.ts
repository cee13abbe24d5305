'use server'

import { redirect } from 'next/navigation'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { copyApplication, copyApplicationSchema, previewCopy, previewCopySchema } from './copy'

export const copyApplicationAction = deskAction(
  'applications:write',
  copyApplicationSchema,
  async (ctx, input) => {
    const { id } = await copyApplication(ctx, input)
    redirect(routes.applicationStep(id, 'merchant'))
  },
)

export const previewCopyAction = deskAction('applications:write', previewCopySchema, previewCopy)
