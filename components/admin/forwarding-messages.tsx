'use client'

import { MailCheck } from 'lucide-react'
import type { Route } from 'next'
import { useState } from 'react'
import { ForwardItem } from '@/components/callbacks/forward-item'
import { useRefreshWhileWaiting } from '@/components/callbacks/forward-list'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import { routes } from '@/lib/routes'
import type { MessageView } from '@/lib/server/callbacks/forwarding/endpoint-list'
import type { MessageFilter } from '@/lib/server/callbacks/forwarding/loaders'
import { ReplayDialog } from './forwarding-replay-dialog'
import { DoneNotice } from './save-notices'

const FILTERS: readonly { filter: MessageFilter; label: string; href: Route; none: string }[] = [
  {
    filter: 'all',
    label: 'Latest',
    href: routes.settings.forwarding,
    none: 'Forwarded callbacks appear here with their delivery attempts.',
  },
  {
    filter: 'waiting',
    label: 'Waiting',
    href: `${routes.settings.forwarding}?show=waiting` as Route,
    none: 'No messages are waiting.',
  },
  {
    filter: 'failed',
    label: 'Failed',
    href: `${routes.settings.forwarding}?show=failed` as Route,
    none: 'A message fails after about half an hour of retries, or when its system answers 410.',
  },
]

/** The latest messages, with buttons to send them again. */
export function ForwardingMessages({
  messages,
  filter,
  mayReplay,
  hasFailed,
}: {
  messages: readonly MessageView[]
  filter: MessageFilter
  mayReplay: boolean
  hasFailed: boolean
}) {
  const [asks, setAsks] = useState(false)
  const [done, setDone] = useState('')
  useRefreshWhileWaiting(messages)
  return (
    <Panel
      flush
      title="Messages"
      description="Latest 50."
      actions={
        <>
          <DoneNotice>{done}</DoneNotice>
          <nav aria-label="Filter messages" className="flex gap-1">
            {FILTERS.map((one) => (
              <Link
                key={one.filter}
                href={one.href}
                scroll={false}
                aria-current={one.filter === filter ? 'page' : undefined}
                className={classNames(
                  'inline-flex h-7 items-center rounded-md px-2 text-sm font-medium pointer-coarse:h-9',
                  one.filter === filter
                    ? 'bg-accent-soft text-accent-ink'
                    : 'text-muted hover:bg-sunken hover:text-ink',
                )}
              >
                {one.label}
              </Link>
            ))}
          </nav>
          <Button size="small" disabled={!hasFailed} onClick={() => setAsks(true)}>
            Resend failed…
          </Button>
        </>
      }
    >
      {messages.length === 0 ? (
        <EmptyState icon={<MailCheck />} title={filter === 'all' ? 'No messages yet' : 'No messages found'}>
          {FILTERS.find((one) => one.filter === filter)?.none}
        </EmptyState>
      ) : (
        <ul>
          {messages.map((message) => (
            <ForwardItem
              key={message.id}
              forward={message}
              about={
                <Link href={routes.callback(message.eventN)} className="text-accent-ink hover:underline">
                  Callback {message.eventN}
                </Link>
              }
              mayReplay={mayReplay}
            />
          ))}
        </ul>
      )}
      {asks && <ReplayDialog onClose={() => setAsks(false)} onDone={setDone} />}
    </Panel>
  )
}
