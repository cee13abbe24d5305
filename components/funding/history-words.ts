import type { BatchSource } from '@/lib/domain/funding/batch'
import { FIELD_NOUNS } from '@/lib/domain/funding/columns'
import { LOGGED_CELLS } from '@/lib/domain/funding/limits'
import { counted } from '@/lib/domain/values/counted'
import { dollarWords } from '@/lib/domain/values/money'
import type { BatchHistoryEntry, ChangedCell } from '@/lib/server/funding/views'

/** `words` continue after the person's name. `changed`: entries with changed cells that the words do not name. */
export type HistoryLine = {
  id: number
  at: string
  by: string | null
  words: string
  note: string | null
  changed: readonly number[]
}

/** Saved at every pause in typing; a line each would hide the rest. */
const GROUPED = 'funding-lines-changed'

/** Latest first, like the entries. Saves in a row by one person are one line with their combined changes. */
export function historyLines(entries: readonly BatchHistoryEntry[]): HistoryLine[] {
  const lines: HistoryLine[] = []
  for (let at = 0; at < entries.length; ) {
    const entry = entries[at]
    if (!entry) break
    const belongs = (other: BatchHistoryEntry) =>
      entry.action === GROUPED && other.action === GROUPED && other.by === entry.by
    let end = at + 1
    for (let next = entries[end]; next && belongs(next); next = entries[end]) end += 1
    const { note } = entry.detail
    const saves = entry.action === GROUPED ? entries.slice(at, end) : []
    lines.push({
      id: entry.id,
      at: entry.at,
      by: entry.by,
      words: saves.length > 0 ? editWords(saves) : wordsOf(entry),
      note: typeof note === 'string' && note !== '' ? note : null,
      changed: hidesCells(saves.length > 0 ? saves : [entry])
        ? entries.slice(at, end).map(({ id }) => id)
        : [],
    })
    at = end
  }
  return lines
}

/** How many cells are named; more would hide what else happened. */
const NAMED_CELLS = 3

/**
 * The combined changes of saves in a row, latest first. A cell that changed several times counts once, from its
 * first value to its last.
 */
function editedCells(saves: readonly BatchHistoryEntry[]): ChangedCell[] {
  const cells = new Map<string, ChangedCell>()
  for (const { detail } of saves.toReversed()) {
    for (const cell of cellsIn(detail)) {
      const key = `${cell.row} ${cell.field}`
      const first = cells.get(key)
      cells.set(key, first ? { ...cell, from: first.from, fromMinor: first.fromMinor ?? null } : cell)
    }
  }
  return [...cells.values()].filter(({ from, to }) => from !== to)
}

const cellsIn = ({ cells }: BatchHistoryEntry['detail']): ChangedCell[] =>
  Array.isArray(cells) ? cells.filter(isChangedCell) : []

const isCut = ({ detail }: BatchHistoryEntry): boolean => cellsIn(detail).length >= LOGGED_CELLS

const LINES = ['added', 'removed', 'restored', 'addedByDesk', 'removedByDesk'] as const

const sumOf = (saves: readonly BatchHistoryEntry[], key: 'changed' | (typeof LINES)[number]): number =>
  saves.reduce((total, { detail }) => total + (typeof detail[key] === 'number' ? detail[key] : 0), 0)

/** Whether something changed that the words do not name. */
const hidesCells = (saves: readonly BatchHistoryEntry[]): boolean =>
  saves.some(isCut) || editedCells(saves).length > NAMED_CELLS || LINES.some((key) => sumOf(saves, key) > 0)

function editWords(saves: readonly BatchHistoryEntry[]): string {
  const edited = editedCells(saves)
  const [added, removed] = [sumOf(saves, 'added'), sumOf(saves, 'removed')]
  const restored = sumOf(saves, 'restored')
  const [addedByDesk, removedByDesk] = [sumOf(saves, 'addedByDesk'), sumOf(saves, 'removedByDesk')]
  const name = saves.find(({ detail }) => typeof detail.name === 'string')?.detail.name
  // For very large saves, the log only counts rows.
  const count = saves.some(isCut)
    ? `cells in ${counted(sumOf(saves, 'changed'), 'row')}`
    : counted(edited.length, 'cell')
  const parts = [
    edited.length > 0 &&
      `edited ${count}: ${edited.slice(0, NAMED_CELLS).map(cellWords).join('; ')}${
        saves.some(isCut)
          ? '; and more'
          : edited.length > NAMED_CELLS
            ? `; and ${counted(edited.length - NAMED_CELLS, 'more cell')}`
            : ''
      }`,
    added > 0 && `added ${counted(added, 'row')}`,
    removed > 0 && `removed ${counted(removed, 'row')}`,
    restored > 0 && `put back ${counted(restored, 'row')}`,
    addedByDesk > 0 && `the desk added ${counted(addedByDesk, 'row')} of $0.00`,
    removedByDesk > 0 && `the desk removed ${counted(removedByDesk, 'row')} of $0.00`,
    typeof name === 'string' && `renamed it “${name}”`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? `${parts.join(', ')}.` : 'changed it.'
}

/** `row 5, $238.98 → $23,898.00`; other fields with their name. */
function cellWords({ row, field, from, to, fromMinor, toMinor }: ChangedCell): string {
  const text = (typed: string, minor: string | null | undefined) =>
    minor ? dollarWords(minor) : typed === '' ? 'blank' : typed
  const label = field === 'amount' ? '' : `${FIELD_NOUNS[field]} `
  return `row ${row}, ${label}${text(from, fromMinor)} → ${text(to, toMinor)}`
}

/**
 * What else approved a batch: a change of the rules after its approvals, which were too few when given. Null if
 * they were enough.
 */
export function judgedSince(entries: readonly BatchHistoryEntry[]): { at: string; words: string } | null {
  const submitted = entries.findIndex(({ action }) => action === 'funding-batch-submitted')
  const found = entries.slice(0, submitted).find(({ action }) => action === 'funding-batch-judged')
  if (!found) return null
  const { cause, needed } = found.detail
  const who = found.by ?? 'The desk'
  const deed =
    cause === 'rules'
      ? `${who} changed the approval rules`
      : cause === 'people'
        ? `${who} changed who may approve`
        : 'The desk recounted the approvals'
  return {
    at: found.at,
    words: `${deed}: ${needed === 1 ? '1 approval is' : `${needed} approvals are`} enough`,
  }
}

/** How it changes money that the partner holds; '' if it does not. */
function changeWords({ changes, changedWasMinor, changedIsMinor }: BatchHistoryEntry['detail']): string {
  return typeof changes === 'number' && changes > 0
    ? ` It changes ${counted(changes, 'amount')} that the partner holds: ${dollarsOf(changedWasMinor)} → ${dollarsOf(changedIsMinor)}.`
    : ''
}

const dollarsOf = (minor: unknown): string =>
  typeof minor === 'string' && /^\d+$/.test(minor) ? dollarWords(minor) : 'an unknown amount'

const isChangedCell = (cell: unknown): cell is ChangedCell =>
  typeof cell === 'object' &&
  cell !== null &&
  'row' in cell &&
  'field' in cell &&
  'from' in cell &&
  'to' in cell

function wordsOf({ action, detail }: BatchHistoryEntry): string {
  const request = typeof detail.request === 'number' ? `request ${detail.request}` : 'a request'
  const message = typeof detail.message === 'string' ? ` ${detail.message}` : ''
  switch (action) {
    case 'funding-batch-created':
      return `created it${isSource(detail.source) ? ` ${CREATED_FROM[detail.source]}` : ''}.`
    case 'funding-batch-submitted':
      return `submitted it for approval${confirmed(detail)}.${changeWords(detail)}`
    case 'funding-lines-added':
      return `added ${counted(Number(detail.added), 'row')} of $0.00, for merchants that the partner holds money for.`
    case 'funding-over-sale-allowed':
      return `allowed ${dollarsOf(detail.allowedMinor)} for ${detail.transaction}, whose sale is ${dollarsOf(detail.saleMinor)}: ${detail.reason}`
    case 'funding-batch-taken-back':
      return 'recalled it.'
    case 'funding-batch-returned':
      return 'returned it.'
    case 'approval-refused':
      return 'tried to approve it, and was refused.'
    case 'funding-batch-approved':
      return `approved it (${detail.approvals} of ${detail.needed}).`
    case 'funding-batch-judged':
      return `${
        detail.cause === 'rules'
          ? 'changed the approval rules'
          : detail.cause === 'people'
            ? 'changed who may approve'
            : 'recounted the approvals'
      }: it is approved (${detail.approvals} of ${detail.needed}).`
    case 'funding-batch-sending':
      return 'sent it to the partner.'
    case 'funding-rest-unseen':
      return `asked approvers to look at the rest: ${counted(Number(detail.warnings), 'new warning')}.`
    case 'funding-rest-approved':
      return `approved the rest again, ${dollarsOf(detail.amountMinor)} in ${counted(Number(detail.transactions), 'unsent transaction')} (${detail.approvals} of ${detail.needed}).`
    case 'funding-rest-withdrawn':
      return `withdrew ${counted(Number(detail.transactions), 'unsent transaction')}.`
    case 'funding-failures-closed':
      return `closed ${counted(Number(detail.transactions), 'failed transaction')}.`
    case 'funding-failures-reopened':
      return `reopened ${counted(Number(detail.transactions), 'failed transaction')}.`
    case 'funding-batch-discarded':
      return 'discarded it.'
    case 'funding-batch-exported':
      return `exported ${isExport(detail.what) ? EXPORTED[detail.what] : 'it'}.`
    case 'funding-request-accepted':
      return `received an answer to ${request}${failures(detail.failures)}.${message}`
    case 'funding-request-refused':
      return `received a rejection of ${request}.${message}`
    case 'funding-request-not-sent':
      return `could not send ${request}.${message}`
    case 'funding-request-unknown':
      return `received no clear answer to ${request}.${message}`
    case 'funding-outcome-found':
      return `confirmed that the partner has ${request}${missing(detail.missingCount)}.`
    case 'funding-outcome-absent-proposed':
      return `reported that the partner ${typeof detail.missingCount === 'number' ? 'has' : 'did not receive'} ${request}${missing(detail.missingCount)}; a second person must confirm it.`
    case 'funding-outcome-found-proposed':
      return `reported that the partner has ${request}${missing(detail.missingCount)}; a second person must confirm it.`
    case 'funding-outcome-reopened':
      return `reopened ${request}: its outcome is unknown again${detail.failuresReopened === true ? ', and its failed transactions are no longer closed' : ''}.`
    case 'funding-outcome-absent':
      return `confirmed that the partner did not receive ${request}.`
    case 'funding-outcome-sent-again':
      return `resent ${request}.`
    default:
      return action
  }
}

const missing = (count: unknown): string =>
  typeof count === 'number' ? `, without ${counted(count, 'transaction')}` : ''

function confirmed({
  unloggedConfirmed: unlogged,
  otherPayeeConfirmed: other,
  otherSaleConfirmed: otherSale,
}: BatchHistoryEntry['detail']): string {
  const kinds = [
    ...(typeof other === 'number'
      ? [`${counted(other, 'transaction')} of another merchant, who gets nothing`]
      : []),
    ...(typeof otherSale === 'number'
      ? [`${counted(otherSale, 'transaction')} with the amount of another sale`]
      : []),
    ...(typeof unlogged === 'number'
      ? [`${counted(unlogged, 'transaction')} that ${unlogged === 1 ? 'is' : 'are'} not in the callback log`]
      : []),
  ]
  return kinds.length === 0 ? '' : ` and confirmed ${kinds.join(', and ')}`
}

const failures = (count: unknown): string =>
  typeof count === 'number' && count > 0 ? `, ${counted(count, 'transaction')} not funded` : ''

const CREATED_FROM: Readonly<Record<BatchSource, string>> = {
  csv: 'from a CSV file',
  xlsx: 'from an Excel file',
  json: 'from a JSON file',
  pasted: 'from pasted cells',
  grid: 'by hand',
  callbacks: 'from the callback log',
  batch: 'from another batch',
}

const isSource = (source: unknown): source is BatchSource =>
  typeof source === 'string' && source in CREATED_FROM

const EXPORTED = { lines: 'its amounts', results: 'its results', merchants: 'its results by merchant' }

const isExport = (what: unknown): what is keyof typeof EXPORTED =>
  typeof what === 'string' && what in EXPORTED
