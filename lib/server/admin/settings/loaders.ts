import 'server-only'
import type { SettingsLists } from '@/lib/domain/application/field'
import type { LineItemTemplate } from '@/lib/domain/application/line-item-template'
import { SETTINGS, type SettingName } from '@/lib/domain/settings/settings'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { loadLineItemTemplates, loadLists, readSetting } from '@/lib/server/settings'

/** What is stored, and not the lists in use: a form must start from what its save is compared with. */
export async function loadListSettings(): Promise<SettingsLists> {
  const { db } = await loadContext('admin:settings', routes.settings.lists)
  return loadLists(db)
}

export async function loadSetting(name: SettingName) {
  const setting = SETTINGS[name]
  const { db } = await loadContext(setting.permission, routes.settings.setting(name))
  return readSetting(db, setting)
}

export async function loadTemplateSettings(): Promise<LineItemTemplate[]> {
  const { db } = await loadContext('admin:settings', routes.settings.lineItems)
  return loadLineItemTemplates(db)
}
