'use server'

import { redirect } from 'next/navigation'
import { revisionInput } from '@/lib/domain/application/inputs'
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
import { beginRevision, discardRevision } from './revision'
import { addSoleOwner, addSoleOwnerSchema } from './sole-owner'
import { readStageSchema, refreshStage, setStage, setStageSchema } from './stage'
import { submitApplication, submitApplicationSchema } from './submission'

export const createApplicationAction = deskAction(
  'applications:write',
  createApplicationSchema,
  async (ctx, input) => {
    const { id } = await createApplication(ctx, input)
    redirect(routes.applicationStep(id, 'merchant'))
  },
)

export const adoptApplicationAction = deskAction(
  'applications:write',
  adoptApplicationSchema,
  adoptApplication,
  { revalidates: routes.applications },
)

/** Every page of the application. */
const shown = {
  revalidates: ({ applicationId }: { applicationId: string }) => routes.application(applicationId),
}

export const submitApplicationAction = deskAction(
  'applications:submit',
  submitApplicationSchema,
  submitApplication,
  shown,
)

export const recordFoundAction = deskAction('applications:submit', recordFoundSchema, recordFound, shown)

export const confirmAbsentAction = deskAction(
  'applications:submit',
  confirmAbsentSchema,
  confirmAbsent,
  shown,
)

export const sendAgainAction = deskAction('applications:submit', sendAgainSchema, sendAgain, shown)

export const enterRecordIdAction = deskAction(
  'applications:submit',
  enterRecordIdSchema,
  enterRecordId,
  shown,
)

export const beginRevisionAction = deskAction(
  'applications:write',
  revisionInput,
  async (ctx, { applicationId }) => {
    const result = await beginRevision(ctx, { applicationId })
    if (result.ok) redirect(routes.applicationStep(applicationId, 'merchant'))
    return result
  },
  shown,
)

export const discardRevisionAction = deskAction(
  'applications:write',
  revisionInput,
  async (ctx, { applicationId }) => {
    const result = await discardRevision(ctx, { applicationId })
    if (result.ok) redirect(routes.application(applicationId))
    return result
  },
  shown,
)

export const refreshStageAction = deskAction('applications:write', readStageSchema, refreshStage, shown)

export const setStageAction = deskAction('applications:write', setStageSchema, setStage, shown)

export const setEmptiedAction = deskAction('applications:write', setEmptiedSchema, setEmptied, shown)

export const addSoleOwnerAction = deskAction('applications:write', addSoleOwnerSchema, addSoleOwner, shown)
