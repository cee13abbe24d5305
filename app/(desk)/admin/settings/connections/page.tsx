import type { Metadata } from 'next'
import { ConnectionBoard } from '@/components/admin/connection-board'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { loadConnections } from '@/lib/server/connections/loaders'

export const metadata: Metadata = { title: 'Settings: connections' }

export default async function ConnectionSettingsPage() {
  const view = await loadConnections()
  return (
    <SettingsFrame
      tab="connections"
      intro="Where this desk is connected to, and whether each endpoint works. The check runs once a day and on request. It changes nothing at the partner and shows no secret."
    >
      <ConnectionBoard view={view} />
    </SettingsFrame>
  )
}
