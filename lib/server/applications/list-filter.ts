import {
  LIST_AGES,
  type ListAge,
  type ListQuery,
  NO_STAGE,
  type Underwriting,
} from '@/lib/domain/application/list-query'
import type { ListFilter } from './list'

const DAY_MS = 86_400_000

/** What an address asks for, for whoever looks at it now. */
export function toListFilter(query: ListQuery, asker: { id: string; now: Date }): ListFilter {
  const { kind, stage, ownership, underwriting, assignee, place } = query
  return {
    search: query.search,
    statuses: query.statuses,
    ...(kind && { kind }),
    ...(stage && { stage: stage === NO_STAGE ? null : stage }),
    ...(ownership && { ownership }),
    ...(underwriting && { partnerUnderwrites: PARTNER_UNDERWRITES[underwriting] }),
    ...(assignee && { assigneeId: assigneeOf(assignee, asker.id) }),
    ...(query.age && momentsOf(query.age, asker.now)),
    ...(place?.side === 'older' && { after: place }),
    ...(place?.side === 'newer' && { before: place }),
  }
}

const PARTNER_UNDERWRITES: Record<Underwriting, boolean | null> = { partner: true, own: false, open: null }

const assigneeOf = (assignee: string, me: string): string | null =>
  assignee === 'me' ? me : assignee === 'nobody' ? null : assignee

function momentsOf(
  age: ListAge,
  now: Date,
): Pick<ListFilter, 'startedSince' | 'startedBefore' | 'changedBefore'> {
  const found = LIST_AGES.find(({ slug }) => slug === age)
  if (!found) return {}
  const then = new Date(now.getTime() - found.days * DAY_MS)
  if (found.measure === 'started') return { startedSince: then }
  return found.measure === 'older' ? { startedBefore: then } : { changedBefore: then }
}
