import type { Metadata } from 'next'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { UnderwritingForm } from '@/components/admin/underwriting-form'
import { loadUnderwritingSettings } from '@/lib/server/admin/settings/loaders'

export const metadata: Metadata = { title: 'Settings: underwriting' }

export default async function UnderwritingSettingsPage() {
  const rules = await loadUnderwritingSettings()
  return (
    <SettingsFrame
      tab="underwriting"
      intro="How our own underwriters work. Where the partner does not underwrite, they always decide; the rest is decided here, and counts for what is open too."
    >
      <UnderwritingForm rules={rules} />
    </SettingsFrame>
  )
}
