import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import type { BatchHistoryEntry } from '@/lib/server/funding/views'
import { historyLines } from './history-words'

/** Everything that happened to a batch, latest first. */
export function BatchHistory({ entries }: { entries: readonly BatchHistoryEntry[] }) {
  return (
    <Panel title="History" flush>
      <ol>
        {historyLines(entries).map(({ at, by, words, note }) => (
          <li
            key={`${at} ${words}`}
            className="grid gap-x-4 border-b border-line px-4 py-2 text-sm last:border-b-0 sm:grid-cols-[14rem_1fr]"
          >
            <span className="text-muted">
              <DateTime at={at} seconds />
            </span>
            <span className="min-w-0 break-words">
              <bdi className="font-medium">{by ?? 'The desk'}</bdi> {words}
              {note && <q className="block whitespace-pre-line text-muted">{note}</q>}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
