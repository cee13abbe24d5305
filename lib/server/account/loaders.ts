import 'server-only'
import { routes } from '@/lib/routes'
import { relyingPartyOf } from '@/lib/server/factors/passkeys'
import { loadContext } from '@/lib/server/page-context'
import { requireDesk } from '@/lib/server/running-desk'
import { viewAccount } from './account'
import type { AccountView } from './views'

export async function loadAccount(): Promise<AccountView> {
  const ctx = await loadContext('account:own', routes.account)
  return viewAccount(ctx, relyingPartyOf(requireDesk().env.APP_URL) !== null)
}

/** In which times are shown to whoever chose none, before their browser said where it is. */
export const loadDeskTimeZone = (): string => requireDesk().services.days.timeZone
