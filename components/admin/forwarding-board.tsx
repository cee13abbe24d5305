'use client'

import { Forward, Plus } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import type { ForwardingView } from '@/lib/server/callbacks/forwarding/loaders'
import { EndpointRow } from './forwarding-endpoint'
import { ForwardingMessages } from './forwarding-messages'

const AddEndpointDialog = dynamic(
  () => import('./forwarding-dialogs').then((file) => file.AddEndpointDialog).catch(notLoaded),
  {
    loading: () => null,
  },
)

/** The systems that callbacks are forwarded to, and the latest messages. */
export function ForwardingBoard({
  view: { endpoints, messages, filter, mayReplay },
}: {
  view: ForwardingView
}) {
  const [adds, setAdds] = useState(false)
  const active = endpoints.filter((endpoint) => endpoint.active).length
  const addButton = (
    <Button variant="primary" onClick={() => setAdds(true)}>
      <Plus aria-hidden="true" />
      Add an endpoint
    </Button>
  )
  return (
    <>
      <Panel
        flush
        title="Endpoints"
        description={endpoints.length > 0 && statusWords(active)}
        actions={endpoints.length > 0 && addButton}
      >
        {endpoints.length === 0 ? (
          <EmptyState icon={<Forward />} title="Forwarding is off" actions={addButton}>
            Add the address of your own system, such as accounting. While it is on, it receives every new or
            changed callback.
          </EmptyState>
        ) : (
          <ul>
            {endpoints.map((endpoint) => (
              <EndpointRow key={endpoint.id} endpoint={endpoint} />
            ))}
          </ul>
        )}
      </Panel>
      {(endpoints.length > 0 || messages.length > 0) && (
        <ForwardingMessages
          messages={messages}
          filter={filter}
          mayReplay={mayReplay}
          hasFailed={endpoints.some(({ failed }) => failed > 0)}
        />
      )}
      {adds && <AddEndpointDialog onClose={() => setAdds(false)} />}
    </>
  )
}

function statusWords(active: number): string {
  if (active === 0) return 'Forwarding is off.'
  return `Forwarding is on, to ${active === 1 ? 'one endpoint' : `${active} endpoints`}.`
}
