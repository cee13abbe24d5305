import 'server-only'
import type { SettingsLists } from '@/lib/domain/application/field'
import type { LineItemTemplate } from '@/lib/domain/application/line-item-template'
import { type SettingName, settingOf } from '@/lib/domain/settings/settings'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { hasSecondAdmin, whyNobodyApproves } from '@/lib/server/people/access'
import { loadLineItemTemplates, loadLists, readSetting } from '@/lib/server/settings'

/** What is stored, and not the lists in use: a form must start from what its save is compared with. */
export async function loadListSettings(): Promise<SettingsLists> {
  const { db } = await loadContext('admin:settings', routes.settings.lists)
  return loadLists(db)
}

/** `waits`: a change waits for another admin. `nobodyApproves`: why none can approve it now. */
export async function loadSetting(name: SettingName) {
  const setting = settingOf(name)
  const ctx = await loadContext(setting.permission, routes.settings.setting(name))
  const { db, actor } = ctx
  const waits = setting.guards === true && (await hasSecondAdmin(db, { actorId: actor.id, now: ctx.now() }))
  return {
    stored: await readSetting(db, setting),
    waits,
    nobodyApproves: waits ? await whyNobodyApproves(ctx, db) : null,
  }
}

export async function loadTemplateSettings(): Promise<LineItemTemplate[]> {
  const { db } = await loadContext('admin:settings', routes.settings.lineItems)
  return loadLineItemTemplates(db)
}
