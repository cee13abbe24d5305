import 'server-only'
import { routes } from '@/lib/routes'
import { requireContext } from '@/lib/server/context'
import { loadContext } from '@/lib/server/page-context'
import { countUnread, listNotifications } from './list'
import type { NotificationsView } from './views'

export const loadNotifications = async (): Promise<NotificationsView> =>
  listNotifications(await loadContext('account:own', routes.notifications))

/** For the frame of every page. */
export const loadUnread = async (): Promise<number> => countUnread(await requireContext('account:own'))
