import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { Column } from './columns'
import type { ColumnSort } from './list-address'
import { ListRegion, ListRows } from './list-region'
import { PickAll, PickRow, type RowPicks } from './row-picks'

/**
 * The rows of a list, rendered once: a table if there is room, else a card per row. A container query decides, so the
 * width is the list's and not the window's. `cards` sets the width below which rows become cards: larger for more
 * columns, `small` for a few narrow ones. A click on a row follows the first link of its title or subtitle.
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
  /** Names the region, which scrolls sideways by keyboard if it must. */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  cards?: keyof typeof CARDS
  /** Lets the person select rows; null if they can do nothing with them. */
  picks?: RowPicks<Row> | null
  rowClass?: (row: Row) => string
  /** How a column sorts the list now, and the address that sorts by it or reverses it; null if it cannot sort. */
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

/** Complete class names, because Tailwind finds them by scanning the source. */
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
    // A card shows this heading before the cell.
    <td className={classes} data-title={isTitled ? title : undefined}>
      {children}
    </td>
  )
}

const cellClass = (...names: Parameters<typeof classNames>) => classNames(...names) || undefined

/** The frame around a list and its controls. */
export const ListBox = ({ children }: { children: ReactNode }) => (
  <div className="overflow-clip rounded-lg border border-line bg-surface">{children}</div>
)
