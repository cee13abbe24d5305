import type { Metadata } from 'next'
import { CallbacksBoard } from '@/components/sandbox/callbacks-board'
import { plausibleEvent } from '@/components/sandbox/plausible-event'
import { SandboxFrame } from '@/components/sandbox/sandbox-frame'
import { SandboxUnreachable } from '@/components/sandbox/sandbox-unreachable'
import { loadCallbacks } from '@/lib/server/sandbox/loaders'

export const metadata: Metadata = { title: 'Sandbox: callbacks' }

export default async function SandboxCallbacksPage() {
  const view = await loadCallbacks()
  return (
    <SandboxFrame
      tab="callbacks"
      intro="Events that the partner posts after a sale. Without an HTTP 200 an event is retried after 1, 5, 25 and 125 seconds, then given up."
    >
      {view.ok ? (
        <CallbacksBoard view={view.value} event={plausibleEvent(new Date(), Math.random)} />
      ) : (
        <SandboxUnreachable problem={view.problem} />
      )}
    </SandboxFrame>
  )
}
