'use client'

import { Bell as BellIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useOptimistic, useTransition } from 'react'
import { useLive } from '@/components/shell/use-live'
import { Link } from '@/components/ui/link'
import { routes } from '@/lib/routes'
import { onMarkingRead } from './unread'

/** Every open page asks: a notification may come half a minute late. */
const EVERY_MS = 30_000

/** The link to the notifications, with how many are unread. */
export function Bell({ unread }: { unread: number }) {
  const { value, reload } = useLive(routes.api.notifications, { unread }, EVERY_MS)
  const [shown, showAtOnce] = useOptimistic(value.unread)
  const [, begin] = useTransition()
  const onMarking = useEffectEvent((marked: number, answered: Promise<unknown>) =>
    begin(async () => {
      showAtOnce(Math.max(0, shown - marked))
      await answered
      await reload()
    }),
  )
  useEffect(() => onMarkingRead((marked, answered) => onMarking(marked, answered)), [])
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
          className="absolute end-0 top-0 min-w-4 rounded-full bg-accent px-1 text-center text-[0.625rem] leading-4 font-semibold text-on-accent"
        >
          {count}
        </span>
      )}
    </Link>
  )
}
