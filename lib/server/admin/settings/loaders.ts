import 'server-only'
import type { SettingsLists } from '@/lib/domain/application/field'
import type { LineItemTemplate } from '@/lib/domain/application/line-item-template'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/applications/loaders'
import { loadLineItemTemplates, loadLists, loadRules, type Rules } from '@/lib/server/settings'

/** What is stored, and not the lists in use: a form must start from what its save is compared with. */
export async function loadListSettings(): Promise<SettingsLists> {
  const { db } = await loadContext('admin:settings', routes.settings.lists)
  return loadLists(db)
}

export async function loadRuleSettings(): Promise<Rules> {
  const { db } = await loadContext('admin:settings', routes.settings.rules)
  return loadRules(db)
}

export async function loadTemplateSettings(): Promise<LineItemTemplate[]> {
  const { db } = await loadContext('admin:settings', routes.settings.lineItems)
  return loadLineItemTemplates(db)
}
