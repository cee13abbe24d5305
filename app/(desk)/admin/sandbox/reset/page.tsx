import type { Metadata } from 'next'
import { ResetPanel } from '@/components/sandbox/reset-panel'
import { SandboxFrame } from '@/components/sandbox/sandbox-frame'
import { SandboxUnreachable } from '@/components/sandbox/sandbox-unreachable'
import { loadReset } from '@/lib/server/sandbox/loaders'

export const metadata: Metadata = { title: 'Sandbox: reset' }

export default async function SandboxResetPage() {
  const view = await loadReset()
  return (
    <SandboxFrame tab="reset" intro="Restores the sandbox to its initial state.">
      {view.ok ? <ResetPanel view={view.value} /> : <SandboxUnreachable problem={view.problem} />}
    </SandboxFrame>
  )
}
