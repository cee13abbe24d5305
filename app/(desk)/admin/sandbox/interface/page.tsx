import type { Metadata } from 'next'
import { InterfaceDocument } from '@/components/sandbox/interface-view'
import { SandboxFrame } from '@/components/sandbox/sandbox-frame'
import { SandboxUnreachable } from '@/components/sandbox/sandbox-unreachable'
import { loadInterface } from '@/lib/server/sandbox/loaders'

export const metadata: Metadata = { title: 'Sandbox: interface' }

export default async function SandboxInterfacePage() {
  const view = await loadInterface()
  return (
    <SandboxFrame
      tab="interface"
      intro="The partner’s interface as the sandbox implements it: fields, limits, answers and errors. The sandbox serves it as an OpenAPI 3.1 document at openapi.json."
    >
      {view.ok ? <InterfaceDocument view={view.value} /> : <SandboxUnreachable problem={view.problem} />}
    </SandboxFrame>
  )
}
