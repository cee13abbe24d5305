import { counted } from '../values/counted'
import { dollarWords } from '../values/money'
import { readAmount } from './amount'
import { listWords } from './approval'
import { FIELD_NOUNS, type LineField } from './columns'
import { FREE_LIMITS } from './limits'

/** The totals of a frozen batch. */
type Content = { transactions: number; amountMinor: string }

/** One cell before and after; null if its row did not exist. */
export type CellChange = { row: number; field: LineField; from: string | null; to: string | null }

/** Rows, and their cells, that differ between what a person was shown and the batch now. */
export type ChangedRows = {
  changed: readonly number[]
  added: readonly number[]
  removed: readonly number[]
  cells: readonly CellChange[]
}

type Change = ChangedRows & { hasOtherProfile: boolean }

/** `$120.00 in 3 transactions, was $100.00 in 2. Row 2 changed, row 5 was added.` `was` is null if unknown. */
export function contentChangeWords(
  was: Content | null,
  is: Content,
  { hasOtherProfile, ...rows }: Change,
): string {
  const now = `${dollarWords(is.amountMinor)} in ${counted(is.transactions, 'transaction')}`
  const isSame = was?.amountMinor === is.amountMinor && was.transactions === is.transactions
  const before = was && `${dollarWords(was.amountMinor)} in ${was.transactions.toLocaleString('en-US')}`
  const sum = isSame ? `Still ${now}` : `${now}${before ? `, was ${before}` : ''}`
  return [`${sum}.`, hasOtherProfile && 'It is for another funding profile.', changedRowsWords(rows)]
    .filter(Boolean)
    .join(' ')
}

/** `Row 2 changed, row 5 was added. Row 2: $58.26 → $60.00; row 5: M-1, $12.50.` Empty if no row differs. */
export function changedRowsWords({ changed, added, removed, cells }: ChangedRows): string {
  const [first, ...others] = [
    rowWords(changed, 'changed'),
    rowWords(added, added.length === 1 ? 'was added' : 'were added'),
    rowWords(removed, removed.length === 1 ? 'was removed' : 'were removed'),
  ].filter(Boolean)
  return first
    ? `${sentence([first, ...others].join(', '))}${cells.length > 0 ? ` ${whatWords(cells)}` : ''}`
    : ''
}

const sentence = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`

/** The cells of the first rows, before and after. */
function whatWords(cells: readonly CellChange[]): string {
  const byRow = [...Map.groupBy(cells, ({ row }) => row)].slice(0, NAMED)
  const named = byRow.map(([row, own]) => {
    const [came, went] = [own.every(({ from }) => from === null), own.every(({ to }) => to === null)]
    const words = own
      .map((cell) => (came ? shown(cell, cell.to) : went ? shown(cell, cell.from) : cellWords(cell)))
      .filter(Boolean)
    return `row ${row}: ${words.join(', ')}`
  })
  return sentence(named.join('; '))
}

/** `$58.26 → $60.00`, `merchant ID M-1 → M-2` */
const cellWords = (cell: CellChange): string =>
  `${cell.field === 'amount' ? '' : `${FIELD_NOUNS[cell.field]} `}${shown(cell, cell.from) || 'blank'} → ${shown(cell, cell.to) || 'blank'}`

function shown({ field }: CellChange, text: string | null): string {
  if (field !== 'amount' || !text) return text ?? ''
  const read = readAmount(text, 'minor', FREE_LIMITS)
  return read.ok ? dollarWords(read.minor) : text
}

const NAMED = 3

/** `rows 2, 5, 9 and 4 more changed` */
function rowWords(rows: readonly number[], deed: string): string {
  if (rows.length === 0) return ''
  const named = rows.slice(0, NAMED).map(String)
  const more = rows.length - named.length
  return `${rows.length === 1 ? 'row' : 'rows'} ${listWords([
    ...named,
    ...(more > 0 ? [`${more.toLocaleString('en-US')} more`] : []),
  ])} ${deed}`
}
