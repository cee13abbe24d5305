import type { Metadata } from 'next'
import { ResetPanel } from '@/components/sandbox/reset-panel'
import { SandboxFrame } from '@/components/sandbox/sandbox-frame'
import { SandboxUnreachable } from '@/components/sandbox/sandbox-unreachable'
import { loadReset } from '@/lib/server/sandbox/loaders'

export const metadata: Metadata = { title: 'Sandbox: reset' }

export default async function SandboxResetPage() {
  const view = await loadReset()
  return (
    <SandboxFrame tab="reset" intro="Makes the sandbox as it was when it was started for the first time.">
      {view.ok ? <ResetPanel view={view.value} /> : <SandboxUnreachable problem={view.problem} />}
    </SandboxFrame>
  )
}
