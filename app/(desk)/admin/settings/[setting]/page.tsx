import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { SettingForm } from '@/components/admin/setting-form'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { isSettingName, SETTINGS } from '@/lib/domain/settings/settings'
import { loadSetting } from '@/lib/server/admin/settings/loaders'
import { loadProposals } from '@/lib/server/proposals/loaders'

type Props = { params: Promise<{ setting: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { setting: name } = await params
  return { title: isSettingName(name) ? `Settings: ${SETTINGS[name].title.toLowerCase()}` : 'Settings' }
}

export default async function SettingPage({ params }: Props) {
  const { setting: name } = await params
  if (!isSettingName(name)) notFound()
  const { stored, waits, nobodyApproves } = await loadSetting(name)
  const proposals = await loadProposals()
  return (
    <SettingsFrame section={name} intro={SETTINGS[name].intro} proposals={proposals}>
      <SettingForm key={name} name={name} stored={stored} waits={waits} nobodyApproves={nobodyApproves} />
    </SettingsFrame>
  )
}
