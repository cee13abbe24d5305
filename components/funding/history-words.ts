import type { BatchHistoryEntry } from '@/lib/server/funding/views'
import { counted, SOURCE_WORDS } from './funding-words'

/** `words` go on after the person's name. */
export type HistoryLine = { at: string; by: string | null; words: string; note: string | null }

/** Written at every pause in typing: a line each would hide the rest. */
const GROUPED = 'funding-lines-changed'

/** Latest first, as the entries come; saves of one person in a row are one line. */
export function historyLines(entries: readonly BatchHistoryEntry[]): HistoryLine[] {
  const lines: HistoryLine[] = []
  let before: BatchHistoryEntry | null = null
  for (const entry of entries) {
    const belongs = before?.action === GROUPED && entry.action === GROUPED && before.by === entry.by
    before = entry
    if (belongs) continue
    const { note } = entry.detail
    lines.push({
      at: entry.at,
      by: entry.by,
      words: wordsOf(entry),
      note: typeof note === 'string' && note !== '' ? note : null,
    })
  }
  return lines
}

function wordsOf({ action, detail }: BatchHistoryEntry): string {
  const request = typeof detail.request === 'number' ? `request ${detail.request}` : 'a request'
  const message = typeof detail.message === 'string' ? ` ${detail.message}` : ''
  switch (action) {
    case 'funding-batch-created':
      return `made it. ${isSource(detail.source) ? `${SOURCE_WORDS[detail.source]}.` : ''}`.trim()
    case GROUPED:
      return 'changed it.'
    case 'funding-batch-submitted':
      return 'put it forward for approval.'
    case 'funding-batch-taken-back':
      return 'took it back.'
    case 'funding-batch-returned':
      return 'returned it.'
    case 'funding-batch-approved':
      return `approved it (${detail.approvals} of ${detail.needed}).`
    case 'funding-batch-sending':
      return 'had it sent.'
    case 'funding-rest-withdrawn':
      return `withdrew ${counted(Number(detail.transactions), 'unsent transaction')}.`
    case 'funding-batch-discarded':
      return 'discarded it.'
    case 'funding-batch-exported':
      return `exported ${detail.what === 'results' ? 'its results' : 'its amounts'}.`
    case 'funding-request-accepted':
      return `got an answer to ${request}${failures(detail.failures)}.${message}`
    case 'funding-request-refused':
      return `had ${request} refused.${message}`
    case 'funding-request-not-sent':
      return `could not send ${request}.${message}`
    case 'funding-request-unknown':
      return `does not know how ${request} ended.${message}`
    case 'funding-outcome-found':
      return `found ${request} at the partner.`
    case 'funding-outcome-absent':
      return `found nothing of ${request} at the partner.`
    case 'funding-outcome-sent-again':
      return `had ${request} sent again.`
    default:
      return action
  }
}

const failures = (count: unknown): string =>
  typeof count === 'number' && count > 0 ? `, ${counted(count, 'transaction')} not funded` : ''

const isSource = (source: unknown): source is keyof typeof SOURCE_WORDS =>
  typeof source === 'string' && source in SOURCE_WORDS
