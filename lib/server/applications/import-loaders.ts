import 'server-only'
import type { ImportContext } from '@/lib/domain/application/import/check-rows'
import type { DefaultMode } from '@/lib/domain/application/underwriting-mode'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { todayOf } from '@/lib/server/services'
import { loadUnderwritingRules } from '@/lib/server/settings'

/** What the page needs to check a file as the server will. */
export async function loadImportContext(): Promise<
  Pick<ImportContext, 'lists' | 'today'> & { defaultMode: DefaultMode }
> {
  const ctx = await loadContext('applications:write', routes.importApplications)
  const { defaultMode } = await loadUnderwritingRules(ctx.db)
  return { lists: ctx.lists, today: todayOf(ctx), defaultMode }
}
