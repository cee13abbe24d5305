import type { Metadata } from 'next'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { TemplateBoard } from '@/components/admin/template-board'
import { loadTemplateSettings } from '@/lib/server/admin/settings/loaders'

export const metadata: Metadata = { title: 'Settings: line item templates' }

export default async function LineItemSettingsPage() {
  const templates = await loadTemplateSettings()
  return (
    <SettingsFrame
      tab="line-items"
      intro="What onboarding can start a line item of a full application from. The partner’s interface does not show the fields of its line items, so they are named here as the partner told you. The templates of a new desk are examples: replace their field names before you send one."
    >
      <TemplateBoard templates={templates} />
    </SettingsFrame>
  )
}
