'use server'

import { redirect } from 'next/navigation'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { copyApplication, copyApplicationSchema, previewCopy, previewCopySchema } from './copy'

export const copyApplicationAction = deskAction('applications:write')
  .inputSchema(copyApplicationSchema)
  .action(async ({ parsedInput, ctx }) => {
    const { id } = await copyApplication(ctx, parsedInput)
    redirect(routes.applicationStep(id, 'merchant'))
  })

export const previewCopyAction = deskAction('applications:write')
  .inputSchema(previewCopySchema)
  .action(({ parsedInput, ctx }) => previewCopy(ctx, parsedInput))
