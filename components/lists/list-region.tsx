'use client'

import { usePathname } from 'next/navigation'
import type { MouseEvent, ReactNode } from 'react'
import { useLasting, useNavigation } from '@/components/ui/navigation'

/** The area of a list. It scrolls sideways by keyboard, and shows when the list is reloading. */
export function ListRegion({ label, children }: { label: string; children: ReactNode }) {
  const isAsking = useAsking()
  return (
    <section
      aria-label={label}
      aria-busy={isAsking || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
      tabIndex={0}
      className="list table-region"
    >
      {children}
    </section>
  )
}

/** Rows that open on click. */
export const ListRows = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the row's link does the same with the keyboard
  <tbody onClick={openRow}>{children}</tbody>
)

/** Whether this list is reloading, for other filters or another page. */
function useAsking(): boolean {
  const here = usePathname()
  const href = useNavigation()
  return useLasting(href !== null && href.split('?', 1)[0] === here, 60)
}

/** A click on a control, or the end of a text selection, does not open the row. */
function openRow(event: MouseEvent<HTMLElement>): void {
  if (!(event.target instanceof Element) || event.defaultPrevented) return
  if (event.target.closest('a, button, input, label, select, summary, dialog, [popover]')) return
  if (getSelection()?.isCollapsed === false) return
  const link = event.target
    .closest('tr')
    ?.querySelector<HTMLAnchorElement>(':is(.card-title, .card-subtitle) a')
  if (event.metaKey || event.ctrlKey) window.open(link?.href)
  else link?.click()
}
