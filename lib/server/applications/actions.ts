'use server'

import { revalidatePath } from 'next/cache'
import { redirect } from 'next/navigation'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { adoptApplication, adoptApplicationSchema } from './adopt'
import { setEmptied, setEmptiedSchema } from './emptied'
import { createApplication, createApplicationSchema } from './mutations'
import { enterRecordId, enterRecordIdSchema } from './record-id'
import {
  confirmAbsent,
  confirmAbsentSchema,
  recordFound,
  recordFoundSchema,
  sendAgain,
  sendAgainSchema,
} from './resolution'
import { beginRevision, discardRevision, revisionSchema } from './revision'
import { addSoleOwner, addSoleOwnerSchema } from './sole-owner'
import { readStageSchema, refreshStage, setStage, setStageSchema } from './stage'
import { submitApplication, submitApplicationSchema } from './submission'

export const createApplicationAction = deskAction('applications:write')
  .inputSchema(createApplicationSchema)
  .action(async ({ parsedInput, ctx }) => {
    const { id } = await createApplication(ctx, parsedInput)
    redirect(routes.applicationStep(id, 'merchant'))
  })

export const adoptApplicationAction = deskAction('applications:write')
  .inputSchema(adoptApplicationSchema)
  .action(async ({ parsedInput, ctx }) => {
    const result = await adoptApplication(ctx, parsedInput)
    if (result.ok) revalidatePath(routes.applications)
    return result
  })

/** Every page of the application shows the result of what was just done. */
function shown<T>(applicationId: string, result: T): T {
  revalidatePath(routes.application(applicationId), 'layout')
  return result
}

export const submitApplicationAction = deskAction('applications:submit')
  .inputSchema(submitApplicationSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await submitApplication(ctx, parsedInput)),
  )

export const recordFoundAction = deskAction('applications:submit')
  .inputSchema(recordFoundSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await recordFound(ctx, parsedInput)),
  )

export const confirmAbsentAction = deskAction('applications:submit')
  .inputSchema(confirmAbsentSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await confirmAbsent(ctx, parsedInput)),
  )

export const sendAgainAction = deskAction('applications:submit')
  .inputSchema(sendAgainSchema)
  .action(async ({ parsedInput, ctx }) => shown(parsedInput.applicationId, await sendAgain(ctx, parsedInput)))

export const enterRecordIdAction = deskAction('applications:submit')
  .inputSchema(enterRecordIdSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await enterRecordId(ctx, parsedInput)),
  )

export const beginRevisionAction = deskAction('applications:write')
  .inputSchema(revisionSchema)
  .action(async ({ parsedInput: { applicationId }, ctx }) => {
    const result = shown(applicationId, await beginRevision(ctx, { applicationId }))
    if (result.ok) redirect(routes.applicationStep(applicationId, 'merchant'))
    return result
  })

export const discardRevisionAction = deskAction('applications:write')
  .inputSchema(revisionSchema)
  .action(async ({ parsedInput: { applicationId }, ctx }) => {
    const result = shown(applicationId, await discardRevision(ctx, { applicationId }))
    if (result.ok) redirect(routes.application(applicationId))
    return result
  })

export const refreshStageAction = deskAction('applications:write')
  .inputSchema(readStageSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await refreshStage(ctx, parsedInput)),
  )

export const setStageAction = deskAction('applications:write')
  .inputSchema(setStageSchema)
  .action(async ({ parsedInput, ctx }) => shown(parsedInput.applicationId, await setStage(ctx, parsedInput)))

export const setEmptiedAction = deskAction('applications:write')
  .inputSchema(setEmptiedSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await setEmptied(ctx, parsedInput)),
  )

export const addSoleOwnerAction = deskAction('applications:write')
  .inputSchema(addSoleOwnerSchema)
  .action(async ({ parsedInput, ctx }) =>
    shown(parsedInput.applicationId, await addSoleOwner(ctx, parsedInput)),
  )
