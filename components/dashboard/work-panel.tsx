import type { ReactNode } from 'react'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { timeUsed } from '@/components/underwriting/time-words'
import type { WorkClock, WorkGroup, WorkItem, WorkKey } from '@/lib/server/dashboard/views'
import { Age } from './age'
import { countText } from './labels'
import { WORK_TEXTS } from './work-labels'

/** What waits for the reader, with links to it. */
export function WorkPanel({ groups, at }: { groups: readonly WorkGroup[]; at: string }) {
  return (
    <Panel title="My work" flush={groups.length > 0}>
      {groups.length === 0 ? (
        <p className="text-muted">All done. New work appears here.</p>
      ) : (
        <ul className="grid gap-px bg-line sm:grid-cols-2">
          {groups.map((group) => (
            <li key={group.key} className="min-w-0 bg-surface px-4 py-3 last:sm:odd:col-span-2">
              <Group group={group} at={at} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Group({ group: { key, count, items }, at }: { group: WorkGroup; at: string }) {
  const { label, all } = WORK_TEXTS[key]
  const more = items.length > 0 ? count - items.reduce((sum, { documents = 1 }) => sum + documents, 0) : 0
  return (
    <>
      <h3 className="flex items-baseline justify-between gap-3">
        {all ? (
          <Link href={all} className="font-medium text-accent-ink hover:underline">
            {label}
          </Link>
        ) : (
          <span className="font-medium">{label}</span>
        )}
        <span className="text-lg leading-5 font-semibold">{countText(count)}</span>
      </h3>
      {items.length > 0 && (
        <ul className="mt-1 text-sm">
          {items.map((item) => (
            <li key={item.id}>
              <div className="flex min-h-6 items-center justify-between gap-3">
                <Named group={key} item={item} />
                <span className="shrink-0 text-muted">
                  <About item={item} at={at} />
                </span>
              </div>
              {item.note && <p className="pb-1 text-muted">{item.note}</p>}
            </li>
          ))}
          {more > 0 && <li className="flex min-h-6 items-center text-muted">and {countText(more)} more</li>}
        </ul>
      )}
    </>
  )
}

function Named({ group, item: { id, number, name } }: { group: WorkKey; item: WorkItem }) {
  return (
    <Link
      href={WORK_TEXTS[group].one(id)}
      className="flex min-h-6 min-w-0 items-center gap-2 rounded-sm hover:underline"
    >
      <span className="shrink-0 text-accent-ink">
        {group.includes('batches') ? 'B' : 'A'}-{number}
      </span>
      <bdi className="truncate">{name}</bdi>
    </Link>
  )
}

/** The most telling fact: the time left, the amount, how many, or when it last changed. */
function About({
  item: { clock, amount, documents, at: changed },
  at,
}: {
  item: WorkItem
  at: string
}): ReactNode {
  if (clock) return <Clock clock={clock} />
  if (amount !== undefined) return <span className="tabular-nums">{amount}</span>
  if (documents !== undefined) return `${documents} ${documents === 1 ? 'document' : 'documents'}`
  return <Age of={changed} at={at} />
}

function Clock({ clock: { usedMs, hoursAllowed, running } }: { clock: WorkClock }) {
  const { tone, words } = timeUsed(usedMs, hoursAllowed)
  return (
    <span
      className={classNames(
        'whitespace-nowrap',
        tone === 'bad' && 'font-medium text-bad-ink',
        tone === 'warn' && 'text-warn-ink',
      )}
    >
      {words}
      {!running && ' · paused'}
    </span>
  )
}
