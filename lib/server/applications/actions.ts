'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { createApplication } from './mutations'
import { submitApplication, submitApplicationSchema } from './submission'

export const createApplicationAction = deskAction('applications:write').action(async ({ ctx }) => {
  const { id } = await createApplication(ctx)
  redirect(routes.applicationStep(id, 'merchant'))
})

export const submitApplicationAction = deskAction('applications:submit')
  .inputSchema(submitApplicationSchema)
  .action(async ({ parsedInput, ctx }) => {
    const result = await submitApplication(ctx, parsedInput)
    revalidatePath(routes.application(parsedInput.applicationId), 'layout')
    return result
  })
