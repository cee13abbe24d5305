import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import { shortened, type TimelineLine, timelineLines } from '@/components/underwriting/timeline-words'
import { STEP_LABELS } from '@/lib/domain/application/steps'
import type { HistoryEntry } from '@/lib/server/applications/record-loaders'

/** How many entries are shown at first. */
const LATEST = 8

/** Who did what and when, newest first. */
export function RecordTimeline({ history }: { history: readonly HistoryEntry[] }) {
  const lines = timelineLines(history.map(withoutAnswer), STEP_LABELS, {}).reverse()
  const older = lines.slice(LATEST)
  return (
    <Panel title="Timeline" description="Newest first." flush>
      <Lines lines={lines.slice(0, LATEST)} />
      {older.length > 0 && (
        <details className="border-t border-line text-sm">
          <summary className="rounded-b-lg px-4 py-2.5 text-muted hover:text-ink">
            {older.length} earlier
          </summary>
          <Lines lines={older} />
        </details>
      )}
    </Panel>
  )
}

/** The partner's words are shown with the attempt. */
const withoutAnswer = (entry: HistoryEntry): HistoryEntry =>
  entry.action.startsWith('submission-') && entry.action !== 'submission-started'
    ? { ...entry, detail: {} }
    : entry

const Lines = ({ lines }: { lines: readonly TimelineLine[] }) => (
  <ol className="px-4 py-2 text-sm">
    {lines.map(({ id, at, by, words, details }) => (
      <li
        key={id}
        className="relative border-s border-line py-1.5 ps-4 before:absolute before:-start-[0.21875rem] before:top-3.5 before:size-1.5 before:rounded-full before:bg-line-strong"
      >
        <p className="break-words">
          <bdi className="font-medium">{by ?? 'The desk'}</bdi> · {words}
        </p>
        {details.map((detail) => (
          <p key={detail} className="break-words text-muted">
            <bdi>{shortened(detail)}</bdi>
          </p>
        ))}
        <p className="text-xs text-muted">
          <DateTime at={at} />
        </p>
      </li>
    ))}
  </ol>
)
