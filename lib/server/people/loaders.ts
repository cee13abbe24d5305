import 'server-only'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { requireDesk } from '@/lib/server/running-desk'
import { viewPeople } from './list'
import type { PeopleView } from './views'

export async function loadPeople(): Promise<PeopleView> {
  const { APP_URL } = requireDesk().env
  return viewPeople(await loadContext('admin:users', routes.people), APP_URL)
}
