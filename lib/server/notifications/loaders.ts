import 'server-only'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { listNotifications } from './list'
import type { NotificationsView } from './views'

export const loadNotifications = async (): Promise<NotificationsView> =>
  listNotifications(await loadContext('account:own', routes.notifications))
