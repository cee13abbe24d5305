'use server'

import { revalidatePath } from 'next/cache'
import { flattenValidationErrors } from 'next-safe-action'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { requireDesk } from '@/lib/server/running-desk'
import {
  changeProfile,
  changeProfileSchema,
  clearFaults,
  nothingSchema,
  resetSandbox,
  resetSandboxSchema,
  revokeTokens,
  sendCallback,
  sendCallbackSchema,
  setFault,
  setFaultSchema,
  setStage,
  setStageSchema,
} from './mutations'
import { requireSandbox } from './sandbox'

type Found = Parameters<typeof flattenValidationErrors>[0]

/** What is wrong with an input, by the name of its field. */
const byField = {
  handleValidationErrorsShape: async (found: Found): Promise<Record<string, string[] | undefined>> =>
    flattenValidationErrors(found).fieldErrors,
}

export const setStageAction = deskAction('sandbox:control')
  .inputSchema(setStageSchema, byField)
  .action(async ({ parsedInput, ctx }) => {
    const result = await setStage(ctx, requireSandbox().controls, parsedInput)
    revalidatePath(routes.sandboxPages.application(parsedInput.opportunityId))
    return result
  })

export const changeProfileAction = deskAction('sandbox:control')
  .inputSchema(changeProfileSchema, byField)
  .action(({ parsedInput, ctx }) => changeProfile(ctx, requireSandbox().controls, parsedInput))

export const sendCallbackAction = deskAction('sandbox:control')
  .inputSchema(sendCallbackSchema, byField)
  .action(({ parsedInput, ctx }) => sendCallback(ctx, requireSandbox().controls, parsedInput))

export const setFaultAction = deskAction('sandbox:control')
  .inputSchema(setFaultSchema, byField)
  .action(({ parsedInput, ctx }) => setFault(ctx, requireSandbox().controls, parsedInput))

export const clearFaultsAction = deskAction('sandbox:control')
  .inputSchema(nothingSchema, byField)
  .action(({ ctx }) => clearFaults(ctx, requireSandbox().controls))

export const revokeTokensAction = deskAction('sandbox:control')
  .inputSchema(nothingSchema, byField)
  .action(({ ctx }) => revokeTokens(ctx, requireSandbox().controls))

export const resetSandboxAction = deskAction('sandbox:control')
  .inputSchema(resetSandboxSchema, byField)
  .action(async ({ ctx }) => {
    await resetSandbox(ctx, requireSandbox().controls, requireDesk().env.APP_URL)
    // Every page of the sandbox shows something that is gone now.
    revalidatePath(routes.sandboxPages.requests, 'layout')
  })
