import { DateTime } from '@/components/ui/date-time'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import type { CallbackEventView } from '@/lib/server/callbacks/log/views'

/** What people did with the event, latest first. */
export function CallbackHistory({ entries }: { entries: CallbackEventView['history'] }) {
  if (entries.length === 0) return null
  return (
    <Panel title="History" flush>
      <ol>
        {entries.map(({ at, by, action, note, amountMinor }) => (
          <li
            key={`${at} ${action}`}
            className="grid gap-x-4 border-b border-line px-4 py-2 text-sm last:border-b-0 sm:grid-cols-[14rem_1fr]"
          >
            <span className="text-muted">
              <DateTime at={at} seconds />
            </span>
            <span className="min-w-0 break-words">
              <bdi className="font-medium">{by ?? 'The desk'}</bdi> {ACTION_WORDS[action] ?? action}
              {action === 'callback-amount-set' && amountMinor !== null && (
                <>
                  {' '}
                  to <Money amountMinor={amountMinor} />.
                </>
              )}
              {note && <q className="block whitespace-pre-line text-muted">{note}</q>}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

/** By audit action. Each continues a sentence that starts with the person's name. */
const ACTION_WORDS: Readonly<Record<string, string>> = {
  'callback-settled': 'resolved the conflict.',
  'callback-amount-set': 'set the amount',
  'callback-amount-taken-back': 'removed the amount.',
  'callback-counted-as-sale': 'counted it as a sale.',
  'callback-not-a-sale': 'marked it as not a sale.',
  'callback-closed': 'closed it.',
  'callback-reopened': 'reopened it.',
  'callback-reprocessed': 'reprocessed it.',
  'callback-funded-outside': 'marked it as funded externally.',
  'callback-not-funded-outside': 'undid the external funding mark.',
  'callback-forward-replayed': 'resent a message about it.',
}
