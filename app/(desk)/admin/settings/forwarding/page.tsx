import type { Metadata } from 'next'
import { ForwardingBoard } from '@/components/admin/forwarding-board'
import { ForwardingHelp } from '@/components/admin/forwarding-help'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { loadForwarding } from '@/lib/server/callbacks/forwarding/loaders'
import { loadProposals } from '@/lib/server/proposals/loaders'

export const metadata: Metadata = { title: 'Settings: forwarding' }

export default async function ForwardingSettingsPage({
  searchParams,
}: {
  searchParams: Promise<{ show?: string | string[] }>
}) {
  const view = await loadForwarding((await searchParams).show)
  const proposals = await loadProposals()
  return (
    <SettingsFrame
      section="forwarding"
      proposals={proposals}
      intro="Forwards callbacks to your own systems, such as accounting, as signed messages. Each is retried for about half an hour."
    >
      <div className="flex flex-col gap-4">
        <ForwardingBoard view={view} />
        <ForwardingHelp />
      </div>
    </SettingsFrame>
  )
}
