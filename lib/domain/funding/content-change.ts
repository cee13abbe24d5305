import { counted } from '../values/counted'
import { dollarWords } from '../values/money'
import { listWords } from './approval'

/** What a frozen batch comes to. */
type Content = { transactions: number; amountMinor: string }

/** Rows of a batch that differ between what somebody was shown and what it has now. */
export type ChangedRows = { changed: readonly number[]; added: readonly number[]; removed: readonly number[] }

type Change = ChangedRows & { hasOtherProfile: boolean }

/** `$120.00 in 3 transactions, was $100.00 in 2. Row 2 changed, row 5 was added.` `was` is null where nobody knows it. */
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

/** `Row 2 changed, row 5 was added.` Empty where no row differs. */
export function changedRowsWords({ changed, added, removed }: ChangedRows): string {
  const [first, ...others] = [
    rowWords(changed, 'changed'),
    rowWords(added, added.length === 1 ? 'was added' : 'were added'),
    rowWords(removed, removed.length === 1 ? 'was removed' : 'were removed'),
  ].filter(Boolean)
  return first ? `${first.charAt(0).toUpperCase()}${[first.slice(1), ...others].join(', ')}.` : ''
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
