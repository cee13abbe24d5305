import 'server-only'
import { routes } from '@/lib/routes'
import { loadJudgedWaiting } from '@/lib/server/funding/loaders'
import { loadContext } from '@/lib/server/page-context'
import { viewDashboard } from './data'
import type { DashboardView } from './views'

/** Every signed-in person may see applications and callbacks; `viewDashboard` checks everything else. */
export const loadDashboard = async (days: number): Promise<DashboardView> =>
  viewDashboard(await loadContext('applications:read', routes.home), { days }, loadJudgedWaiting)
