import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { Column } from './columns'
import type { ColumnSort } from './list-address'
import { ListRegion, ListRows } from './list-region'
import { PickAll, PickRow, type RowPicks } from './row-picks'

/**
 * The rows of a list, each once: a table where there is room, and a card for each row where there is not. What the
 * page is wide is asked of the list itself, not of the window. `cards`: below which width they are cards; the more
 * columns, the sooner; `small` for a few narrow ones. A press on a row is one on the first link of its title or subtitle.
 */
export function DataList<Row>({
  label,
  rows,
  columns,
  rowKey,
  cards = 'narrow',
  picks = null,
  rowClass,
  sortOf,
}: {
  /** Names the region, which scrolls sideways with the keyboard where it has to. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  cards?: keyof typeof CARDS
  /** Rows that can be chosen; null for people who may do nothing with them. */
  picks?: RowPicks<Row> | null
  rowClass?: (row: Row) => string
  /** How the list is sorted by a column, and the address that sorts it so or the other way; null where it cannot be. */
  sortOf?: (column: string) => ColumnSort | null
}) {
  return (
    <ListRegion label={label}>
      <table className={classNames('data-table', CARDS[cards], picks && 'picks', sortOf && 'sorts')}>
        <thead>
          <tr>
            {picks && (
              <th scope="col" className="pick">
                <PickAll rows={rows} picks={picks} />
              </th>
            )}
            {columns.map((column) => (
              <Head key={column.id} column={column} sort={sortOf?.(column.id) ?? null} />
            ))}
          </tr>
        </thead>
        <ListRows>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={cellClass(picks?.isOn(row) && 'picked', rowClass?.(row))}>
              {picks && (
                <td className="pick">
                  <PickRow row={row} picks={picks} />
                </td>
              )}
              {columns.map((column) => (
                <Cell key={column.id} column={column}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </ListRows>
      </table>
    </ListRegion>
  )
}

/** Whole words, for the compiler of the style sheet finds them by reading. */
const CARDS = {
  small: '@max-[34rem]/list:cards',
  narrow: '@max-[46rem]/list:cards',
  medium: '@max-[64rem]/list:cards',
} as const

function Head<Row>({
  column: { title, numeric, className },
  sort,
}: {
  column: Column<Row>
  sort: ColumnSort | null
}) {
  return (
    <th scope="col" aria-sort={sort?.now ?? undefined} className={cellClass(numeric && 'num', className)}>
      {sort ? <Link href={sort.address}>{title}</Link> : title}
    </th>
  )
}

function Cell<Row>({
  column: { title, card, numeric, className },
  children,
}: {
  column: Column<Row>
  children: ReactNode
}) {
  const classes = cellClass(card && `card-${card}`, numeric && 'num', className)
  const isTitled = (card === undefined || card === 'line') && typeof title === 'string'
  return card === 'title' ? (
    <th scope="row" className={classes}>
      {children}
    </th>
  ) : (
    // What a card says before the cell.
    <td className={classes} data-title={isTitled ? title : undefined}>
      {children}
    </td>
  )
}

const cellClass = (...names: Parameters<typeof classNames>) => classNames(...names) || undefined

/** The box in which a list stands with what belongs to it. */
export const ListBox = ({ children }: { children: ReactNode }) => (
  <div className="overflow-clip rounded-lg border border-line bg-surface">{children}</div>
)
