import type { Column } from '@/components/lists/columns'
import { classNames } from '@/components/ui/class-names'
import { dollarWords } from '@/lib/domain/funding/approval'
import { CHANGE_TITLES, differenceWords, type WasSum, wasWords } from '@/lib/domain/funding/change'

/** What the partner held, and what a batch sets instead: cents. */
export type Change = { was: WasSum; newMinor: bigint }

const wordsOf = ({ was, newMinor }: Change): readonly (readonly [title: string, words: string])[] => [
  [CHANGE_TITLES.was, wasWords(was)],
  [CHANGE_TITLES.new, dollarWords(newMinor)],
  [CHANGE_TITLES.difference, differenceWords(was, newMinor)],
]

/** The three columns of a list whose rows are changes. */
export const changeColumns = <Row,>(changeOf: (row: Row) => Change): readonly Column<Row>[] =>
  Object.values(CHANGE_TITLES).map((title, at) => ({
    id: title,
    title,
    numeric: true,
    card: 'line',
    cell: (row) => (
      <span className={classNames('text-ink tabular-nums', title === CHANGE_TITLES.new && 'font-medium')}>
        {wordsOf(changeOf(row))[at]?.[1]}
      </span>
    ),
  }))

/** The same three side by side, for a `dl`. */
export const ChangeFigures = ({ change, className }: { change: Change; className?: string }) =>
  wordsOf(change).map(([title, words]) => (
    <div key={title}>
      <dt className="text-xs text-muted">{title}</dt>
      <dd className={classNames('font-medium tabular-nums', className)}>{words}</dd>
    </div>
  ))
