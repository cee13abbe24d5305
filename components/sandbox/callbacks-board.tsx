'use client'

import { LiveSwitch } from '@/components/shell/live-switch'
import { StaleNotice } from '@/components/shell/stale-notice'
import { useLive } from '@/components/shell/use-live'
import { Panel } from '@/components/ui/panel'
import { routes } from '@/lib/routes'
import type { CallbacksView } from '@/lib/server/sandbox/loaders'
import { CallbackForm } from './callback-form'
import { CallbackList } from './callback-list'
import { HostedPageLink } from './hosted-page-link'
import type { EventField } from './plausible-event'

/** Sends events and shows their delivery status. */
export function CallbacksBoard({ view, event }: { view: CallbacksView; event: readonly EventField[] }) {
  const { address, profiles } = view
  const { value: callbacks, reload, problem, live } = useLive(routes.api.sandboxCallbacks, view.callbacks)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
      <CallbackForm profiles={profiles} event={event} onSent={() => void reload()} />
      <div className="flex min-w-0 flex-col gap-4">
        <HostedPageLink address={address} profiles={profiles} />
        <Panel
          title={<span id="events">Events</span>}
          description="The newest 50."
          actions={<LiveSwitch {...live} />}
          flush
        >
          <StaleNotice problem={problem} />
          <CallbackList callbacks={callbacks} />
        </Panel>
      </div>
    </div>
  )
}
