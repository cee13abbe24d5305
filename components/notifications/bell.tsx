'use client'

import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useShownEarly } from '@/components/forms/use-shown-early'
import { useLive } from '@/components/shell/use-live'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/routes'
import { onMarkingRead } from './unread'

/** Every open page asks: a notification may come half a minute late. */
const EVERY_MS = 30_000

/** The link to the notifications, with how many are unread. */
export function Bell({ unread }: { unread: number }) {
  const { value, reload } = useLive(routes.api.notifications, { unread }, EVERY_MS)
  const [shown, showAtOnce] = useShownEarly(value.unread, (count, marked: number) =>
    Math.max(0, count - marked),
  )
  const onMarking = useEffectEvent(async (marked: number, answered: Promise<unknown>) => {
    const takeBack = showAtOnce(marked)
    await answered
    await reload()
    takeBack('at-once')
  })
  useEffect(() => onMarkingRead((marked, answered) => void onMarking(marked, answered)), [])
  const count = shown > 99 ? '99+' : String(shown)
  const label = shown === 0 ? 'Notifications' : `Notifications, ${count} unread`
  return (
    <Link
      href={routes.notifications}
      aria-label={label}
      title={label}
      className="relative grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
    >
      <BellIcon className="size-4" aria-hidden="true" />
      {shown > 0 && (
        <span
          aria-hidden="true"
          // From the middle of the bell to its upper right, whatever the size of the link: most of the bell is seen.
          className="absolute start-1/2 bottom-[calc(50%-1px)] min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-accent outline-2 outline-surface"
        >
          {count}
        </span>
      )}
    </Link>
  )
}
