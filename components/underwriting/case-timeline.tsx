import { DateTime } from '@/components/ui/date-time'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import { timelineLines } from './timeline-words'

/** The whole history, latest first. */
export function CaseTimeline({ view }: { view: CaseView }) {
  const lines = linesOf(view).reverse()
  return (
    <ol className="px-4 py-2">
      {lines.map(({ id, at, by, words, details }) => (
        <li
          key={id}
          className="relative border-s border-line py-1.5 ps-4 before:absolute before:-start-[0.21875rem] before:top-3.5 before:size-1.5 before:rounded-full before:bg-line-strong"
        >
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 break-words">
              <bdi className="font-medium">{by ?? 'The desk'}</bdi> · {words}
            </span>
            <span className="text-sm text-muted">
              <DateTime at={at} />
            </span>
          </p>
          {details.length > 0 && (
            <ul className="text-sm text-muted">
              {details.map((detail) => (
                <li key={detail} className="break-words">
                  <bdi>{detail}</bdi>
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

export const linesOf = ({ timeline, application, checklist }: CaseView) =>
  timelineLines(
    timeline,
    Object.fromEntries(application.steps.map(({ slug, label }) => [slug, label])),
    Object.fromEntries(checklist.map(({ key, text }) => [key, text])),
  )
