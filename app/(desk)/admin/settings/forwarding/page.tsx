import type { Metadata } from 'next'
import { ForwardingBoard } from '@/components/admin/forwarding-board'
import { ForwardingHelp } from '@/components/admin/forwarding-help'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { loadForwarding } from '@/lib/server/callbacks/forward-loaders'

export const metadata: Metadata = { title: 'Settings: forwarding' }

export default async function ForwardingSettingsPage({
  searchParams,
}: {
  searchParams: Promise<{ show?: string | string[] }>
}) {
  const view = await loadForwarding((await searchParams).show)
  return (
    <SettingsFrame
      tab="forwarding"
      intro="Callbacks can be passed on to systems of your own, such as accounting: each as a signed message, tried for about half an hour until it is taken. The log keeps everything, whoever else hears of it."
    >
      <div className="flex flex-col gap-4">
        <ForwardingBoard view={view} />
        <ForwardingHelp />
      </div>
    </SettingsFrame>
  )
}
