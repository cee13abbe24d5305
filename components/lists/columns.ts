import type { ReactNode } from 'react'

/**
 * One column of a list: what stands above it, and in it. On a narrow page each row is a card of the same cells:
 * its `title` and `badge` in the first line, `subtitle` below, then what is said without its title (`plain`), then
 * the rest, each after its title, and a `line` in a line of its own; `actions` come last. The cell of the title names the row.
 */
export type Column<Row> = {
  id: string
  title: ReactNode
  /** Nothing where there is nothing to show. */
  cell: (row: Row) => ReactNode
  /** Right-aligned, so that digits stand under digits. */
  numeric?: boolean
  card?: 'title' | 'subtitle' | 'badge' | 'plain' | 'line' | 'actions'
  /** For both cells of the column, where the table is one. */
  className?: string
}

/** Keeps the type of the row with each cell. */
export const defineColumns = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] => columns
