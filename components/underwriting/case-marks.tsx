import { Badge } from '@/components/ui/badge'
import { pathOfPlace, type RequestItem } from '@/lib/domain/underwriting/request-items'
import type { CaseView } from '@/lib/server/underwriting/loaders'

/** What rules, signals and requests say about single places. */
export type Marks = {
  asked: ReadonlyMap<string, RequestItem>
  named: ReadonlySet<string>
}

export function marksOf({ application: { draft, violations }, signals, requests }: CaseView): Marks {
  const open = requests.find(({ isClosed }) => !isClosed)
  const asked = (open?.items ?? []).flatMap((item): [string, RequestItem][] => {
    const path =
      item.state === 'accepted' || item.state === 'withdrawn' ? null : pathOfPlace(draft, item.place)
    return path === null ? [] : [[path, item]]
  })
  return {
    asked: new Map(asked),
    named: new Set([
      ...asked.map(([path]) => path),
      ...violations.map(({ path }) => path),
      ...signals.flatMap(({ values }) => values.map(({ path }) => path)),
    ]),
  }
}

/** Marks a place that staff were asked about, or answered. */
export function AskedBadge({ item }: { item: RequestItem | undefined }) {
  if (!item) return null
  return item.state === 'answered' ? (
    <Badge tone="progress">Answered</Badge>
  ) : item.state === 'unanswered' ? (
    <Badge tone="warn">Not answered</Badge>
  ) : (
    <Badge tone="warn">Requested</Badge>
  )
}
