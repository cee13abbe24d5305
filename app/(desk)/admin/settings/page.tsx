import type { Metadata } from 'next'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { ValueListsBoard } from '@/components/admin/value-lists-board'
import { loadListSettings } from '@/lib/server/admin/settings/loaders'
import { loadProposals } from '@/lib/server/proposals/loaders'

export const metadata: Metadata = { title: 'Settings: lists' }

export default async function ListSettingsPage() {
  const lists = await loadListSettings()
  const proposals = await loadProposals()
  return (
    <SettingsFrame
      section="lists"
      proposals={proposals}
      intro="Values to choose from where the partner’s interface does not list them. Each value is sent exactly as entered. An empty list allows any value."
    >
      <ValueListsBoard lists={lists} />
    </SettingsFrame>
  )
}
