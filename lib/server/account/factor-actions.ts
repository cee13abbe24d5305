'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import {
  beginFactorInput,
  factorInput,
  finishPasskeyInput,
  finishTotpInput,
  renameFactorInput,
} from '@/lib/domain/access/factor-inputs'
import { routes } from '@/lib/routes'
import { deskAction, stageAction } from '@/lib/server/action'
import { giveSession } from '@/lib/server/sign-in/session-cookie'
import {
  type AddedFactor,
  beginPasskeySetup,
  beginTotpSetup,
  finishPasskeySetup,
  finishTotpSetup,
  removeFactor,
  renameFactor,
  renewRecoveryCodes,
} from './factors'

export const beginTotpAction = stageAction()
  .inputSchema(beginFactorInput)
  .action(({ parsedInput, ctx }) => beginTotpSetup(ctx, parsedInput))

export const finishTotpAction = stageAction()
  .inputSchema(finishTotpInput)
  .action(async ({ parsedInput, ctx }) => entered(await finishTotpSetup(ctx, parsedInput)))

export const beginPasskeyAction = stageAction()
  .inputSchema(beginFactorInput)
  .action(({ parsedInput, ctx }) => beginPasskeySetup(ctx, parsedInput))

export const finishPasskeyAction = stageAction()
  .inputSchema(finishPasskeyInput)
  .action(async ({ parsedInput, ctx }) => entered(await finishPasskeySetup(ctx, parsedInput)))

/** Ids of sessions go into the cookie, and nowhere else. */
async function entered(result: AddedFactor) {
  if (!result.ok) return result
  if (result.sessionId !== null) await giveSession(result.sessionId)
  else revalidatePath(routes.account)
  return { ok: true as const, codes: result.codes }
}

export const renameFactorAction = deskAction('account:own', renameFactorInput, renameFactor, {
  revalidates: routes.account,
})

export const removeFactorAction = deskAction('account:own', factorInput, removeFactor, {
  revalidates: routes.account,
  confirmed: true,
})

export const renewRecoveryCodesAction = deskAction('account:own', z.object({}), renewRecoveryCodes, {
  revalidates: routes.account,
  confirmed: true,
})
