'use server'

import { revalidatePath } from 'next/cache'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import {
  removeTemplate,
  removeTemplateSchema,
  saveFunding,
  saveFundingSchema,
  saveList,
  saveListSchema,
  saveRules,
  saveRulesSchema,
  saveTemplate,
  saveTemplateSchema,
  saveUnderwriting,
  saveUnderwritingSchema,
} from './mutations'

/** The pages of Settings show what was just saved, also on the way back to them. */
function shown<T>(result: T): T {
  revalidatePath(routes.settings.lists, 'layout')
  return result
}

export const saveListAction = deskAction('admin:settings')
  .inputSchema(saveListSchema)
  .action(async ({ parsedInput, ctx }) => shown(await saveList(ctx, parsedInput)))

export const saveRulesAction = deskAction('admin:settings')
  .inputSchema(saveRulesSchema)
  .action(async ({ parsedInput, ctx }) => shown(await saveRules(ctx, parsedInput)))

export const saveUnderwritingAction = deskAction('admin:settings')
  .inputSchema(saveUnderwritingSchema)
  .action(async ({ parsedInput, ctx }) => shown(await saveUnderwriting(ctx, parsedInput)))

export const saveFundingAction = deskAction('admin:settings')
  .inputSchema(saveFundingSchema)
  .action(async ({ parsedInput, ctx }) => shown(await saveFunding(ctx, parsedInput)))

export const saveTemplateAction = deskAction('admin:settings')
  .inputSchema(saveTemplateSchema)
  .action(async ({ parsedInput, ctx }) => shown(await saveTemplate(ctx, parsedInput)))

export const removeTemplateAction = deskAction('admin:settings')
  .inputSchema(removeTemplateSchema)
  .action(async ({ parsedInput, ctx }) => shown(await removeTemplate(ctx, parsedInput)))
