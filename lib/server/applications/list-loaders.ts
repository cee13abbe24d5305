import 'server-only'
import { can } from '@/lib/domain/access/permissions'
import type { ApplicationStatus } from '@/lib/domain/application/status'
import { routes } from '@/lib/routes'
import {
  type ApplicationListItem,
  countByStatus,
  LIST_PAGE,
  type ListCursor,
  type ListFilter,
  listApplications,
} from './list'
import { loadContext } from './loaders'

export type ApplicationListView = {
  items: ApplicationListItem[]
  next: ListCursor | null
  counts: Partial<Record<ApplicationStatus, number>>
  mayWrite: boolean
}

export async function loadApplicationList(filter: ListFilter): Promise<ApplicationListView> {
  const ctx = await loadContext('applications:read', routes.applications)
  const [rows, counts] = await Promise.all([listApplications(ctx.db, filter), countByStatus(ctx.db)])
  const items = rows.slice(0, LIST_PAGE)
  const last = rows.length > LIST_PAGE ? items.at(-1) : undefined
  return {
    items,
    next: last ? { updatedAt: last.updatedAt, id: last.id } : null,
    counts,
    mayWrite: can(ctx.actor.roles, 'applications:write'),
  }
}
