import type { Metadata } from 'next'
import { RequestLog } from '@/components/sandbox/request-log'
import { SandboxFrame } from '@/components/sandbox/sandbox-frame'
import { readEndpoint } from '@/components/sandbox/sandbox-labels'
import { SandboxUnreachable } from '@/components/sandbox/sandbox-unreachable'
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
      intro="Requests that the sandbox received and its answers, as the sandbox recorded them."
    >
      {requests.ok ? (
        // Keyed by filter, because another filter starts another list.
        <RequestLog key={endpoint} first={requests.value} endpoint={endpoint} />
      ) : (
        <SandboxUnreachable problem={requests.problem} />
      )}
    </SandboxFrame>
  )
}
