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

function shown<T>(result: T): T {
  revalidatePath(routes.account)
  return result
}

export const renameFactorAction = deskAction('account:own')
  .inputSchema(renameFactorInput)
  .action(async ({ parsedInput, ctx }) => shown(await renameFactor(ctx, parsedInput)))

export const removeFactorAction = deskAction('account:own', { confirmed: true })
  .inputSchema(factorInput)
  .action(async ({ parsedInput, ctx }) => shown(await removeFactor(ctx, parsedInput)))

export const renewRecoveryCodesAction = deskAction('account:own', { confirmed: true })
  .inputSchema(z.object({}))
  .action(async ({ ctx }) => shown(await renewRecoveryCodes(ctx)))
