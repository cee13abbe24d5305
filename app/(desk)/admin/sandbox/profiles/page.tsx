import type { Metadata } from 'next'
import { ProfileList } from '@/components/sandbox/profile-list'
import { SandboxFrame } from '@/components/sandbox/sandbox-frame'
import { SandboxUnreachable } from '@/components/sandbox/sandbox-unreachable'
import { loadProfiles } from '@/lib/server/sandbox/loaders'

export const metadata: Metadata = { title: 'Sandbox: profiles' }

export default async function SandboxProfilesPage() {
  const profiles = await loadProfiles()
  return (
    <SandboxFrame
      tab="profiles"
      intro="Funding profiles of the sandbox. An unknown profile or a wrong key is always answered 401 without a body."
    >
      {profiles.ok ? (
        <ProfileList profiles={profiles.value} />
      ) : (
        <SandboxUnreachable problem={profiles.problem} />
      )}
    </SandboxFrame>
  )
}
