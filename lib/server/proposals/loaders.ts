import 'server-only'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { listProposals } from './list'
import type { ProposalView } from './views'

export const loadProposals = async (): Promise<ProposalView[]> =>
  listProposals(await loadContext('admin:settings', routes.settings.lists))
