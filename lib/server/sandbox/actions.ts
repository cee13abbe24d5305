'use server'

import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { requireDesk } from '@/lib/server/running-desk'
import type { Ctx } from '@/lib/server/services'
import type { SandboxControls } from './controls'
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

const withControls =
  <I, T>(run: (ctx: Ctx, controls: SandboxControls, input: I) => Promise<T>) =>
  (ctx: Ctx, input: I): Promise<T> =>
    run(ctx, requireSandbox().controls, input)

export const setStageAction = deskAction('sandbox:control', setStageSchema, withControls(setStage), {
  revalidates: ({ opportunityId }) => routes.sandboxPages.application(opportunityId),
})

export const changeProfileAction = deskAction(
  'sandbox:control',
  changeProfileSchema,
  withControls(changeProfile),
)
export const sendCallbackAction = deskAction(
  'sandbox:control',
  sendCallbackSchema,
  withControls(sendCallback),
)
export const setFaultAction = deskAction('sandbox:control', setFaultSchema, withControls(setFault))
export const clearFaultsAction = deskAction('sandbox:control', nothingSchema, withControls(clearFaults))
export const revokeTokensAction = deskAction('sandbox:control', nothingSchema, withControls(revokeTokens))

/** Every page of the sandbox shows something that is gone then. */
export const resetSandboxAction = deskAction(
  'sandbox:control',
  resetSandboxSchema,
  (ctx) => resetSandbox(ctx, requireSandbox().controls, requireDesk().env.APP_URL),
  { revalidates: routes.sandboxPages.requests },
)
