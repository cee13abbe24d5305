import type { ReactNode } from 'react'
import { classNames } from './class-names'

/**
 * Content that a button with `popoverTarget={id}` opens below itself. The browser closes it on Escape or a click
 * outside, and returns the focus. Browsers without anchor positioning show it in the middle of the page.
 */
export function Popover({
  id,
  label,
  className,
  children,
}: {
  id: string
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <section
      id={id}
      popover="auto"
      aria-label={label}
      className={classNames(
        'max-w-[calc(100vw-1rem)] rounded-lg max-sm:mx-2 border border-line bg-raised text-ink shadow-raised',
        'supports-[position-area:bottom]:inset-auto supports-[position-area:bottom]:my-1 supports-[position-area:bottom]:[position-area:bottom_span-left] supports-[position-area:bottom]:[position-try-fallbacks:flip-inline,flip-block,flip-inline_flip-block]',
        'supports-[not(position-area:bottom)]:m-auto',
        className,
      )}
    >
      {children}
    </section>
  )
}
