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
      intro="What goes wrong on purpose, one fault an endpoint. It meets whoever asks next: the desk, its jobs in the background, and other clients."
    >
      {faults.ok ? <FaultsBoard first={faults.value} /> : <SandboxUnreachable problem={faults.problem} />}
    </SandboxFrame>
  )
}
