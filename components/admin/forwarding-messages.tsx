'use client'

import { MailCheck } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useState } from 'react'
import { ForwardItem } from '@/components/callbacks/forward-item'
import { useRefreshWhileWaiting } from '@/components/callbacks/forward-list'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { routes } from '@/lib/routes'
import type { MessageView } from '@/lib/server/callbacks/endpoint-list'
import type { MessageFilter } from '@/lib/server/callbacks/forward-loaders'
import { ReplayDialog } from './forwarding-replay-dialog'
import { DoneNotice } from './save-notices'

const FILTERS: readonly { filter: MessageFilter; label: string; href: Route; none: string }[] = [
  {
    filter: 'all',
    label: 'Latest',
    href: routes.settings.forwarding,
    none: 'Each callback that is received while an endpoint is on stands here, with every try to deliver it.',
  },
  {
    filter: 'waiting',
    label: 'Waiting',
    href: `${routes.settings.forwarding}?show=waiting` as Route,
    none: 'Everything that was put up has been delivered or has failed.',
  },
  {
    filter: 'failed',
    label: 'Failed',
    href: `${routes.settings.forwarding}?show=failed` as Route,
    none: 'A message fails when nobody has taken it for about half an hour, or its system wants no more.',
  },
]

/** The latest messages, and their being sent again. */
export function ForwardingMessages({
  messages,
  filter,
  mayReplay,
}: {
  messages: readonly MessageView[]
  filter: MessageFilter
  mayReplay: boolean
}) {
  const [asks, setAsks] = useState(false)
  const [done, setDone] = useState('')
  useRefreshWhileWaiting(messages)
  return (
    <Panel
      flush
      title="Messages"
      description="The latest 50 of them."
      actions={
        <>
          <DoneNotice>{done}</DoneNotice>
          <nav aria-label="Which messages" className="flex gap-1">
            {FILTERS.map((one) => (
              <Link
                key={one.filter}
                href={one.href}
                prefetch={false}
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
          <Button size="small" onClick={() => setAsks(true)}>
            Send what failed again…
          </Button>
        </>
      }
    >
      {messages.length === 0 ? (
        <EmptyState icon={<MailCheck />} title={filter === 'all' ? 'No message yet' : 'No message here'}>
          {FILTERS.find((one) => one.filter === filter)?.none}
        </EmptyState>
      ) : (
        <ul>
          {messages.map((message) => (
            <ForwardItem
              key={message.id}
              forward={message}
              about={
                <Link
                  href={routes.callback(message.eventN)}
                  prefetch={false}
                  className="text-accent-ink hover:underline"
                >
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
