import 'server-only'
import { can } from '@/lib/domain/access/permissions'
import { FULL_OWNERSHIPS } from '@/lib/domain/application/full-sections'
import type { ListQuery } from '@/lib/domain/application/list-query'
import { OWNERSHIPS } from '@/lib/domain/application/sections'
import { type ApplicationStatus, LOCKED_STAGES } from '@/lib/domain/application/status'
import { routes } from '@/lib/routes'
import { type Assignable, listAssignable } from './assignment'
import { countByStatus, type ListPage, listApplicationPage, listRecentStages } from './list'
import { toListFilter } from './list-filter'
import { loadContext } from './loaders'
import { listSavedViews, type SavedView } from './saved-views'

export type ApplicationListView = ListPage & {
  /** Of all applications, each counted no further than a little over `COUNTED`. */
  counts: Partial<Record<ApplicationStatus, number>>
  views: SavedView[]
  people: Assignable[]
  stages: string[]
  ownerships: string[]
  me: string
  mayWrite: boolean
}

export async function loadApplicationList(query: ListQuery): Promise<ApplicationListView> {
  const ctx = await loadContext('applications:read', routes.applications)
  const filter = toListFilter(query, { id: ctx.actor.id, now: ctx.now() })
  const [page, counts, views, people, stages] = await Promise.all([
    listApplicationPage(ctx.db, filter),
    countByStatus(ctx.db),
    listSavedViews(ctx.db, ctx.actor.id),
    listAssignable(ctx.db),
    listRecentStages(ctx.db),
  ])
  return {
    ...page,
    counts,
    views,
    people,
    stages: [...new Set([...LOCKED_STAGES, ...stages])].sort(),
    ownerships: [...new Set<string>([...OWNERSHIPS, ...FULL_OWNERSHIPS])],
    me: ctx.actor.id,
    mayWrite: can(ctx.actor.roles, 'applications:write'),
  }
}
