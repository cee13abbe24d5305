import 'server-only'
import type { ImportWorld } from '@/lib/domain/application/import/check-rows'
import { routes } from '@/lib/routes'
import { todayOf } from '@/lib/server/world'
import { loadContext } from './loaders'

/** What the page needs to check a file as the server will. */
export async function loadImportWorld(): Promise<Pick<ImportWorld, 'lists' | 'today'>> {
  const ctx = await loadContext('applications:write', routes.importApplications)
  return { lists: ctx.lists, today: todayOf(ctx) }
}
