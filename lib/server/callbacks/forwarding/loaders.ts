import 'server-only'
import { can } from '@/lib/domain/access/permissions'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { type EndpointView, listEndpoints, listMessages, type MessageView } from './endpoint-list'

/** The page's filters; it shows the latest messages of one. */
const MESSAGE_FILTERS = ['all', 'waiting', 'failed'] as const
export type MessageFilter = (typeof MESSAGE_FILTERS)[number]

export type ForwardingView = {
  endpoints: readonly EndpointView[]
  messages: readonly MessageView[]
  filter: MessageFilter
  mayReplay: boolean
}

/** `show` comes unchecked from the URL. */
export async function loadForwarding(show: string | string[] | undefined): Promise<ForwardingView> {
  const { db, actor } = await loadContext('admin:settings', routes.settings.forwarding)
  const filter = MESSAGE_FILTERS.find((known) => known === show) ?? 'all'
  const [endpoints, messages] = await Promise.all([
    listEndpoints(db),
    listMessages(db, filter === 'all' ? null : filter),
  ])
  return { endpoints, messages, filter, mayReplay: can(actor.roles, 'callbacks:reprocess') }
}
