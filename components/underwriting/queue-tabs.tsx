import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import type { QueueSort } from '@/lib/domain/underwriting/queue-list'
import type { Queue } from '@/lib/server/underwriting/queue'
import { QUEUE_NAMES, QUEUE_TEXTS, queueAddress } from './queue-address'

/** The queues with their number of cases. */
export function QueueTabs({
  queue,
  counts,
  sort,
}: {
  queue: Queue
  counts: Readonly<Record<Queue, number>>
  sort: QueueSort
}) {
  return (
    <nav aria-label="Queues" className="border-b border-line">
      <ul className="-mb-px flex flex-wrap gap-x-1">
        {QUEUE_NAMES.map((name) => {
          const here = name === queue
          const isLate = name === 'overdue' && counts.overdue > 0
          return (
            <li key={name}>
              <Link
                href={queueAddress(name, sort)}
                // Not prefetched: cases that others claim meanwhile would still look unclaimed.
                aria-current={here ? 'page' : undefined}
                className={classNames(
                  'inline-flex h-9 items-center gap-1.5 rounded-t-md border-b-2 px-2.5 font-medium focus-visible:-outline-offset-2 pointer-coarse:h-11',
                  here ? 'border-accent text-accent-ink' : 'border-transparent text-muted hover:text-ink',
                )}
              >
                {QUEUE_TEXTS[name].label}
                <span
                  className={classNames(
                    'min-w-5 rounded-full px-1.5 text-center text-xs leading-5',
                    isLate
                      ? 'bg-bad-soft text-bad-ink'
                      : here
                        ? 'bg-accent-soft text-accent-ink'
                        : 'bg-sunken text-muted',
                  )}
                >
                  {counts[name]}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
