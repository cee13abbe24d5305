import type { Metadata } from 'next'
import { FundingForm } from '@/components/admin/funding-form'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { loadFundingSettings } from '@/lib/server/admin/settings/loaders'

export const metadata: Metadata = { title: 'Settings: funding' }

export default async function FundingSettingsPage() {
  const rules = await loadFundingSettings()
  return (
    <SettingsFrame
      tab="funding"
      intro="Who has to say yes before money is split. It counts for batches that wait, too."
    >
      <FundingForm rules={rules} />
    </SettingsFrame>
  )
}
