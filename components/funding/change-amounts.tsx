import type { Column } from '@/components/lists/columns'
import { classNames } from '@/components/ui/class-names'
import { CHANGE_TITLES, differenceWords, type WasSum, wasWords } from '@/lib/domain/funding/change'
import { hasNoEffect, heldAfter, type ResultKind } from '@/lib/domain/funding/result'
import { dollarWords } from '@/lib/domain/values/money'

/**
 * What the partner held and what a batch sets instead, in cents. `isKept`: the batch set nothing, and the partner
 * holds what it held.
 */
export type Change = { was: WasSum; newMinor: bigint; isKept?: boolean }

const wordsOf = ({ was, newMinor, isKept }: Change): readonly (readonly [title: string, words: string])[] => [
  [CHANGE_TITLES.was, wasWords(was)],
  [CHANGE_TITLES.new, isKept ? wasWords(was) : dollarWords(newMinor)],
  [CHANGE_TITLES.difference, isKept ? dollarWords(0n) : differenceWords(was, newMinor)],
]

/** How amounts at the partner changed, by outcome. */
export const changeOfKind = (kind: ResultKind, was: WasSum, amountMinor: bigint): Change => ({
  was,
  newMinor: heldAfter(kind, was, amountMinor),
  isKept: hasNoEffect(kind),
})

/** The columns Was, New and Difference. */
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

/** The same as entries of a `dl`. */
export const ChangeFigures = ({ change, className }: { change: Change; className?: string }) =>
  wordsOf(change).map(([title, words]) => (
    <div key={title}>
      <dt className="text-xs text-muted">{title}</dt>
      <dd className={classNames('font-medium tabular-nums', className)}>{words}</dd>
    </div>
  ))
