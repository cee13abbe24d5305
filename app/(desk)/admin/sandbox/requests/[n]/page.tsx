import type { Metadata } from 'next'
import { RequestPage } from '@/components/sandbox/request-page'
import { SandboxFrame } from '@/components/sandbox/sandbox-frame'
import { SandboxUnreachable } from '@/components/sandbox/sandbox-unreachable'
import { loadRequest } from '@/lib/server/sandbox/loaders'

type Props = { params: Promise<{ n: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Sandbox: request ${(await params).n}` }
}

export default async function SandboxRequestPage({ params }: Props) {
  const request = await loadRequest((await params).n)
  return request.ok ? (
    <RequestPage request={request.value} />
  ) : (
    <SandboxFrame tab="requests" intro="One request of the journal.">
      <SandboxUnreachable problem={request.problem} />
    </SandboxFrame>
  )
}
