import type { Metadata } from 'next'
import { ReceiverBoard } from '@/components/admin/receiver-board'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { loadReceivers } from '@/lib/server/callbacks/receivers/loaders'
import { loadProposals } from '@/lib/server/proposals/loaders'

export const metadata: Metadata = { title: 'Settings: callbacks' }

export default async function CallbackSettingsPage() {
  const { receivers, profiles, address } = await loadReceivers()
  const proposals = await loadProposals()
  return (
    <SettingsFrame
      section="callbacks"
      proposals={proposals}
      intro="Addresses to which the partner posts approved sales. Callbacks are not signed: the key in the address is the only proof of the sender, so keep each address secret."
    >
      <ReceiverBoard receivers={receivers} profiles={profiles} address={address} />
    </SettingsFrame>
  )
}
