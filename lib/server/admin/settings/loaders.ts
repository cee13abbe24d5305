import 'server-only'
import type { SettingsLists } from '@/lib/domain/application/field'
import type { LineItemTemplate } from '@/lib/domain/application/line-item-template'
import type { FundingRules } from '@/lib/domain/settings/funding-rules'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/applications/loaders'
import {
  loadFundingRules,
  loadLineItemTemplates,
  loadLists,
  loadRules,
  loadUnderwritingRules,
  type Rules,
  type UnderwritingRules,
} from '@/lib/server/settings'

/** What is stored, and not the lists in use: a form must start from what its save is compared with. */
export async function loadListSettings(): Promise<SettingsLists> {
  const { db } = await loadContext('admin:settings', routes.settings.lists)
  return loadLists(db)
}

export async function loadRuleSettings(): Promise<Rules> {
  const { db } = await loadContext('admin:settings', routes.settings.rules)
  return loadRules(db)
}

export async function loadUnderwritingSettings(): Promise<UnderwritingRules> {
  const { db } = await loadContext('admin:settings', routes.settings.underwriting)
  return loadUnderwritingRules(db)
}

export async function loadFundingSettings(): Promise<FundingRules> {
  const { db } = await loadContext('admin:settings', routes.settings.funding)
  return loadFundingRules(db)
}

export async function loadTemplateSettings(): Promise<LineItemTemplate[]> {
  const { db } = await loadContext('admin:settings', routes.settings.lineItems)
  return loadLineItemTemplates(db)
}
