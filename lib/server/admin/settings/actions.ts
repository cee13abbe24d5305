'use server'

import {
  removeTemplateInput,
  saveListInput,
  saveSettingInput,
  saveTemplateInput,
} from '@/lib/domain/settings/inputs'
import { settingOf } from '@/lib/domain/settings/settings'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { removeTemplate, saveList, saveSetting, saveTemplate } from './mutations'

/** All pages of Settings, also on the way back to them. */
const revalidates = routes.settings.lists

export const saveSettingAction = deskAction(
  'admin:settings',
  saveSettingInput,
  (ctx, { name, ...change }) => saveSetting(ctx, settingOf(name), change),
  { revalidates },
)

export const saveListAction = deskAction('admin:settings', saveListInput, saveList, { revalidates })
export const saveTemplateAction = deskAction('admin:settings', saveTemplateInput, saveTemplate, {
  revalidates,
})
export const removeTemplateAction = deskAction('admin:settings', removeTemplateInput, removeTemplate, {
  revalidates,
})
