import type { Metadata } from 'next'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { ValueListsBoard } from '@/components/admin/value-lists-board'
import { loadListSettings } from '@/lib/server/admin/settings/loaders'

export const metadata: Metadata = { title: 'Settings: lists' }

export default async function ListSettingsPage() {
  const lists = await loadListSettings()
  return (
    <SettingsFrame
      tab="lists"
      intro="What people choose from where the partner’s interface does not show the values. The partner gets a value exactly as it stands here. A list that is empty allows anything."
    >
      <ValueListsBoard lists={lists} />
    </SettingsFrame>
  )
}
