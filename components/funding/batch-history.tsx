import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import type { BatchHistoryEntry } from '@/lib/server/funding/views'
import { HistoryChanges } from './history-changes'
import { historyLines } from './history-words'

/** The history of a batch, latest first. */
export function BatchHistory({
  batchId,
  entries,
}: {
  batchId: string
  entries: readonly BatchHistoryEntry[]
}) {
  return (
    <Panel title="History" flush>
      <ol>
        {historyLines(entries).map(({ id, at, by, words, note, changed }) => (
          <li
            key={id}
            className="grid gap-x-4 border-b border-line px-4 py-2 text-sm last:border-b-0 sm:grid-cols-[14rem_1fr]"
          >
            <span className="text-muted">
              <DateTime at={at} seconds />
            </span>
            <div className="min-w-0 break-words">
              <bdi className="font-medium">{by ?? 'The desk'}</bdi> {words}
              {note && <q className="block whitespace-pre-line text-muted">{note}</q>}
              {changed.length > 0 && <HistoryChanges batchId={batchId} entries={changed} />}
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
