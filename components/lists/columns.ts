import type { ReactNode } from 'react'

/**
 * One column of a list: its heading and its cells. On a narrow page each row becomes a card of the same cells: `title`
 * and `badge` in the first line, `subtitle` below, then cells without a heading (`plain`), then the others, each after
 * its heading, with `line` on a line of its own; `actions` come last. The title cell names the row.
 */
export type Column<Row> = {
  id: string
  title: ReactNode
  /** Return nothing if there is nothing to show. */
  cell: (row: Row) => ReactNode
  /** Right-aligned, so that digits line up. */
  numeric?: boolean
  card?: 'title' | 'subtitle' | 'badge' | 'plain' | 'line' | 'actions'
  /** For both the heading and the cells of the column in the table layout. */
  className?: string
}

/** Lets TypeScript check each cell against the row type. */
export const defineColumns = <Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] => columns
