import 'server-only'
import type { LineItemTemplate } from '@/lib/domain/application/line-item-template'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { loadLineItemTemplates } from '@/lib/server/settings'

/** What the line items of an application can be started from. */
export async function loadTemplatesForPricing(applicationId: string): Promise<LineItemTemplate[]> {
  const ctx = await loadContext('applicants:read', routes.applicationStep(applicationId, 'pricing'))
  return loadLineItemTemplates(ctx.db)
}
