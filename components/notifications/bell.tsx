'use client'

import { Bell as BellIcon } from 'lucide-react'
import { useCounts } from '@/components/shell/counts'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/routes'

/** The link to the notifications, with the number of unread ones. */
export function Bell() {
  const { unread } = useCounts().counts
  const count = unread > 99 ? '99+' : String(unread)
  const label = unread === 0 ? 'Notifications' : `Notifications, ${count} unread`
  return (
    <Link
      href={routes.notifications}
      aria-label={label}
      title={label}
      className="relative grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
    >
      <BellIcon className="size-4" aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          // Covers only the upper right of the bell, whatever the size of the link, so that most of the bell stays
          // visible.
          className="absolute start-1/2 bottom-[calc(50%-1px)] min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-accent outline-2 outline-surface"
        >
          {count}
        </span>
      )}
    </Link>
  )
}
