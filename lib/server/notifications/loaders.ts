import 'server-only'
import { routes } from '@/lib/routes'
import { requireContext } from '@/lib/server/context'
import { loadJudgedWaiting } from '@/lib/server/funding/loaders'
import { loadContext } from '@/lib/server/page-context'
import { countForPerson } from './counts'
import { listNotifications } from './list'
import type { Counts, NotificationsView } from './views'

export const loadNotifications = async (): Promise<NotificationsView> =>
  listNotifications(await loadContext('account:own', routes.notifications))

/** For the frame of every page. */
export const loadCounts = async (): Promise<Counts> =>
  countForPerson(await requireContext('account:own'), loadJudgedWaiting)
