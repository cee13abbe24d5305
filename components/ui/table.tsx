import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

/**
 * A dense table. `label` names the region, which scrolls sideways by keyboard on a narrow page. The head sticks below
 * the top bar; with `box`, the table scrolls inside its own frame instead.
 */
export function Table({
  label,
  box = false,
  className,
  children,
}: {
  label: string
  box?: boolean
  className?: string
  children: ReactNode
}) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
      tabIndex={0}
      className={classNames('table-region', box && 'table-box', className)}
    >
      <table className="data-table">{children}</table>
    </section>
  )
}

type CellProps = {
  /** Right-aligned, so that digits line up. */
  numeric?: boolean
}

export const Th = ({ numeric, className, scope = 'col', ...rest }: ComponentProps<'th'> & CellProps) => (
  <th {...rest} scope={scope} className={cellClass(numeric, className)} />
)

export const Td = ({ numeric, className, ...rest }: ComponentProps<'td'> & CellProps) => (
  <td {...rest} className={cellClass(numeric, className)} />
)

/**
 * For rows and cells that a phone would cut off: the cells of a row stack, each names itself, and the table head is
 * hidden.
 */
export const STACKED_ROW = 'max-sm:block max-sm:border-b max-sm:border-line max-sm:py-2 last:border-b-0'
export const STACKED_HEAD = 'max-sm:hidden'
export const STACKED_TITLE = 'max-sm:block max-sm:border-b-0 max-sm:px-4 max-sm:py-0.5'
export const STACKED_CELL = 'max-sm:flex max-sm:gap-2 max-sm:border-b-0 max-sm:px-4 max-sm:py-0.5'

/** The name of a stacked cell. */
export function CellName({ children }: { children: string }) {
  return <span className="w-20 shrink-0 text-xs text-faint sm:hidden">{children}</span>
}

const cellClass = (numeric: boolean | undefined, className: string | undefined) =>
  classNames(numeric && 'num', className) || undefined
