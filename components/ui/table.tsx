import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names'

/**
 * A dense table. `label` names the region, which scrolls sideways with the keyboard where the page is
 * narrow. The head sticks below the top bar; with `box`, the table scrolls by itself instead.
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
      className={classNames(
        // Text for screen readers inside is positioned: it must scroll with the table, not widen the page.
        'relative min-w-0 focus-visible:-outline-offset-2',
        box
          ? 'max-h-[70vh] overflow-auto [&_thead]:top-0'
          : 'max-lg:overflow-x-auto lg:[&_thead]:top-(--top-bar)',
        className,
      )}
    >
      <table className="w-full border-separate border-spacing-0 text-sm [&_tbody_tr:hover]:bg-sunken/60 [&_tbody_tr:last-child>*]:border-b-0 [&_thead]:sticky [&_thead]:z-10 [&_tr>*:first-child]:ps-4 [&_tr>*:last-child]:pe-4 [&_code]:break-normal">
        {children}
      </table>
    </section>
  )
}

type CellProps = {
  /** Right-aligned, so that digits stand under digits. */
  numeric?: boolean
}

export function Th({ numeric, className, scope = 'col', ...rest }: ComponentProps<'th'> & CellProps) {
  return (
    <th
      {...rest}
      scope={scope}
      className={classNames(
        'border-b border-line px-3 py-2 whitespace-nowrap',
        scope === 'col'
          ? 'bg-sunken text-xs font-medium text-muted'
          : 'align-top font-medium whitespace-normal text-ink',
        numeric ? 'text-end' : 'text-start',
        className,
      )}
    />
  )
}

export function Td({ numeric, className, ...rest }: ComponentProps<'td'> & CellProps) {
  return (
    <td
      {...rest}
      className={classNames(
        'border-b border-line px-3 py-2 align-top',
        numeric && 'text-end whitespace-nowrap',
        className,
      )}
    />
  )
}
