import type { Metadata } from 'next'
import { SandboxFrame } from '@/components/sandbox/sandbox-frame'
import { SandboxUnreachable } from '@/components/sandbox/sandbox-unreachable'
import { readBefore } from '@/components/sandbox/stored-address'
import { StoredApplications } from '@/components/sandbox/stored-list'
import { loadStoredApplications } from '@/lib/server/sandbox/loaders'

export const metadata: Metadata = { title: 'Sandbox: applications held' }

export default async function SandboxApplicationsPage({
  searchParams,
}: {
  searchParams: Promise<{ before?: string | string[] }>
}) {
  const before = readBefore((await searchParams).before)
  const list = await loadStoredApplications(before)
  return (
    <SandboxFrame
      tab="applications"
      intro="Applications that the sandbox accepted. Open one to see its records and set its stage."
    >
      {list.ok ? (
        <StoredApplications list={list.value} before={before} />
      ) : (
        <SandboxUnreachable problem={list.problem} />
      )}
    </SandboxFrame>
  )
}
