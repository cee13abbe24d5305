'use client'

import { useState } from 'react'
import { fetchLive } from '@/components/shell/fetch-live'
import { LiveSwitch, StaleNotice } from '@/components/shell/live-switch'
import { useLive } from '@/components/shell/use-live'
import { Panel } from '@/components/ui/panel'
import { routes } from '@/lib/routes'
import type { ControlCallback } from '@/lib/server/sandbox/controls'
import type { CallbacksView } from '@/lib/server/sandbox/loaders'
import { CallbackForm } from './callback-form'
import { CallbackList } from './callback-list'
import { HostedPageLink } from './hosted-page-link'
import type { EventField } from './plausible-event'

/** Sends events, and shows beside it how far each got. */
export function CallbacksBoard({ view, event }: { view: CallbacksView; event: readonly EventField[] }) {
  const { address, profiles } = view
  const [callbacks, setCallbacks] = useState(view.callbacks)
  const [live, setLive] = useState(true)

  async function look(): Promise<string | null> {
    const looked = await fetchLive<ControlCallback[]>(routes.api.sandboxCallbacks)
    if (!looked.ok) return looked.problem
    setCallbacks(looked.value)
    return null
  }

  const { problem, resting } = useLive(look, live)
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)]">
      <CallbackForm profiles={profiles} event={event} onSent={() => void look()} />
      <div className="flex min-w-0 flex-col gap-4">
        <HostedPageLink address={address} profiles={profiles} />
        <Panel
          title={<span id="events">Events</span>}
          description="The newest 50."
          actions={<LiveSwitch on={live} resting={resting} onChange={setLive} />}
          flush
        >
          <StaleNotice problem={problem} />
          <CallbackList callbacks={callbacks} />
        </Panel>
      </div>
    </div>
  )
}
