import type { Metadata } from 'next'
import { ReceiverBoard } from '@/components/admin/receiver-board'
import { SettingsFrame } from '@/components/admin/settings-frame'
import { loadReceivers } from '@/lib/server/callbacks/receiver-loaders'

export const metadata: Metadata = { title: 'Settings: callbacks' }

export default async function CallbackSettingsPage() {
  const { receivers, profiles, address } = await loadReceivers()
  return (
    <SettingsFrame
      tab="callbacks"
      intro="Where the partner posts each approved sale of the hosted payment page. The partner signs nothing: the key in the address is all that shows who posts, so an address is a secret, and an allow-list adds to it."
    >
      <ReceiverBoard receivers={receivers} profiles={profiles} address={address} />
    </SettingsFrame>
  )
}
