import type { Metadata } from 'next'
import { RulesForm } from '@/components/admin/rules-form'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { loadRuleSettings } from '@/lib/server/admin/settings/loaders'

export const metadata: Metadata = { title: 'Settings: rules' }

export default async function RuleSettingsPage() {
  const rules = await loadRuleSettings()
  return (
    <SettingsFrame tab="rules" intro="What people here may do alone, and what takes somebody else as well.">
      <RulesForm rules={rules} />
    </SettingsFrame>
  )
}
