import type { Metadata } from 'next'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { TemplateBoard } from '@/components/admin/template-board'
import { loadTemplateSettings } from '@/lib/server/admin/settings/loaders'

export const metadata: Metadata = { title: 'Settings: line item templates' }

export default async function LineItemSettingsPage() {
  const templates = await loadTemplateSettings()
  return (
    <SettingsFrame
      section="line-items"
      intro="Templates for line items of full applications. Enter the field names that the partner gave you. The initial templates are examples: replace their field names before you send one."
    >
      <TemplateBoard templates={templates} />
    </SettingsFrame>
  )
}
