import 'server-only'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { requireDesk } from '@/lib/server/running-desk'
import { listReceivers, type ReceiverView } from './receiver-list'

/** `address`: the part of the partner's POST URL before the key. */
export async function loadReceivers(): Promise<{
  receivers: ReceiverView[]
  profiles: readonly ProfileView[]
  address: string
}> {
  const { db, funding, now } = await loadContext('admin:settings', routes.settings.callbacks)
  return {
    receivers: await listReceivers(db, now()),
    profiles: funding.profiles,
    address: `${requireDesk().env.APP_URL}${routes.receiver}`,
  }
}
