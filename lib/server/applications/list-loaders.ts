import { nameInRow } from '@/lib/domain/application/name-in-row'
import 'server-only'
import { can } from '@/lib/domain/access/permissions'
import { FULL_OWNERSHIPS } from '@/lib/domain/application/full-sections'
import {
  type ApplicationListQuery,
  LIST_COLUMNS,
  type ListColumn,
  STANDARD_COLUMNS,
} from '@/lib/domain/application/list-query'
import { type DraftProgress, progressWords } from '@/lib/domain/application/readiness'
import { OWNERSHIPS } from '@/lib/domain/application/sections'
import { type ListFilter, LOCKED_STAGES } from '@/lib/domain/application/status'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { type Assignable, listAssignable } from './assignment'
import {
  type ApplicationListItem,
  type ApplicationListPage,
  countByStatus,
  listApplicationPage,
  listRecentStages,
} from './list'
import { judgeDrafts, listJudgedPage } from './list-readiness'
import { listSavedViews, type SavedView } from './saved-views'

/** What is in no column that is shown, is not sent to the page: a row is there once as markup and once as this. */
const ONLY_IN: Readonly<Record<ListColumn, keyof ApplicationListItem>> = {
  ownership: 'ownership',
  underwriting: 'partnerUnderwrites',
  'tax-id': 'taxIdLast4',
  stage: 'stage',
  opportunity: 'opportunityId',
  account: 'accountId',
  assignee: 'assignee',
  documents: 'documents',
  started: 'createdAt',
  'started-by': 'createdBy',
  changed: 'updatedAt',
}

export type ApplicationListRow = Pick<
  ApplicationListItem,
  'id' | 'number' | 'kind' | 'status' | 'statusBeforeRevision' | 'legalName' | 'dbaName' | 'assigneeId'
> &
  Partial<ApplicationListItem> & {
    /** How near a draft that was never sent is to it, in words. */
    progress: string | null
    /** Whether it can be sent as it is; `but-slips` where something in it is certainly mistyped, which `progress` names. */
    ready: boolean | 'but-slips'
  }

function withoutUnshown(
  item: ApplicationListItem,
  shown: readonly ListColumn[],
  progress: DraftProgress | undefined,
): ApplicationListRow {
  const unshown = new Set(
    LIST_COLUMNS.filter((column) => !shown.includes(column)).map((column) => ONLY_IN[column]),
  )
  return Object.fromEntries(
    Object.entries({
      ...item,
      legalName: nameInRow(item.legalName),
      dbaName: nameInRow(item.dbaName),
      progress: progress ? progressWords(progress) : null,
      ready: progress?.way != null && (progress.slips.length === 0 || 'but-slips'),
    }).filter(([name]) => !unshown.has(name as keyof ApplicationListItem)),
  ) as ApplicationListRow
}

export type ApplicationListView = Omit<ApplicationListPage, 'items'> & {
  items: ApplicationListRow[]
  /** Of all applications, each counted no further than a little over `COUNTED`. */
  counts: Partial<Record<ListFilter, number>>
  views: SavedView[]
  people: Assignable[]
  stages: string[]
  ownerships: string[]
  me: string
  mayWrite: boolean
  maySubmit: boolean
}

export async function loadApplicationList(query: ApplicationListQuery): Promise<ApplicationListView> {
  const ctx = await loadContext('applications:read', routes.applications)
  const [page, counts, views, people, stages] = await Promise.all([
    query.readiness ? listJudgedPage(ctx, query) : listApplicationPage(ctx, query),
    countByStatus(ctx.db),
    listSavedViews(ctx.db, ctx.actor.id),
    listAssignable(ctx.db),
    listRecentStages(ctx.db),
  ])
  const progress = await judgeDrafts(
    ctx,
    page.items.flatMap(({ id, status }) => (status === 'draft' ? [id] : [])),
  )
  return {
    ...page,
    items: page.items.map((item) =>
      withoutUnshown(item, query.columns ?? STANDARD_COLUMNS, progress.get(item.id)),
    ),
    counts,
    views,
    people,
    stages: [...new Set([...LOCKED_STAGES, ...stages])].sort(),
    ownerships: [...new Set<string>([...OWNERSHIPS, ...FULL_OWNERSHIPS])],
    me: ctx.actor.id,
    mayWrite: can(ctx.actor.roles, 'applications:write'),
    maySubmit: can(ctx.actor.roles, 'applications:submit'),
  }
}
