import type { Metadata } from 'next'
import { FaultsBoard } from '@/components/sandbox/faults-board'
import { SandboxFrame } from '@/components/sandbox/sandbox-frame'
import { SandboxUnreachable } from '@/components/sandbox/sandbox-unreachable'
import { loadFaults } from '@/lib/server/sandbox/loaders'

export const metadata: Metadata = { title: 'Sandbox: faults' }

export default async function SandboxFaultsPage() {
  const faults = await loadFaults()
  return (
    <SandboxFrame
      tab="faults"
      intro="Simulated failures, one per endpoint. They apply to the next requests of any client, including background jobs."
    >
      {faults.ok ? <FaultsBoard first={faults.value} /> : <SandboxUnreachable problem={faults.problem} />}
    </SandboxFrame>
  )
}
