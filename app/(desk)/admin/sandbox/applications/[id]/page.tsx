import type { Metadata } from 'next'
import { SandboxFrame } from '@/components/sandbox/sandbox-frame'
import { SandboxUnreachable } from '@/components/sandbox/sandbox-unreachable'
import { StoredPage } from '@/components/sandbox/stored-page'
import { loadStoredApplication } from '@/lib/server/sandbox/loaders'

type Props = { params: Promise<{ id: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const held = await loadStoredApplication((await params).id)
  return { title: `Sandbox: ${held.ok ? held.value.title : 'application'}` }
}

export default async function SandboxApplicationPage({ params }: Props) {
  const held = await loadStoredApplication((await params).id)
  return held.ok ? (
    <StoredPage held={held.value} />
  ) : (
    <SandboxFrame tab="applications" intro="One application that the sandbox holds.">
      <SandboxUnreachable problem={held.problem} />
    </SandboxFrame>
  )
}
