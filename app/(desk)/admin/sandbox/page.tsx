import type { Metadata } from 'next'
import { RequestLog } from '@/components/sandbox/request-log'
import { SandboxFrame } from '@/components/sandbox/sandbox-frame'
import { SandboxUnreachable } from '@/components/sandbox/sandbox-unreachable'
import { readEndpoint } from '@/components/sandbox/sandbox-words'
import { loadRequests } from '@/lib/server/sandbox/loaders'

export const metadata: Metadata = { title: 'Sandbox: requests' }

export default async function SandboxRequestsPage({
  searchParams,
}: {
  searchParams: Promise<{ endpoint?: string | string[] }>
}) {
  const endpoint = readEndpoint((await searchParams).endpoint)
  const requests = await loadRequests(endpoint)
  return (
    <SandboxFrame
      tab="requests"
      intro="What the partner's interface was sent, and what it answered. Nothing here was touched by the desk: it is the other side's own record."
    >
      {requests.ok ? (
        // A key a filter: another filter is another list.
        <RequestLog key={endpoint} first={requests.value} endpoint={endpoint} />
      ) : (
        <SandboxUnreachable problem={requests.problem} />
      )}
    </SandboxFrame>
  )
}
